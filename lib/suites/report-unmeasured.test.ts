import { describe, expect, it } from "vitest";
import { reportUnmeasured } from "./report-unmeasured";

const one = { skill: "notes <b>", code: 3, reasons: ["It has no cases."], remarks: [] } as const;

describe("a report of a skill of which no run began", () => {
  it("is an error in JUnit", () => {
    const text = reportUnmeasured("junit", one);
    expect(text).toContain('tests="1" failures="0" errors="1"');
    expect(text).toContain('message="Not measured. It has no cases."');
  });

  it("is no success in SARIF, and closes nothing of a run's own", () => {
    const [run] = JSON.parse(reportUnmeasured("sarif", one)).runs;
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(run.results).toEqual([]);
    expect(run.automationDetails.id).toBe("greenroom/unmeasured/notes%20%3Cb%3E/");
  });

  it.each([
    ["markdown", "### Suite of `notes <b>`"],
    ["benchmark", "# Benchmark of `notes <b>`"],
  ] as const)("says so in %s", (format, head) => {
    expect(reportUnmeasured(format, one)).toBe(`${head}\n\n**Not measured.**\n\n- It has no cases.\n`);
  });
});
