import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { type PackageSource, readPackageFile } from "@/lib/library/read-packages";
import { readSuite } from "@/lib/suites/read-suite";
import { runnableCases, triggerEvalPath } from "@/lib/suites/suite";
import type { TriedCase } from "./case-schema";
import { suiteLimits } from "./proof-options";

/**
 * The cases of a package that trials are made of, in the order of its file. UNPROCESSABLE, saying why, where there are
 * none; what keeps single cases out is among the findings of the suite.
 */
export async function readTriedCases(
  context: WorkspaceContext,
  { source, skill }: { source: PackageSource; skill: string },
): Promise<TriedCase[]> {
  const file = await readPackageFile(context, source, triggerEvalPath);
  if (!file)
    throw new AppError(
      "UNPROCESSABLE",
      `${skill} has no cases yet: there is no ${triggerEvalPath}. Add some first.`,
    );
  const text = new TextDecoder().decode(file.bytes);
  const { cases, findings } = readSuite({ path: triggerEvalPath, text, skill });
  const runnable = runnableCases(cases);
  const error = findings.find(({ severity }) => severity === "error");
  if (runnable.length === 0)
    throw new AppError(
      "UNPROCESSABLE",
      error
        ? `${triggerEvalPath}, line ${error.line}: ${error.message} ${error.remedy}`
        : `${triggerEvalPath} has no case that can be tried.`,
    );
  if (runnable.length > suiteLimits.cases)
    throw new AppError(
      "UNPROCESSABLE",
      `${triggerEvalPath} has ${runnable.length} cases; a run tries at most ${suiteLimits.cases}.`,
    );
  return runnable.map(({ id, query, expected, note = null }, at) => ({
    id,
    number: at + 1,
    query,
    expected,
    note,
  }));
}
