import { reportUnmeasured } from "@/lib/suites/report-unmeasured";
import { ClientError } from "./client-error";
import type { Evaluated } from "./eval-answers";
import { reportFlags } from "./eval-options";
import { type Evaluating, readReport } from "./evaluating";
import { saveTrajectories } from "./save-trajectories";
import { writeReportAt } from "./write-report";

/**
 * Writes what was asked for beside the word of the gate. Where nothing was measured the reports say so: what an earlier
 * job left there would be read as this one's.
 */
export async function writeEvalReports(asked: Evaluating, one: Evaluated): Promise<void> {
  const { skill, number } = one;
  for (const flag of reportFlags) {
    const named = asked.typed.valueOf(flag);
    if (named === undefined) continue;
    const report = number === null ? null : await readReport(asked, skill, number, { format: flag });
    const why = report && "why" in report ? report.why : null;
    const text = report && "text" in report ? report.text : undefined;
    const untold = why === null ? one : { ...one, code: 3 as const, reasons: [why] };
    await writeReportAt(asked.terminal, named, text ?? reportUnmeasured(flag, untold));
    if (why !== null) throw new ClientError("server", why);
  }
  if (number !== null) await saveTrajectories(asked, skill, number);
}
