import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import { readSuite } from "@/lib/suites/read-suite";
import { runnableCases, triggerEvalPath } from "@/lib/suites/suite";
import { suiteLimits } from "../proof-options";
import type { TriedCase } from "./case-schema";
import { readPinnedFile } from "./read-pinned-file";

/**
 * The cases of a package that trials are made of, in the order of its file, of the very bytes that were pinned. UNPROCESSABLE, saying why, where there are
 * none; what keeps single cases out is among the findings of the suite.
 */
export async function readTriedCases(
  context: WorkspaceContext,
  { pinned, skill }: { pinned: PinnedPackage; skill: string },
): Promise<TriedCase[]> {
  const bytes = await readPinnedFile(context, pinned, triggerEvalPath);
  if (!bytes)
    throw new AppError(
      "UNPROCESSABLE",
      `${skill} has no cases yet: there is no ${triggerEvalPath}. Add some first.`,
    );
  const text = new TextDecoder().decode(bytes);
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
