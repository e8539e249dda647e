import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import { evalsPath, triggerEvalPath } from "@/lib/suites/suite";
import { compareSuiteRuns } from "@/lib/verdicts/compare-suite-runs";
import { readRunJudges } from "../internal/run-judges";
import { type Calibration, frozenJudgeSchema } from "../judges/judge-schema";
import { suiteKinds, suiteRunStates } from "../proof-options";
import { effectFiguresOf } from "../reports/effect-figures";
import type { EffectFigures } from "../reports/effect-schema";
import { judgeRunOfSuite } from "../reports/figures";
import { isWhole, judgePooled, type Pooled } from "../reports/judge-pooled";
import type { ReportRow } from "../reports/read-suite-report";
import { triedTaskSchema } from "../suites/task-schema";
import { findCatalogueChanges, groupByAnswerer, groupByCatalogue } from "./alike-runs";
import type { AnswerAges, EffectProof, OwnProof, TriggerProof } from "./bytes-proof-schema";
import { findComparedRun } from "./find-compared-run";
import { noAnswers, readAnswerAges, readRunAges } from "./read-answer-ages";
import { dialectsOf, endOf, whoAnswered } from "./run-facts";

/** Bytes whose suites are asked for. `paths`: of the files that they have. */
type Bytes = {
  skillId: string;
  digest: string;
  /** What is published of other bytes, which these are held against; null where nothing is. */
  publishedDigest: string | null;
  paths: readonly string[];
};

/** The newest live ones of each suite, and of the rest; more live ones are counted as not read. */
const mostRead = 50;

/** Everything that was measured on exactly these bytes beside the agents' own catalogues. */
export async function readOwnProof(context: WorkspaceContext, bytes: Bytes): Promise<OwnProof> {
  const { skillId, digest, publishedDigest, paths } = bytes;
  const itself = { besideSkillId: null, improvementId: null };
  const own = { skillId, digest, workspaceId: context.workspace.id, ...itself };
  const trigger = await readEnded(context, { ...own, suite: "trigger" });
  const effect = await readEnded(context, { ...own, suite: "effect" });
  const others = await context.db.suiteRun.findMany({
    where: { ...own, removedAt: null, state: { not: "done" } },
    orderBy: { number: "desc" },
    take: mostRead,
  });
  const all = await context.db.suiteRun.count({ where: own });
  const deleted = await context.db.suiteRun.count({ where: { ...own, removedAt: { not: null } } });
  return {
    has: { trigger: paths.includes(triggerEvalPath), effect: paths.includes(evalsPath) },
    triggers: await readTriggers(context, trigger.rows, publishedDigest),
    effects: await readEffects(context, effect.rows),
    others: others.map(({ number, suite, state, failure }) => ({
      number,
      suite: z.enum(suiteKinds).parse(suite),
      state: z.enum(suiteRunStates).parse(state),
      failure,
    })),
    counted: { all, deleted, unread: { trigger: trigger.unread, effect: effect.unread } },
  };
}

type Ended = { skillId: string; digest: string; workspaceId: string; suite: "trigger" | "effect" };

/**
 * Also those that were broken off after they had measured something. Those that a live model answered are looked
 * for by themselves: runs that cost nothing push none of them out.
 */
async function readEnded(
  { db }: WorkspaceContext,
  own: Ended & { besideSkillId: null; improvementId: null },
): Promise<{ rows: ReportRow[]; unread: number }> {
  const saysSomething = [
    { state: "done" },
    { state: { in: ["stopped", "failed"] }, trials: { some: { outcome: { not: "invalid" } } } },
  ];
  const ended = { ...own, removedAt: null, OR: saysSomething };
  const newest = {
    orderBy: { number: "desc" },
    take: mostRead,
    include: { skill: { select: { name: true } } },
  } as const;
  const live = await db.suiteRun.findMany({ where: { ...ended, modelKind: "live" }, ...newest });
  const rest = await db.suiteRun.findMany({ where: { ...ended, modelKind: { not: "live" } }, ...newest });
  const total = await db.suiteRun.count({ where: { ...ended, modelKind: "live" } });
  const rows = [...live, ...rest].toSorted((left, right) => right.number - left.number);
  return { rows, unread: total - live.length };
}

/** Of one digest the cases are the same: what differs is who answered, and beside what. Each of these groups is pooled. */
async function readTriggers(
  context: WorkspaceContext,
  rows: readonly ReportRow[],
  publishedDigest: string | null,
): Promise<TriggerProof[]> {
  const proofs: TriggerProof[] = [];
  for (const answered of groupByAnswerer(rows)) {
    /** By host, the newest run there: it tells which catalogue is the one of now. */
    const newest = new Map<string, ReportRow>();
    for (const group of groupByCatalogue(answered).filter((all) => all.some(isWhole))) {
      proofs.push(await pool(context, { group, newest, publishedDigest }));
      for (const row of group.filter(isWhole))
        for (const dialect of dialectsOf([row]).keys()) if (!newest.has(dialect)) newest.set(dialect, row);
    }
  }
  return proofs;
}

type ToPool = {
  group: readonly ReportRow[];
  newest: ReadonlyMap<string, ReportRow>;
  publishedDigest: string | null;
};

