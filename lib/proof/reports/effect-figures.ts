import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { believedRates, meanOf } from "@/lib/statistics/believed-rates";
import type { TaskCounts } from "@/lib/statistics/improvement-rule";
import { moreTasksNeeded, outcomeChances } from "@/lib/statistics/verdict-power";
import { proportionOf } from "@/lib/statistics/wilson-interval";
import { findIdleGraders } from "@/lib/verdicts/find-idle-graders";
import {
  type EffectToJudge,
  type JudgedEffect,
  type JudgedPair,
  judgeEffect,
} from "@/lib/verdicts/judge-effect";
import { criteriaOf } from "@/lib/verdicts/judged-pair";
import { sayVerdictReason } from "@/lib/verdicts/say-verdict-reason";
import { validateJson } from "@/lib/verdicts/validate-json";
import { type JudgementOfRun, readJudgements, toJudgedPairs } from "../internal/judgement-rows";
import { armKey, type EndedTaskTrial, readEndedTaskTrials } from "../internal/trial-rows";
import { judgedFigures, judgedGrader } from "../judges/judged-figures";
import { invalidReasons, isGoingOn, suiteRunStates } from "../proof-options";
import { type TriedArm, type TriedTask, triedArmSchema, triedTaskSchema } from "../suites/task-schema";
import { type EffectFigures, effectFiguresSchema } from "./effect-schema";

/** What of an effect run decides how it is judged. */
export type JudgedEffectRun = {
  id: string;
  state: string;
  modelKind: string;
  dialects: unknown;
  tried: unknown;
  arms: unknown;
  repeats: number;
  approvedVersion: number | null;
  judge: unknown;
};

const dialectIds = z.array(z.object({ id: z.string() }));

type InDialect = {
  dialect: string;
  tasks: TriedTask[];
  arms: TriedArm[];
  trials: EndedTaskTrial[];
  /** Null where no judge was asked. */
  judgements: JudgementOfRun[] | null;
  judged: JudgedPair[] | null;
};

async function readDialects(context: WorkspaceContext, row: JudgedEffectRun): Promise<InDialect[]> {
  const tasks = z.array(triedTaskSchema).parse(row.tried);
  const arms = z.array(triedArmSchema).parse(row.arms);
  const trials = await readEndedTaskTrials(context, row.id);
  const pairs = row.judge === null ? null : await readJudgements(context, row.id);
  return dialectIds.parse(row.dialects).map(({ id }) => {
    const judgements = pairs && (pairs.get(id) ?? []);
    const judged = judgements && toJudgedPairs(judgements);
    return { dialect: id, tasks, arms, trials: trials.get(id) ?? [], judgements, judged };
  });
}

/** What an effect run has come to so far, of each of its dialects in order: from its trials alone. */
export async function readEffectFigures(
  context: WorkspaceContext,
  row: JudgedEffectRun,
): Promise<EffectFigures[]> {
  const dialects = await readDialects(context, row);
  return Promise.all(dialects.map((one) => judgeTasks(one, row, row.repeats)));
}

/** What trials of these tasks come to in one dialect. `repeats`: as declared, or of runs that are pooled. */
export async function judgeTasks(
  one: InDialect,
  row: Pick<JudgedEffectRun, "modelKind" | "state" | "approvedVersion">,
  repeats: EffectToJudge["repeats"],
): Promise<EffectFigures> {
  const judged = judgeEffect({ ...one, repeats });
  return {
    dialect: one.dialect,
    ...toFigures(judged, row),
    graders: await toGraders(one),
    judged: one.judgements && judgedFigures(one.judgements, judged.judgedArms),
    invalid: toInvalid(one.trials),
  };
}

/** What was written down when it ended; read anew while it goes on, and where a server ended before it wrote. */
export async function effectFiguresOf(
  context: WorkspaceContext,
  row: JudgedEffectRun & { figures: unknown },
): Promise<EffectFigures[]> {
  const written = z.array(effectFiguresSchema).nullable().parse(row.figures);
  return written ?? readEffectFigures(context, row);
}

function toFigures(
  judged: JudgedEffect,
  { modelKind, state, approvedVersion }: Pick<JudgedEffectRun, "modelKind" | "state" | "approvedVersion">,
): Omit<EffectFigures, "dialect" | "graders" | "judged" | "invalid"> {
  const { counts, verdict, reasons } = judged.judged;
  const { wins, ties, losses } = counts;
  const measured = wins + ties + losses;
  const isOver = !isGoingOn(z.enum(suiteRunStates).parse(state));
  const says = isOver && modelKind === "live";
  const part = ({ up, down, p }: JudgedEffect["parts"]["total"]) => ({ up: up.length, down: down.length, p });
  return {
    tasks: judged.tasks,
    arms: judged.arms,
    overall: judged.overall,
    parts: {
      worth: part(judged.parts.worth),
      finding: part(judged.parts.finding),
      total: part(judged.parts.total),
    },
    unmeasured: [...judged.unmeasured],
    counts,
    p: judged.p,
    netWin: measured === 0 ? null : (wins - losses) / measured,
    verdict: {
      word: modelKind !== "live" ? "scripted" : isOver ? verdict : "pending",
      reasons: says ? reasons.map(sayVerdictReason) : [],
    },
    agreement: says ? judged.agreement : null,
    power: says && measured > 0 ? powerOf(counts) : null,
    golden: judged.golden,
    approved: judged.approved && {
      version: approvedVersion ?? 0,
      outcome: judged.approved.outcome,
      gained: [...judged.approved.gained],
      lost: [...judged.approved.lost],
      unmeasured: [...judged.approved.unmeasured],
      p: {
        greater: judged.approved.test.greater,
        less: judged.approved.test.less,
        twoSided: judged.approved.test.twoSided,
      },
    },
    leftOut: judged.leftOut.map(({ path, effect, measured: tasks, up, down, p }) => ({
      path,
      effect,
      measured: tasks,
      worse: down,
      better: up,
      p,
    })),
  };
}

