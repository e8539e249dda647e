import "server-only";
import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import { isMostlyRight } from "@/lib/statistics/majority";
import { proportionOf } from "@/lib/statistics/wilson-interval";
import {
  type JudgedTasks,
  judgeFindingOnModel,
  judgeTasksOnModel,
  type TasksOnModel,
} from "@/lib/verdicts/judge-radar";
import { sayFindingOnModel, sayTasksOnModel } from "@/lib/verdicts/say-radar";
import type { MeasuredRun } from "./read-measured-runs";
import type { RadarSkill } from "./schema";

type TasksPart = NonNullable<RadarSkill["tasks"]>;
type FindingPart = NonNullable<RadarSkill["finding"]>;

/** What the runs of a skill's tasks say of it, and how many tasks more may decide. */
export function judgeTasks(
  now: MeasuredRun,
  before: MeasuredRun | null,
): { part: TasksPart; more: JudgedTasks["more"] } {
  const own = tasksOnModel(now);
  const earlier = before && isSameHost(now, before) ? before : null;
  const sides = { now: tasksSide(now), before: earlier && tasksSide(earlier) };
  if (own === null)
    return { part: { word: "not-measured", text: "No model answered.", ...sides }, more: null };
  const judged = judgeTasksOnModel(own, earlier && tasksOnModel(earlier));
  const text = withFailure(now, sayTasksOnModel(judged, own.counts));
  return { part: { word: judged.word, text, ...sides }, more: judged.more };
}

/** What the runs of its messages say. */
export function judgeFinding(now: MeasuredRun, before: MeasuredRun | null): FindingPart {
  const earlier = before && isSameHost(now, before) ? before : null;
  const sides = { now: casesSide(now), before: earlier && casesSide(earlier) };
  if (now.suite !== "trigger") return { word: "not-measured", text: "No message was tried.", ...sides };
  const was = earlier?.suite === "trigger" && earlier.isLive ? earlier.judged : null;
  const judged = judgeFindingOnModel(now.skill, now.judged, was);
  return { word: judged.word, text: withFailure(now, sayFindingOnModel(judged)), ...sides };
}

/** A run that ended early says so. */
const withFailure = ({ failure }: MeasuredRun, text: string): string =>
  failure === null ? text : `${text} The run ended early: ${failure}`;

const isSameHost = (left: MeasuredRun, right: MeasuredRun): boolean =>
  left.figures.dialect === right.figures.dialect;

/** Null where no live model answered, or nothing was judged. */
function tasksOnModel(run: MeasuredRun): TasksOnModel | null {
  if (run.suite !== "effect" || !run.isLive) return null;
  const { verdict, counts, tasks, golden } = run.figures;
  if (verdict.word === "scripted" || verdict.word === "pending") return null;
  const isGolden = new Set([...golden.passed, ...golden.failed, ...golden.unmeasured]);
  return {
    verdict: verdict.word,
    counts,
    tasks: tasks.map((task) => ({
      id: task.id,
      golden: isGolden.has(task.id),
      direction: task.direction,
      without: countsIn(task, "without"),
    })),
  };
}

type Task = EffectFigures["tasks"][number];
const countsIn = ({ arms }: Task, wanted: "without" | "found"): { passed: number; valid: number } => {
  const own = arms.find(({ arm }) => arm === wanted);
  return { passed: own?.passed ?? 0, valid: own?.valid ?? 0 };
};

function tasksSide(run: MeasuredRun): TasksPart["now"] {
  if (run.suite !== "effect") return null;
  const { tasks, overall, counts } = run.figures;
  const measured = tasks.filter(({ direction }) => direction !== null);
  const passing = (arm: "without" | "found") =>
    measured.filter((task) => {
      const { passed, valid } = countsIn(task, arm);
      return isMostlyRight({ right: passed, valid }) === true;
    }).length;
  const shareOf = (arm: "without" | "found") => proportionOf(passing(arm), measured.length);
  return { run: run.ref, found: shareOf("found"), without: shareOf("without"), overall, counts };
}

function casesSide(run: MeasuredRun): FindingPart["now"] {
  if (run.suite !== "trigger") return null;
  const { recall, precision } = run.figures;
  return { run: run.ref, recall, precision };
}
