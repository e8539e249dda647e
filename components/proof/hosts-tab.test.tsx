import { render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { aCase, aSuiteRun, someFigures } from "./fixtures/suite-shapes";
import { HostsTab } from "./hosts-tab";

const dialects = [
  { id: "standard", name: "Standard", mode: "inline" as const },
  { id: "codex", name: "Codex", mode: "inline" as const },
];
const run = aSuiteRun({ dialects, figures: [someFigures(), someFigures({ dialect: "codex" })] });

function open(cases: readonly CaseResult[] | undefined) {
  render(
    <HostsTab
      run={run}
      cases={cases ?? []}
      query={{ data: cases, error: null, refetch: vi.fn() }}
      baseline={null}
      dialect="standard"
      chosen={null}
      onChoose={vi.fn()}
      onOpen={vi.fn()}
    />,
  );
}

describe("several hosts", () => {
  it("are compared case by case, and what they disagree on is listed", () => {
    open([
      aCase(1, "Is the SMS provider down?", { standard: ["right"], codex: ["missed"] }),
      aCase(2, "Login loops", { standard: ["right"], codex: ["right"] }),
      aCase(3, "Kiosk printers are offline", { standard: ["missed"], codex: ["stolen"] }),
    ]);
    expect(screen.getByText("Hosts disagree on 2 cases")).toBeVisible();
    expect(screen.getByText(/so may a model’s answers to the very same bytes/)).toBeVisible();
    const compared = screen.getByRole("table", { name: "Hosts compared on the same cases" });
    expect(within(compared).getByRole("row", { name: /Codex/ })).toHaveTextContent(
      "1 lost, 0 gained, 1 wrong otherwise",
    );
    const apart = screen.getByRole("table", { name: "Cases where hosts disagree" });
    expect(within(apart).getAllByRole("row")).toHaveLength(3);
    const cells = within(within(apart).getByRole("row", { name: /SMS provider/ })).getAllByRole("cell");
    expect(cells.map(({ dataset }) => dataset.label)).toEqual([
      "Case",
      undefined,
      "Expected",
      "Outcome",
      "Standard",
      "Codex",
    ]);
  });

  it("are not said to agree before a case counts in two of them", () => {
    open([aCase(1, "Is the SMS provider down?", { standard: ["right"], codex: [null] })]);
    expect(screen.getByText("Nothing to compare yet")).toBeVisible();
    expect(screen.getByText("No case counts in two hosts yet.")).toBeVisible();
    expect(screen.queryByText(/No case differs/)).toBeNull();
  });

  it("are not compared while their cases are read", () => {
    open(undefined);
    expect(screen.queryByText(/No case differs/)).toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });
});
