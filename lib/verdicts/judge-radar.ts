import type { Comparison } from "@/lib/statistics/compare-versions";
import { compareVersions } from "@/lib/statistics/compare-versions";
import type { Verdict } from "@/lib/statistics/decide-verdict";
import { type TaskCounts, verdictLimits } from "@/lib/statistics/improvement-rule";
import type { Direction } from "@/lib/statistics/majority";
import { isMostlyRight } from "@/lib/statistics/majority";
import { fewestCasesToJudge } from "@/lib/statistics/score-cases";
import { isSpared, moreTasksToSpare, type SparedTest, testSpared } from "@/lib/statistics/spared-skill";
import { moreTasksNeeded } from "@/lib/statistics/verdict-power";
import { compareSuiteRuns } from "./compare-suite-runs";
import type { JudgedCase, SuiteFigures } from "./judge-suite";

/** What a skill is to a new model, the one that calls for something first. */
export const radarWords = [
  "harmful",
  "unnecessary",
  "found-less",
  "undecided",
  "not-measured",
  "found-as-before",
  "found-more",
  "better",
  "needed",
] as const;
export type RadarWord = (typeof radarWords)[number];

/** Of two parts the one that says most about the skill. */
const weight = [
  "harmful",
  "unnecessary",
  "found-less",
  "better",
  "needed",
  "found-more",
  "undecided",
  "found-as-before",
  "not-measured",
] as const satisfies readonly RadarWord[];

/** The tasks of a skill, tried with one model: found against without. */
export type TasksOnModel = {
  verdict: Verdict;
  counts: TaskCounts;
  /** Without the skill: trials that passed, of those that count. `direction`: null where it was not measured. */
  tasks: readonly {
    id: string;
    golden: boolean;
    direction: Direction | null;
    without: { passed: number; valid: number };
  }[];
};

/** The messages of a skill, tried with one model. */
export type CasesOnModel = Pick<SuiteFigures, "word"> & { cases: readonly JudgedCase[] };

export type JudgedTasks = {
  word: "harmful" | "unnecessary" | "better" | "needed" | "undecided" | "not-measured";
  /** Of the measured tasks, those that mostly pass without the skill. */
  passedWithout: number;
  spared: SparedTest;
  /** Tasks that are won by the skill now and were not with the earlier model, and the other way round; null without one. */
  change: Comparison | null;
  /** How many tasks more may decide, towards which word. */
  more: { tasks: number; towards: "needed" | "unnecessary" } | null;
  why: RadarReason;
};

/** Why the word was not another one. */
export type RadarReason =
  | "worse"
  | "improved"
  | "improved-more"
  | "spared"
  | "golden-needs-it"
  | "fails-without"
  | "too-few-tasks"
  | "no-tasks-help"
  | "invalid-measurement";

/**
 * What the tasks say of a skill with the new model. Harmful: Worse. Needed: Improved; better: and it wins more tasks than
 * with the earlier model, by the exact McNemar test. Unnecessary: see `isSpared`, and no golden task passes by it alone.
 */
export function judgeTasksOnModel(now: TasksOnModel, before: TasksOnModel | null): JudgedTasks {
  const measured = now.tasks.filter(({ direction }) => direction !== null);
  const passedWithout = measured.filter(({ without }) => passes(without)).length;
  const counts = { ...now.counts, passedWithout };
  const change = before && compareWins(now, before);
  const judged = (
    word: JudgedTasks["word"],
    why: RadarReason,
    more: JudgedTasks["more"] = null,
  ): JudgedTasks => ({
    word,
    why,
    more,
    passedWithout,
    spared: testSpared(counts),
    change,
  });
  switch (now.verdict) {
    case "worse":
      return judged("harmful", "worse");
    case "invalid-measurement":
      return judged("not-measured", "invalid-measurement");
    case "improved":
      return change?.outcome === "better" ? judged("better", "improved-more") : judged("needed", "improved");
    case "not-shown":
      break;
  }
  const goldenNeedsIt = measured.some(({ golden, direction }) => golden && direction === "win");
  if (isSpared(counts))
    return goldenNeedsIt ? judged("undecided", "golden-needs-it") : judged("unnecessary", "spared");
  const { wins, ties, losses } = now.counts;
  const tasks = wins + ties + losses;
  const needed = wins > losses ? moreTasksNeeded(now.counts) : null;
  if (needed !== null && needed.more > 0)
    return judged("undecided", "too-few-tasks", { tasks: needed.more, towards: "needed" });
  if (passedWithout * 2 <= tasks) return judged("undecided", "fails-without");
  const more = moreTasksToSpare(counts);
  const isLittle = wins < tasks * verdictLimits.leastNetWin && !goldenNeedsIt;
  return isLittle && more !== null
    ? judged("undecided", "too-few-tasks", { tasks: more, towards: "unnecessary" })
    : judged("undecided", "no-tasks-help");
}

const passes = ({ passed, valid }: { passed: number; valid: number }): boolean =>
  isMostlyRight({ right: passed, valid }) === true;

/** Each task once: whether it is won by the skill, with the one model and with the other. */
function compareWins(now: TasksOnModel, before: TasksOnModel): Comparison {
  const earlier = new Map(before.tasks.map(({ id, direction }) => [id, direction]));
  const won = (direction: Direction | null | undefined) =>
    direction ? { right: direction === "win" ? 1 : 0, valid: 1 } : { right: 0, valid: 0 };
  return compareVersions(
    now.tasks.map(({ id, direction }) => ({ id, before: won(earlier.get(id)), after: won(direction) })),
  );
}

export type JudgedFinding = {
  word: "found-less" | "found-more" | "found-as-before" | "undecided" | "not-measured";
  why: "compared" | "no-earlier-run" | "too-few-cases" | "invalid-measurement";
  /** Messages that ask for the skill: found now and not before, and the other way round; null where nothing is compared. */
  change: Comparison | null;
  /** How many messages more until anything is judged; 0 where there are enough. */
  more: number;
};

/** Whether a new model finds the skill as an earlier one did: the exact McNemar test over the messages that ask for it. */
export function judgeFindingOnModel(
  skill: string,
  now: CasesOnModel,
  before: CasesOnModel | null,
): JudgedFinding {
  const isOwn = ({ expected }: JudgedCase) => expected.kind === "skill" && expected.name === skill;
  const own = now.cases.filter(isOwn);
  const measured = now.cases.filter(({ outcome }) => outcome !== null && outcome !== "invalid");
  const more = Math.max(0, fewestCasesToJudge - measured.length);
  const judged = (
    word: JudgedFinding["word"],
    why: JudgedFinding["why"],
    change: Comparison | null = null,
  ) => ({
    word,
    why,
    change,
    more,
  });
  if (now.word === "scripted" || now.word === "invalid") return judged("not-measured", "invalid-measurement");
  if (now.word === "too-few") return judged("undecided", "too-few-cases");
  if (before === null || before.word !== "judged") return judged("undecided", "no-earlier-run");
  const change = compareSuiteRuns(before.cases.filter(isOwn), own);
  if (change.outcome === "worse") return judged("found-less", "compared", change);
  return judged(change.outcome === "better" ? "found-more" : "found-as-before", "compared", change);
}

/** The one word for a skill, of what was measured of it. */
export function decideRadarWord(parts: readonly RadarWord[]): RadarWord {
  return weight.find((word) => parts.includes(word)) ?? "not-measured";
}
