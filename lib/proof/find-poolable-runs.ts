import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { SuiteRun as SuiteRunRow } from "@/lib/db/generated/client";
import { type FrozenOffer, frozenOfferSchema } from "./frozen-offer";
import { isGoingOn, type PoolRefusal, suiteRunStates } from "./proof-options";

export type PoolRow = SuiteRunRow & { skill: { name: string } };
type LeftOut = { number: number; reason: PoolRefusal; message: string };

/** Of the newest runs of the same bytes so many are looked at, and of trials so many are pooled. */
const most = { runs: 40, trials: 40_000 } as const;

/** The runs of the bytes of `row` that are alike in all else, the first begun first; `row` is one of them once it has ended. */
export async function findPoolableRuns(
  { db, workspace }: WorkspaceContext,
  row: PoolRow,
): Promise<{ runs: PoolRow[]; leftOut: LeftOut[] }> {
  const { skillId, digest, suite, improvementId, improvementAttempt, besideSkillId, besideDigest } = row;
  // A neighbour's run in an attempt, or for a draft, is of the same bytes, beside others of a sibling.
  const attempt = { improvementId, improvementAttempt, besideSkillId, besideDigest };
  const where = { skillId, digest, suite, workspaceId: workspace.id, ...attempt };
  const include = { skill: { select: { name: true } } };
  const newest = await db.suiteRun.findMany({ where, orderBy: { number: "desc" }, take: most.runs, include });
  const older = await db.suiteRun.findMany({
    where: { ...where, id: { notIn: newest.map(({ id }) => id) } },
    orderBy: { number: "desc" },
    take: 200,
    select: { number: true },
  });
  const alike = likeness(row);
  const runs: PoolRow[] = [];
  const leftOut: LeftOut[] = older.map(({ number }) => ({ number, ...tooMany }));
  // The run that is asked for is never the one that there is no room for.
  let trials = trialsOf(row);
  for (const one of newest) {
    const refusal = refusalOf(row, one, alike);
    const room = one.id === row.id || trials + trialsOf(one) <= most.trials;
    if (refusal) leftOut.push({ number: one.number, ...refusal });
    else if (!room) leftOut.push({ number: one.number, ...tooMany });
    else {
      runs.push(one);
      trials += one.id === row.id ? 0 : trialsOf(one);
    }
  }
  const inOrder = <T extends { number: number }>(all: readonly T[]) =>
    all.toSorted((left, right) => left.number - right.number);
  return { runs: inOrder(runs), leftOut: inOrder(leftOut) };
}

const tooMany = {
  reason: "too-many",
  message: `There are more runs than are pooled: the newest ${most.runs}, with ${most.trials} trials at most.`,
} as const;

const dialectIds = z.array(z.object({ id: z.string() }));
const armList = z.array(z.unknown()).nullable();

function trialsOf({ cases, repeats, dialects, arms }: PoolRow): number {
  const ways = (armList.parse(arms)?.length ?? 1) * dialectIds.parse(dialects).length;
  return cases * repeats * ways;
}

type Likeness = { address: string; catalogues: ReadonlyMap<string, string> };
type Refusal = Omit<LeftOut, "number">;

function refusalOf(row: PoolRow, one: PoolRow, alike: Likeness | null): Refusal | null {
  const state = z.enum(suiteRunStates).parse(one.state);
  if (one.removedAt !== null)
    return { reason: "deleted", message: "It was deleted; what it came to is gone." };
  if (isGoingOn(state)) return { reason: "going-on", message: "It still goes on." };
  if (one.id === row.id) return null;
  if (one.modelKind !== row.modelKind)
    return one.modelKind === "live"
      ? { reason: "live", message: `${one.modelName} answered it, a live model.` }
      : { reason: "scripted", message: "No language model answered it." };
  if (one.agentId !== row.agentId)
    return { reason: "another-agent", message: `It ran with the agent ${one.agentName}.` };
  if (one.suiteDigest !== row.suiteDigest)
    return { reason: "another-suite", message: "Its cases were read otherwise." };
  const other = likeness(one);
  if (alike === null || other === null || other.address !== alike.address || namesDiffer(row, one))
    return { reason: "another-model", message: `It was answered by ${answererOf(one)}.` };
  const differing = [...other.catalogues].find(([id, text]) => (alike.catalogues.get(id) ?? text) !== text);
  if (differing)
    return {
      reason: "another-catalogue",
      message: "The agent's instructions, tools or other skills were different.",
    };
  return null;
}

/** A connection may be pointed elsewhere, and a name stand for another model than last month. */
function namesDiffer({ answeredAs }: PoolRow, other: PoolRow): boolean {
  if (answeredAs.length === 0 || other.answeredAs.length === 0) return false;
  return answeredAs.toSorted().join("\n") !== other.answeredAs.toSorted().join("\n");
}

const answererOf = ({ modelName, answeredAs }: PoolRow): string =>
  answeredAs.length === 0 ? modelName : `${modelName}, which called itself ${answeredAs.join(", ")}`;

/** Which model at which address answers, and what it is sent before any message, by dialect; null where that is gone. */
function likeness({ offer, suite }: PoolRow): Likeness | null {
  const read = frozenOfferSchema.safeParse(offer).data;
  if (!read) return null;
  return {
    address: JSON.stringify([read.address, read.routerModel]),
    catalogues: new Map(read.dialects.map((one) => [one.started.dialect, catalogueOf(one, suite)])),
  };
}

/** Of siblings a trigger trial is told names and descriptions; in a task their bodies may be read too. */
function catalogueOf({ started, wording, skills }: FrozenOffer["dialects"][number], suite: string): string {
  const { mode, systemPrompt, otherTools } = started;
  return JSON.stringify([
    mode,
    systemPrompt.text,
    otherTools ?? [],
    wording,
    skills.map(({ ref, description, whenToUse, priority }) => [
      ref.name,
      description,
      whenToUse,
      priority,
      ref.modelInvocable ?? true,
      suite === "effect" ? ref.digest : null,
    ]),
  ]);
}
