import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Cell, HeaderCell, NoValue, Table } from "./table";

describe("Table", () => {
  it("says by which column it is sorted, and sorts by pressing another", async () => {
    const sortByName = vi.fn();
    render(
      <Table caption="Skills, sorted by last update">
        <thead>
          <tr>
            <HeaderCell sort={null} onSort={sortByName}>
              Name
            </HeaderCell>
            <HeaderCell sort="descending" onSort={vi.fn()} numeric>
              Updated
            </HeaderCell>
          </tr>
        </thead>
      </Table>,
    );
    expect(screen.getByRole("table", { name: "Skills, sorted by last update" })).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "Updated" })).toHaveAttribute("aria-sort", "descending");
    expect(screen.getByRole("columnheader", { name: "Name" })).not.toHaveAttribute("aria-sort");
    await userEvent.click(screen.getByRole("button", { name: "Name" }));
    expect(sortByName).toHaveBeenCalledOnce();
  });

  it("stays a table for readers where its rows are blocks for the eye", () => {
    render(
      <Table caption="What was found" stacked>
        <tbody>
          <tr>
            <td>Added</td>
          </tr>
        </tbody>
      </Table>,
    );
    expect(screen.getByRole("table", { name: "What was found" })).toHaveClass("compact:block");
    expect(screen.getByRole("cell", { name: "Added" })).toBeInTheDocument();
  });

  it("says before a short value of a stacked row what it is, which no head says there", () => {
    render(
      <Table caption="Caches" stacked>
        <tbody>
          <tr>
            <Cell>Catalogues</Cell>
            <Cell numeric label="Hits">
              239
            </Cell>
          </tr>
        </tbody>
      </Table>,
    );
    expect(screen.getByRole("cell", { name: "239" })).toHaveAttribute("data-label", "Hits");
    expect(screen.getByRole("cell", { name: "Catalogues" })).not.toHaveAttribute("data-label");
  });

  it("marks what is done to a row, for the corner where it stands in a stacked one", () => {
    render(
      <Table caption="Keys" stacked>
        <tbody>
          <tr>
            <Cell>Desk</Cell>
            <Cell corner>Revoke</Cell>
          </tr>
        </tbody>
      </Table>,
    );
    expect(screen.getByRole("cell", { name: "Revoke" })).toHaveAttribute("data-corner", "true");
    expect(screen.getByRole("cell", { name: "Desk" })).not.toHaveAttribute("data-corner");
  });

  it("lets the lines of stacked rows go on to the screen's edges, with the cells and the corner in from them", () => {
    const rows = (
      <tbody>
        <tr>
          <Cell corner>Remove</Cell>
        </tr>
      </tbody>
    );
    render(
      <>
        <Table caption="In a section" stacked>
          {rows}
        </Table>
        <Table caption="As wide as the page" stacked="edges">
          {rows}
        </Table>
      </>,
    );
    const atEdges = screen.getByRole("table", { name: "As wide as the page" });
    expect(atEdges).toHaveClass("compact:block", "compact:[&_tr]:px-4");
    expect(atEdges).not.toHaveClass("compact:[&_td[data-corner]]:right-0");
    const inside = screen.getByRole("table", { name: "In a section" });
    expect(inside).toHaveClass("compact:[&_td[data-corner]]:right-0");
    expect(inside).not.toHaveClass("compact:[&_tr]:px-4");
  });

  it("reads an empty value as a word", () => {
    render(<NoValue label="No findings" />);
    expect(screen.getByText("No findings")).toBeInTheDocument();
  });
});
