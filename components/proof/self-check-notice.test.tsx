import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aFault, aSelfCheck } from "./fixtures/self-check-shapes";
import { aSuiteRun, someFigures } from "./fixtures/suite-shapes";
import { MeasurementNotices } from "./verdict-line";

const failed = { ...aSelfCheck({ passed: false, faults: [aFault()], faultsInAll: 1 }), acknowledged: false };
const show = (over: Parameters<typeof aSuiteRun>[0]) =>
  render(<MeasurementNotices run={aSuiteRun(over)} figures={someFigures()} />);

describe("what a run's page says of the self-check before it", () => {
  it("is nothing where none was made", () => {
    show({});
    expect(screen.queryByText(/[Ss]elf-check/)).toBeNull();
  });

  it("is that it passed", () => {
    show({ selfCheck: { ...aSelfCheck(), acknowledged: false } });
    expect(screen.getByText("Self-check before it began: passed 3 of 3.")).toBeVisible();
  });

  it("is a warning that there is no verdict, with what was wrong and what to do", () => {
    show({ selfCheck: failed });
    expect(screen.getByText("The self-check before this run failed: no verdict")).toBeVisible();
    const fault = screen.getByRole("listitem");
    expect(fault).toHaveTextContent("Case 7 expects form-tools");
    expect(fault).toHaveTextContent("Correct the case.");
  });

  it("is that it was acknowledged and by whom, with what was", () => {
    const startedBy = { id: "0190a000-0000-7000-8000-000000000001", name: "Nora Lind" };
    show({ selfCheck: { ...failed, acknowledged: true }, startedBy });
    expect(screen.getByText(/Judged though its self-check failed/)).toHaveTextContent(
      "Judged though its self-check failed: acknowledged by Nora Lind, who started it",
    );
    expect(screen.queryByText(/no verdict/)).toBeNull();
    expect(screen.getByText(/Case 7 expects form-tools/)).toBeInTheDocument();
  });

  it("does not name whoever repeats it: that was said for the run which is repeated", () => {
    show({ selfCheck: { ...failed, acknowledged: true }, repeatOf: 12 });
    expect(screen.getByText(/Judged though its self-check failed/)).toHaveTextContent(
      "Judged though its self-check failed: acknowledged for run 12, which it repeats",
    );
  });
});
