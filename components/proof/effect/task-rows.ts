import type { EffectSuite, SaveEffectSuite } from "@/lib/proof/suites/suite-schema";
import { type GraderRow, graderProblem, toGrader, toGraderRow } from "./grader-rows";

export type StoredTask = EffectSuite["tasks"][number];
type SavedTask = SaveEffectSuite["tasks"][number];

/** A task as it is edited. `key` names the row while the page is open, whatever is typed. */
export type TaskRow = {
  key: number;
  /** Of the stored task that it was made from: its id, and its place in the file; null for a new one. */
  id: string | null;
  from: number | null;
  prompt: string;
  expectedOutput: string;
  files: string[];
  /** One sentence each. */
  expectations: string[];
  graders: GraderRow[];
  golden: boolean;
  note: string;
};

let lastKey = 0;

export function newTask(over: Partial<Omit<TaskRow, "key">> = {}): TaskRow {
  lastKey += 1;
  return {
    key: lastKey,
    id: null,
    from: null,
    prompt: "",
    expectedOutput: "",
    files: [],
    expectations: [],
    graders: [],
    golden: false,
    note: "",
    ...over,
  };
}

export const toTaskRows = (tasks: readonly StoredTask[]): TaskRow[] =>
  tasks.map(({ id, at, prompt, expectedOutput, files, expectations, graders, golden, note }) =>
    newTask({
      id,
      from: at,
      prompt,
      expectedOutput,
      files: [...files],
      expectations: [...expectations],
      graders: graders.map(toGraderRow),
      golden,
      note: note ?? "",
    }),
  );

/** As a save sends it; only of a row without a problem. */
export const toSavedTask = (row: TaskRow): SavedTask => ({
  from: row.from,
  prompt: row.prompt,
  expectedOutput: row.expectedOutput,
  files: row.files,
  expectations: row.expectations.filter((sentence) => sentence.trim() !== ""),
  graders: row.graders.map(toGrader),
  golden: row.golden,
  note: row.note.trim() === "" ? null : row.note,
});

/** All that a row says, as one text. Keys are of the page, not of the task. */
const said = ({ key: _, id: __, graders, ...row }: TaskRow): string =>
  JSON.stringify({ ...row, graders: graders.map(({ key: ___, ...grader }) => grader) });

/** Whether rows say the same tasks as what is stored, in the same order. */
export function isSameTasks(rows: readonly TaskRow[], tasks: readonly StoredTask[]): boolean {
  if (rows.length !== tasks.length) return false;
  const stored = toTaskRows(tasks);
  return rows.every((row, at) => {
    const other = stored[at];
    return other !== undefined && said(row) === said(other);
  });
}

/** What is wrong with single rows, by their key, before the server is asked. */
export function taskProblems(rows: readonly TaskRow[]): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const first = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const same = `${row.prompt.normalize("NFC").trim()}\n${row.expectedOutput.normalize("NFC")}`;
    const before = first.get(same);
    const broken = row.graders.findIndex((grader) => graderProblem(grader) !== undefined);
    const grader = row.graders[broken];
    if (row.prompt.trim() === "") problems.set(row.key, "Write what the agent is asked to do.");
    else if (grader) problems.set(row.key, `Grader ${broken + 1}: ${graderProblem(grader) ?? ""}`);
    else if (before !== undefined) problems.set(row.key, `The same as task ${before}: it is tried once.`);
    first.set(same, before ?? at + 1);
  }
  return problems;
}

/** Problems that keep the server from taking the tasks; the same task twice does not. */
export const stopsSaving = (rows: readonly TaskRow[]): boolean =>
  rows.some(
    ({ prompt, graders }) =>
      prompt.trim() === "" || graders.some((grader) => graderProblem(grader) !== undefined),
  );

/**
 * Puts what was changed since `base` onto what somebody else saved: tasks that were changed here stand in the place of
 * theirs, new ones are added, those that were removed here go. One that was changed here and is gone there is added.
 */
export function rebaseTasks(
  base: readonly StoredTask[],
  rows: readonly TaskRow[],
  theirs: readonly StoredTask[],
): TaskRow[] {
  const before = new Map(toTaskRows(base).map((row) => [row.id, row]));
  const mine = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
  const isChanged = (row: TaskRow) => {
    const old = before.get(row.id);
    return old === undefined || said(row) !== said(old);
  };
  const there = new Set(theirs.map(({ id }) => id));
  const kept = toTaskRows(theirs).flatMap((row) => {
    const own = row.id === null ? undefined : mine.get(row.id);
    if (!own) return before.has(row.id) ? [] : [row];
    return [isChanged(own) ? { ...own, from: row.from } : row];
  });
  const added = rows
    .filter((row) => (row.id === null || !there.has(row.id)) && isChanged(row))
    .map((row) => ({ ...row, id: null, from: null }));
  return [...kept, ...added];
}