async function pool(
  context: WorkspaceContext,
  { group, newest: later, publishedDigest }: ToPool,
): Promise<TriggerProof> {
  const newest = group.find(isWhole);
  if (!newest) throw new Error("A group of runs has one that was carried out to its end.");
  const compared = await findComparedRun(context, newest, undefined, publishedDigest);
  const before = compared ? await judgeRunOfSuite(context, compared) : [];
  const names = dialectsOf(group);
  const pooled = await judgePooled(context, group);
  const counting = new Set(pooled.flatMap(({ runs }) => [...runs]));
  const hosts = pooled.map(({ dialect, figures, isFaulty }) => {
    const was = before.find((one) => one.dialect === dialect);
    const since = later.get(dialect);
    return {
      dialect,
      name: names.get(dialect) ?? dialect,
      word: figures.word,
      isFaulty,
      laterCatalogue: since ? findCatalogueChanges(since, newest) : [],
      measured: figures.measured,
      recall: figures.recall,
      precision: figures.precision,
      against:
        was && compared
          ? {
              ...toMoved(compareSuiteRuns(was.cases, figures.cases)),
              number: compared.number,
              version: compared.version,
              recall: was.recall,
              precision: was.precision,
            }
          : null,
    };
  });
  const current = pooled.filter(({ dialect }) => !later.has(dialect));
  const answers = await readAges(context, current.length > 0 ? current : pooled, group);
  const numbersOf = (rows: readonly ReportRow[]) => rows.map(({ number }) => number);
  return {
    ...whoAnswered(newest),
    runs: numbersOf(group.filter(isWhole)),
    brokenOff: numbersOf(group.filter((row) => !isWhole(row) && counting.has(row.number))),
    at: answers.oldest,
    answers,
    hosts,
  };
}

/** Of runs that were carried out to their ends; where all of it was kept from one that was broken off, it is as old as that. */
async function readAges(
  context: WorkspaceContext,
  pooled: readonly Pooled[],
  group: readonly ReportRow[],
): Promise<AnswerAges> {
  const whole = group.filter(isWhole);
  const numbers = new Set(whole.map(({ number }) => String(number)));
  const all = pooled.flatMap(({ trials }) => trials);
  const own = all.filter(({ run }) => numbers.has(run));
  const ages = await readAnswerAges(
    context,
    (own.length > 0 ? own : all).map(({ row }) => row),
  );
  return ages ?? noAnswers(whole.map(endOf).toSorted()[0] ?? "");
}

async function readEffects(context: WorkspaceContext, rows: readonly ReportRow[]): Promise<EffectProof[]> {
  const proofs: EffectProof[] = [];
  const judges = await readRunJudges(context, rows, new Map());
  for (const row of rows) {
    const proof = await toEffect(context, row, judges.get(row.id)?.calibration ?? null);
    // One that was broken off before it measured anything says nothing.
    if (isWhole(row) || proof.hosts.some(({ tasks, goldenFailed }) => tasks > 0 || goldenFailed.length > 0))
      proofs.push(proof);
  }
  return proofs;
}

async function toEffect(
  context: WorkspaceContext,
  row: ReportRow,
  calibration: Calibration | null,
): Promise<EffectProof> {
  const names = dialectsOf([row]);
  const tasks = new Map(
    z
      .array(triedTaskSchema)
      .parse(row.tried)
      .map(({ id, name, number }) => [id, name ?? `task ${number}`]),
  );
  const figures = await effectFiguresOf(context, row);
  const hosts = figures.map((one) => toEffectHost(one, { names, tasks }));
  const answers = await readRunAges(context, row);
  const at = answers.oldest;
  const judge = calibration && toJudge(row, figures, calibration);
  return { number: row.number, isBrokenOff: !isWhole(row), ...whoAnswered(row), at, answers, judge, hosts };
}

const toJudge = (
  row: ReportRow,
  figures: readonly EffectFigures[],
  { labels, needed, isCalibrated, kappa, text }: Calibration,
): EffectProof["judge"] => ({
  name: frozenJudgeSchema.parse(row.judge).name,
  judged: figures.reduce((sum, { judged }) => sum + (judged?.pairs.judged ?? 0), 0),
  labels,
  needed,
  isCalibrated,
  kappa,
  text,
});

type Named = { names: ReadonlyMap<string, string>; tasks: ReadonlyMap<string, string> };

function toEffectHost(figures: EffectFigures, { names, tasks }: Named): EffectProof["hosts"][number] {
  const { dialect, verdict, counts, p, overall, golden, approved } = figures;
  return {
    dialect,
    name: names.get(dialect) ?? dialect,
    word: verdict.word,
    reasons: verdict.reasons.map(({ text }) => text),
    wins: counts.wins,
    losses: counts.losses,
    tasks: counts.wins + counts.ties + counts.losses,
    p: Math.min(p.greater, p.less),
    total: overall?.total ?? null,
    goldenFailed: golden.failed.map((id) => tasks.get(id) ?? id),
    against: approved && {
      version: approved.version,
      outcome: approved.outcome,
      compared: figures.tasks.length - approved.unmeasured.length,
      gained: approved.gained,
      lost: approved.lost,
      p: Math.min(approved.p.greater, approved.p.less),
    },
  };
}

const toMoved = ({ outcome, gained, lost, test }: ReturnType<typeof compareSuiteRuns>) => ({
  outcome,
  gained: [...gained],
  lost: [...lost],
  p: Math.min(test.greater, test.less),
});