/** If other tasks fall as these did; rates are means of what is believed of them, so that 4 of 4 is no certainty. */
function powerOf(counts: TaskCounts): EffectFigures["power"] {
  const needed = moreTasksNeeded(counts);
  const { tie, win } = believedRates(counts);
  const rates = needed?.rates ?? { tieShare: meanOf(tie), winShare: meanOf(win) };
  const chances = outcomeChances(counts.wins + counts.ties + counts.losses, rates);
  return { chances, needed: needed?.needed ?? null, more: needed?.more ?? null };
}

const explained: readonly TriedArm["arm"][] = ["without", "found", "given"];

/** What each grader said, and which of them says nothing about the skill. */
async function toGraders(one: InDialect): Promise<EffectFigures["graders"]> {
  const byPlace = Map.groupBy(one.trials, (trial) => `${trial.task} ${armKey(trial)}`);
  const told = await Promise.all(one.tasks.map((task) => gradersOf(task, one, byPlace)));
  return told.flat();
}

async function gradersOf(
  task: TriedTask,
  { arms, judgements }: InDialect,
  byPlace: ReadonlyMap<string, EndedTaskTrial[]>,
): Promise<EffectFigures["graders"]> {
  const gradesIn = (arm: TriedArm, grader: number) =>
    (byPlace.get(`${task.id} ${armKey(arm)}`) ?? []).flatMap(({ grades }) =>
      grades.filter((grade) => grade.grader === grader),
    );
  const inArms = arms
    .filter(({ arm }) => explained.includes(arm))
    .map((arm) => task.graders.map((_, grader) => gradesIn(arm, grader)));
  const idle = await findIdleGraders(task.graders, inArms, {
    validate: async (schema, value) => validateJson(schema, value),
  });
  const plain = task.graders.map(({ kind }, grader): EffectFigures["graders"][number] => {
    const why = idle.find((one) => one.grader === grader);
    return {
      task: task.id,
      grader,
      kind,
      arms: arms.map((arm) => {
        const grades = gradesIn(arm, grader);
        const count = (passed: boolean) => grades.filter((grade) => grade.passed === passed).length;
        return { ...arm, passed: count(true), decided: count(true) + count(false) };
      }),
      judged: null,
      idle: why ? { reason: why.reason, message: why.message } : null,
    };
  });
  if (judgements === null) return plain;
  const own = judgements.filter((pair) => pair.task === task.id);
  const compared = criteriaOf(task).map(({ grader }) => ({
    task: task.id,
    grader,
    kind: task.graders[grader]?.kind ?? "expectations",
    arms: [],
    ...judgedGrader(own.filter((pair) => pair.grader === grader)),
  }));
  const others = plain.filter(({ grader }) => !compared.some((one) => one.grader === grader));
  return [...others, ...compared].toSorted((left, right) => left.grader - right.grader);
}

function toInvalid(trials: readonly EndedTaskTrial[]): EffectFigures["invalid"] {
  const invalid = trials.flatMap(({ arm, outcome, invalid: why }) =>
    outcome === "invalid"
      ? [
          {
            arm,
            reason: z.enum(invalidReasons).parse(why?.reason ?? "internal-error"),
            message: why?.message ?? "",
          },
        ]
      : [],
  );
  return [...Map.groupBy(invalid, ({ arm, reason }) => `${arm} ${reason}`).values()]
    .flatMap(([first, ...rest]) => (first ? [{ ...first, trials: rest.length + 1 }] : []))
    .toSorted((left, right) => right.trials - left.trials);
}

/** How many tasks a run and the one that it repeats, to the byte, disagree on: found against without. */
export async function compareRepeatedEffect(
  context: WorkspaceContext,
  { now, before }: { now: JudgedEffectRun; before: JudgedEffectRun },
) {
  const [later, earlier] = [await readDialects(context, now), await readDialects(context, before)];
  const compared = new Set<string>();
  const flips: { dialect: string; case: string }[] = [];
  for (const one of later) {
    const was = earlier.find(({ dialect }) => dialect === one.dialect);
    const directions = new Map(
      (was ? judgeEffect({ ...was, repeats: before.repeats }).tasks : []).map((task) => [
        task.id,
        task.direction,
      ]),
    );
    for (const { id, direction } of judgeEffect({ ...one, repeats: now.repeats }).tasks) {
      const old = directions.get(id) ?? null;
      if (direction === null || old === null) continue;
      compared.add(id);
      if (direction !== old) flips.push({ dialect: one.dialect, case: id });
    }
  }
  const flipped = new Set(flips.map((flip) => flip.case)).size;
  return { compared: compared.size, flipped, share: proportionOf(flipped, compared.size), cases: flips };
}
