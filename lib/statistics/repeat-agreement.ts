import { betaBinomialProbabilities } from "./beta-binomial";
import { decideVerdict, measuredRepeats, type TaskResult } from "./decide-verdict";
import { type CountsOutcome, outcomeOfCounts, type TaskCounts } from "./improvement-rule";
import type { Direction } from "./majority";
import { likelyMixtures, type TaskMixture } from "./task-mixture";

/** How likely the same verdict comes again, from 0 to 1. */
export type RepeatAgreement = {
  /**
   * When these tasks are run again, as often each. Null when no task was repeated: whether a task that was won once is always
   * won, or was lucky, cannot be seen then.
   */
  readonly sameTasks: number | null;
  /** When as many other tasks of the same kind are run: what the verdict says beyond these tasks. */
  readonly otherTasks: number;
};

/** The chance itself is within a point with as many; work grows with the cube of the tasks, so that long suites get fewer. */
const drawsFor = (tasks: number): number => Math.min(256, Math.max(16, Math.floor(6e8 / tasks ** 3)));
const unseen: TaskCounts = { wins: 0, ties: 0, losses: 0 };

/**
 * Says how likely a repeat of this measurement gives the same verdict. Null for an invalid measurement, and where a golden task
 * failed: that decides alone, and how often it fails is its own k of n. Both figures take golden tasks to pass and as
 * much to be valid as this time.
 */
export function repeatAgreement(tasks: readonly TaskResult[]): RepeatAgreement | null {
  const { verdict, reasons, counts } = decideVerdict(tasks);
  if (verdict === "invalid-measurement" || reasons.some(({ reason }) => reason === "golden-failed"))
    return null;
  const measured = tasks.flatMap((task) => {
    const repeats = measuredRepeats(task);
    return repeats ? [countsOf(repeats)] : [];
  });
  const agrees = cellsWith(outcomeOfCounts(counts), measured.length);
  const mixtures = likelyMixtures(measured, drawsFor(measured.length));
  // The mean over everything that the tasks may be.
  const agreement = (seenOf: (task: TaskCounts) => TaskCounts) => {
    const chances = mixtures.map((mixture) =>
      chanceOf(
        agrees,
        measured.map((task) => majorityChances(seenOf(task), totalOf(task), mixture)),
      ),
    );
    return Math.min(1, chances.reduce((sum, chance) => sum + chance, 0) / chances.length);
  };
  return {
    sameTasks: measured.some((task) => totalOf(task) > 1) ? agreement((task) => task) : null,
    otherTasks: agreement(() => unseen),
  };
}

const totalOf = ({ wins, ties, losses }: TaskCounts): number => wins + ties + losses;

function countsOf(repeats: readonly Direction[]): TaskCounts {
  const count = (direction: Direction) => repeats.filter((repeat) => repeat === direction).length;
  return { wins: count("win"), ties: count("tie"), losses: count("loss") };
}

type MajorityChances = { readonly win: number; readonly loss: number };

/**
 * How likely the majority of `repeats` new repeats is a win or a loss, for a task that showed these counts before; none for a
 * task that nobody has seen.
 */
function majorityChances(seen: TaskCounts, repeats: number, mixture: TaskMixture): MajorityChances {
  const all = mixture.win + mixture.tie + mixture.loss + totalOf(seen);
  const isMost = (own: number) =>
    betaBinomialProbabilities(repeats, { first: own, second: all - own }).reduce(
      (sum, chance, count) => (count * 2 > repeats ? sum + chance : sum),
      0,
    );
  return { win: isMost(mixture.win + seen.wins), loss: isMost(mixture.loss + seen.losses) };
}

/** All numbers of wins and losses of so many tasks, wins times (tasks + 1) plus losses: which have this outcome. */
function cellsWith(outcome: CountsOutcome, tasks: number): boolean[] {
  const width = tasks + 1;
  return Array.from({ length: width * width }, (_, cell) => {
    const [wins, losses] = [Math.floor(cell / width), cell % width];
    return (
      wins + losses <= tasks && outcomeOfCounts({ wins, losses, ties: tasks - wins - losses }) === outcome
    );
  });
}

/** Goes through the tasks one by one, with how likely each number of wins and losses is so far; then adds up the cells. */
function chanceOf(agrees: readonly boolean[], tasks: readonly MajorityChances[]): number {
  const width = tasks.length + 1;
  const cells = new Float64Array(width * width);
  cells[0] = 1;
  for (const [seen, { win, loss }] of tasks.entries())
    for (let wins = seen + 1; wins >= 0; wins--)
      for (let losses = seen + 1 - wins; losses >= 0; losses--) {
        const cell = wins * width + losses;
        const fromWin = wins > 0 ? win * (cells[cell - width] ?? 0) : 0;
        const fromLoss = losses > 0 ? loss * (cells[cell - 1] ?? 0) : 0;
        cells[cell] = (1 - win - loss) * (cells[cell] ?? 0) + fromWin + fromLoss;
      }
  return cells.reduce((sum, chance, cell) => (agrees[cell] ? sum + chance : sum), 0);
}
