import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import type { PinnedPackage } from "@/lib/playground/resolve-run-skills";
import { textOf } from "@/lib/skills/file-text";
import { asksJudge, runnableTasks } from "@/lib/suites/find-task-problems";
import { readSuite } from "@/lib/suites/read-suite";
import { evalsPath, type ReadSuite, type SuiteTask } from "@/lib/suites/suite";
import { suiteLimits } from "../proof-options";
import { readPinnedFile } from "./read-pinned-file";
import type { TriedTask } from "./task-schema";

/** Of the text of all input files of one task together, in UTF-16 units. */
const mostInput = 200_000;

/** The tasks of a package as it was pinned, and what is said of their file. UNPROCESSABLE where it has none. */
export async function readTaskSuite(
  context: WorkspaceContext,
  { pinned, skill }: { pinned: PinnedPackage; skill: string },
): Promise<ReadSuite> {
  const bytes = await readPinnedFile(context, pinned, evalsPath);
  if (!bytes)
    throw new AppError(
      "UNPROCESSABLE",
      `${skill} has no tasks yet: there is no ${evalsPath}. Add some first.`,
    );
  return readSuite({ path: evalsPath, text: new TextDecoder().decode(bytes), skill });
}

type Trying = {
  pinned: PinnedPackage;
  suite: ReadSuite;
  /** Whether a judge compares answers, and why none does though tasks ask for one. */
  isJudged: boolean;
  judgeNote: string | null;
};

/**
 * The tasks that trials are made of, in the order of their file: those that some grader decides, or a judge where one is asked.
 * UNPROCESSABLE, saying why, where there are none, and where an input file of one cannot be sent.
 */
export async function readTriedTasks(
  context: WorkspaceContext,
  { pinned, suite: { tasks, findings }, isJudged, judgeNote }: Trying,
): Promise<TriedTask[]> {
  const runnable = await runnableTasks(tasks, { isJudged });
  if (runnable.length === 0) {
    const error = findings.find(({ severity }) => severity === "error");
    if (error)
      throw new AppError(
        "UNPROCESSABLE",
        `${evalsPath}, line ${error.line}: ${error.message} ${error.remedy}`,
      );
    const why = tasks.some(asksJudge) && judgeNote !== null ? judgeNote : "Add graders first.";
    throw new AppError(
      "UNPROCESSABLE",
      `${evalsPath} has no task that a grader decides, so nothing could pass or fail. ${why}`,
    );
  }
  if (runnable.length > suiteLimits.cases)
    throw new AppError(
      "UNPROCESSABLE",
      `${evalsPath} has ${runnable.length} tasks; a run tries at most ${suiteLimits.cases}.`,
    );
  const tried: TriedTask[] = [];
  for (const [at, task] of runnable.entries())
    tried.push(await toTried(context, pinned, { task, number: at + 1 }));
  return tried;
}

async function toTried(
  context: WorkspaceContext,
  pinned: PinnedPackage,
  { task, number }: { task: SuiteTask; number: number },
): Promise<TriedTask> {
  const { id, name, prompt, files, expectations, graders, golden, note } = task;
  const inputs: string[] = [];
  for (const path of files) {
    const file = await readPinnedFile(context, pinned, path);
    const text = file && textOf(file);
    if (text === null)
      throw new AppError(
        "UNPROCESSABLE",
        `${evalsPath}, line ${task.line}: the task begins with ${path}, which is ${file ? "not text" : "not there"}. Only text can be sent to a model here.`,
      );
    inputs.push(`\n\nFile ${path}:\n\n${text}`);
  }
  const message = prompt + inputs.join("");
  if (message.length - prompt.length > mostInput)
    throw new AppError(
      "UNPROCESSABLE",
      `${evalsPath}, line ${task.line}: the task's files have more than ${mostInput} characters together.`,
    );
  const plain = graders.map(({ grader }) => grader);
  return { id, number, name, prompt, files, message, expectations, graders: plain, golden, note };
}
