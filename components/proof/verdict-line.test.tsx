import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aSuiteRun, someFigures } from "./fixtures/suite-shapes";
import { MeasurementNotices, VerdictLine } from "./verdict-line";

describe("why a run ended early", () => {
  it.each([
    ["failed", true],
    ["stopped", false],
  ] as const)("is a warning where it %s: %s", (state, isWarning) => {
    const run = aSuiteRun({ state, failure: "Ines stopped it." });
    render(<VerdictLine run={run} figures={someFigures()} moved={null} />);
    expect(screen.getByText("Ines stopped it.").closest("p")?.classList.contains("text-warn")).toBe(
      isWarning,
    );
  });
});

describe("the warning that nothing fired", () => {
  it("counts the cases that ask for a skill, this one or a sibling", () => {
    const cell = { notThis: false, activated: null, trials: 3, also: 0 };
    const figures = someFigures({
      nothingFired: true,
      confusion: {
        names: ["incident-triage", "log-query"],
        cells: [
          { ...cell, expected: "log-query", cases: ["c1", "c2"] },
          { ...cell, expected: null, cases: ["c3"] },
        ],
      },
    });
    render(<MeasurementNotices run={aSuiteRun({ shouldFind: 0 })} figures={figures} />);
    expect(screen.getByText(/though 2 cases expected one/)).toBeVisible();
  });
});

describe("a model that changed its name in mid-run", () => {
  it("is told with all its names, and one that kept it is not", () => {
    const { rerender } = render(<MeasurementNotices run={aSuiteRun()} figures={someFigures()} />);
    expect(screen.queryByText(/changed its name/)).toBeNull();
    const answeredAs = ["large-2026-10", "large-2026-11"];
    rerender(<MeasurementNotices run={aSuiteRun({ answeredAs })} figures={someFigures()} />);
    expect(screen.getByText("The model changed its name while the run went on")).toBeVisible();
    expect(screen.getByText(/It answered as/).textContent).toContain("large-2026-10, large-2026-11");
  });
});
