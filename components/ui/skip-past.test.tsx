import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { SkipPast } from "./skip-past";

const list = (count: number) => (
  <>
    <SkipPast count={count} noun="assigned skill" to="after" />
    {Array.from({ length: count }, (_, at) => `Row ${at + 1}`).map((row) => (
      <button key={row} type="button">
        {row}
      </button>
    ))}
    <span id="after" tabIndex={-1} />
  </>
);

it("leads past a long list, before its first row", async () => {
  render(list(60));
  await userEvent.setup().tab();
  const link = screen.getByRole("link", { name: "Skip 60 assigned skills" });
  expect(link).toHaveFocus();
  expect(link).toHaveAttribute("href", "#after");
});

it("is not there where the list is short", async () => {
  render(list(3));
  expect(screen.queryByRole("link")).toBeNull();
  await userEvent.setup().tab();
  expect(screen.getByRole("button", { name: "Row 1" })).toHaveFocus();
});
