import type { BatchItem, UndoingAct } from "@/lib/batches/schema";

/** What became of one skill, after all that was asked for it. */
export type RunRow = {
  name: string;
  outcome: BatchItem["outcome"];
  /** Its sentences stand in the order in which things happened. */
  summary: string;
  problem: NonNullable<BatchItem["problem"]> | null;
  /** What takes it back, the last thing first; empty where nothing does. */
  undo: readonly UndoingAct[];
};

/** `stopped` means that somebody asked for it, `cut-off` that the server did not answer; `problem` says how. */
export type RunPhase = "running" | "stopped" | "cut-off" | "ended";

export type Run = {
  phase: RunPhase;
  /** Names that are still to go, in order. */
  waiting: readonly string[];
  rows: readonly RunRow[];
  problem: string | null;
};

/** As few that progress is seen and stopping is prompt, as many that a hundred skills are no hundred requests. */
const chunkSize = 20;

export const newRun = (names: readonly string[]): Run => ({
  phase: "running",
  waiting: names,
  rows: [],
  problem: null,
});

type RunPorts = {
  /** Does it for these skills. `isRepeated`: an earlier try may have done it, its answer never came. */
  send: (names: readonly string[], isRepeated: boolean) => Promise<readonly RunRow[]>;
  isStopped: () => boolean;
  /** It is told after every chunk. */
  onProgress: (run: Run) => void;
};

/** Works through what waits, chunk by chunk, until the end, a stop or a failure. Goes on where an earlier one ended. */
export async function carryOn(from: Run, { send, isStopped, onProgress }: RunPorts): Promise<Run> {
  let isRepeated = from.phase === "cut-off";
  let run: Run = { ...from, phase: "running", problem: null };
  while (run.waiting.length > 0) {
    if (isStopped()) return { ...run, phase: "stopped" };
    const names = run.waiting.slice(0, chunkSize);
    try {
      const rows = await send(names, isRepeated);
      run = { ...run, waiting: run.waiting.slice(names.length), rows: [...run.rows, ...rows] };
    } catch (error) {
      return { ...run, phase: "cut-off", problem: error instanceof Error ? error.message : String(error) };
    }
    isRepeated = false;
    onProgress(run);
  }
  return { ...run, phase: "ended" };
}

/** A run that tries again what was refused, and keeps what was not. */
export function againWithRefused(run: Run): Run {
  const refused = run.rows.filter(({ outcome }) => outcome === "refused").map(({ name }) => name);
  return {
    phase: "running",
    waiting: [...refused, ...run.waiting],
    rows: run.rows.filter(({ outcome }) => outcome !== "refused"),
    problem: null,
  };
}

/** What an item says, told of its skill. */
export const rowOf = ({ skill, outcome, summary, problem, undo }: BatchItem): RunRow => ({
  name: skill.name,
  outcome,
  summary,
  problem: problem ?? null,
  undo: undo ?? [],
});

/**
 * A skill that was refused goes no further; what was done before stays said, and can be taken back. `unchanged` only
 * if nothing was done.
 */
export function rowAfter(before: RunRow | undefined, next: RunRow): RunRow {
  if (before === undefined) return next;
  const said = next.outcome === "unchanged" && before.outcome === "done" ? before.summary : null;
  const outcome = next.outcome === "unchanged" ? before.outcome : next.outcome;
  return {
    ...next,
    outcome,
    summary: said ?? (before.outcome === "done" ? inOneLine(before.summary, next.summary) : next.summary),
    undo: [...next.undo, ...before.undo],
  };
}

const inOneLine = (one: string, other: string) => `${one.replace(/\.$/, "")}. ${other}`;

/** One act after another for the same skills; each goes to those that the one before did not refuse. */
export async function sendActs<Act>(
  acts: readonly Act[],
  names: readonly string[],
  send: (act: Act, names: readonly string[]) => Promise<readonly BatchItem[]>,
): Promise<RunRow[]> {
  const rows = new Map<string, RunRow>();
  let going = names;
  for (const act of acts) {
    if (going.length === 0) break;
    const items = await send(act, going);
    for (const item of items) rows.set(item.skill.name, rowAfter(rows.get(item.skill.name), rowOf(item)));
    going = items.filter(({ outcome }) => outcome !== "refused").map(({ skill }) => skill.name);
  }
  return names.flatMap((name) => rows.get(name) ?? []);
}

/** Deleting again what an unanswered request has deleted finds nothing: that is what was asked for. */
export const asDeleted = (row: RunRow): RunRow =>
  row.problem?.code === "NOT_FOUND"
    ? { ...row, outcome: "done", problem: null, summary: "Deleted before the connection was lost." }
    : row;

export type RunCounts = Record<BatchItem["outcome"], number>;

export function countRows(rows: readonly Pick<RunRow, "outcome">[]): RunCounts {
  const counts: RunCounts = { done: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

export const undoable = (rows: readonly RunRow[]): readonly RunRow[] =>
  rows.filter(({ outcome, undo }) => outcome === "done" && undo.length > 0);
