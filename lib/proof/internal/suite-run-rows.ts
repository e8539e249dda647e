import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { Prisma } from "@/lib/db/generated/client";
import { sayModelAddress } from "@/lib/models/model-address";
import { findPeople } from "@/lib/people/find-people";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { askedLiveModel } from "../models/asks-live-model";
import { toBeside } from "../plans/beside-columns";
import { suiteKinds, suiteRunStates, triedSources } from "../proof-options";
import { effectFiguresSchema } from "../reports/effect-schema";
import { figuresSchema } from "../reports/figures-schema";
import type { SuiteRun } from "../schema";
import { triedArmSchema } from "../suites/task-schema";
import { readRunJudges } from "./run-judges";
import { noTrials, readTrialSums, type TrialSums } from "./trial-sums";

/** What a list needs of runs: neither their cases nor what they offer. */
export const suiteRunColumns = {
  omit: { tried: true, offer: true, selfCheck: true },
  include: { skill: { select: { name: true } } },
} as const satisfies Prisma.SuiteRunDefaultArgs;
export type SuiteRunRow = Prisma.SuiteRunGetPayload<typeof suiteRunColumns>;

const dialectsSchema = z.array(z.object({ id: z.string(), name: z.string(), mode: z.enum(catalogueModes) }));
const armsSchema = z.array(triedArmSchema);
const kindSchema = z.enum(["rules", "recording", "live"]);

/** Rows as they are told, with what their trials have come to so far. */
export async function toSuiteRuns(
  context: WorkspaceContext,
  rows: readonly SuiteRunRow[],
): Promise<SuiteRun[]> {
  const sums = await readTrialSums(context, rows);
  const counts = await countDigests(context, rows);
  const judges = await readRunJudges(context, rows, sums);
  const asked = await readAsked(context, rows);
  const personOf = await findPeople(
    context,
    rows.map(({ startedById }) => startedById),
  );
  return rows.map((row) => {
    const sum = sums.get(row.id) ?? noTrials;
    const kind = kindSchema.parse(row.modelKind);
    const { address = null, routerModel = null } = asked.get(row.id) ?? {};
    const asksLive = askedLiveModel({ ...row, routerModel });
    return {
      id: row.id,
      number: row.number,
      skill: row.skill.name,
      failure: row.failure,
      suite: z.enum(suiteKinds).parse(row.suite),
      state: z.enum(suiteRunStates).parse(row.state),
      source: {
        follows: z.enum(triedSources).parse(row.follows),
        version: row.version,
        revision: row.revision,
      },
      digest: row.digest,
      suiteDigest: row.suiteDigest,
      beside: toBeside(row),
      runsOfDigest: counts.get(bytesOf(row)) ?? 1,
      agent: { slug: row.agentSlug, name: row.agentName, revision: row.agentRevision },
      model: {
        id: row.modelId,
        name: row.modelName,
        kind,
        asks: sayModelAddress(address ?? ""),
      },
      scripted: kind !== "live",
      asksLive,
      dialects: dialectsSchema.parse(row.dialects),
      cases: row.cases,
      approvedVersion: row.approvedVersion,
      arms: armsSchema.parse(row.arms ?? []),
      shouldFind: row.shouldFind,
      shouldNot: row.suite === "effect" ? 0 : row.cases - row.shouldFind,
      repeats: row.repeats,
      wholeMatrix: row.wholeMatrix,
      repeatOf: row.repeatOf,
      judge: judges.get(row.id) ?? null,
      capUsd: row.capUsd === null ? null : Number(row.capUsd),
      progress: progressOf(sum),
      calls: { asked: sum.asked, kept: sum.kept },
      keptFrom: sum.keptFrom,
      tokens: { input: sum.input, output: sum.output, cached: sum.cached },
      costUsd: asksLive && sum.unpriced > 0 ? null : Number(row.spentUsd),
      ...shortFigures(row),
      startedBy: personOf(row.startedById),
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    };
  });
}

const progressOf = ({ total, queued, running, done, invalid }: TrialSums): SuiteRun["progress"] => ({
  total,
  queued,
  running,
  done,
  invalid,
});

type Asked = { address: string | null; routerModel: string | null };

/** Which models each of them asked, of all that it keeps to. */
async function readAsked(
  { db, workspace }: WorkspaceContext,
  rows: readonly SuiteRunRow[],
): Promise<ReadonlyMap<string, Asked>> {
  const read = await db.$queryRaw<(Asked & { id: string })[]>`
    SELECT id, offer->>'address' AS address, offer->>'routerModel' AS "routerModel" FROM "SuiteRun"
    WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND "workspaceId" = ${workspace.id}::uuid`;
  return new Map(read.map(({ id, ...asked }) => [id, asked]));
}

/** Of a run that has ended, what a list tells of its figures. */
function shortFigures({ suite, figures }: SuiteRunRow): Pick<SuiteRun, "scores" | "effects"> {
  if (suite === "effect") {
    const written = z.array(effectFiguresSchema).parse(figures ?? []);
    const effects = written.map(({ dialect, overall, counts, p, netWin, verdict: { word } }) => {
      return { dialect, overall, counts, p, netWin, verdict: word };
    });
    return { scores: [], effects };
  }
  const written = z.array(figuresSchema).parse(figures ?? []);
  const scores = written.map(({ dialect, recall, precision }) => ({ dialect, recall, precision }));
  return { scores, effects: [] };
}

async function countDigests(
  { db, workspace }: WorkspaceContext,
  rows: readonly SuiteRunRow[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await db.suiteRun.groupBy({
    by: ["skillId", "digest", "besideSkillId", "besideDigest"],
    where: {
      workspaceId: workspace.id,
      skillId: { in: rows.map(({ skillId }) => skillId) },
      digest: { in: rows.map(({ digest }) => digest) },
      improvementId: null,
    },
    _count: true,
  });
  return new Map(counts.map(({ _count, ...bytes }) => [bytesOf(bytes), _count]));
}

type Bytes = Pick<SuiteRunRow, "skillId" | "digest" | "besideSkillId" | "besideDigest">;

/** What was tried: runs beside other bytes of a sibling are counted apart. */
const bytesOf = ({ skillId, digest, besideSkillId, besideDigest }: Bytes): string =>
  JSON.stringify([skillId, digest, besideSkillId, besideDigest]);
