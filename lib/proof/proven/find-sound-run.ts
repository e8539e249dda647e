import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { figuresOf } from "../reports/figures";
import type { ReportRow } from "../reports/read-suite-report";

/** The first of these runs that measured something in all of these hosts, else the first; null where there is none. */
export async function findSoundRun(
  context: WorkspaceContext,
  runs: readonly ReportRow[],
  dialects: readonly string[],
): Promise<ReportRow | null> {
  for (const one of runs) {
    const figures = await figuresOf(context, one);
    const isSound = (dialect: string) =>
      figures.some((of) => of.dialect === dialect && of.verdict.word !== "invalid");
    if (dialects.every(isSound)) return one;
  }
  return runs[0] ?? null;
}
