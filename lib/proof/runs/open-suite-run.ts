import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { lifeState } from "@/lib/access/key-state";
import { findMemberContext } from "@/lib/access/member-context";
import type { DatabaseContext } from "@/lib/db/client";
import { type FrozenJudge, frozenJudgeSchema } from "../judges/judge-schema";
import { type FrozenOffer, frozenOfferSchema } from "../plans/frozen-offer";
import { type TriedCase, triedCaseSchema } from "../suites/case-schema";
import { type TriedTask, triedTaskSchema } from "../suites/task-schema";

/** What of a run never changes. */
export type OpenSuiteRun = {
  id: string;
  skillId: string;
  /** As it was called when it was frozen: so do its cases, and so is it offered. */
  skill: string;
  number: number;
  modelId: string;
  agentId: string;
  startedById: string;
  /** Of the program that started it, if one did. */
  startedByKeyId: string | null;
  wholeMatrix: boolean;
  repeatOf: number | null;
  /** Of the skill's bytes that are tried. */
  digest: string;
  /** Whether it has a limit of its own to what it spends. */
  isCapped: boolean;
  /** What its model called itself so far, as far as this server knows. */
  answeredAs: Set<string>;
  /** By their ids; none in an effect run, which has tasks. */
  cases: ReadonlyMap<string, TriedCase>;
  tasks: ReadonlyMap<string, TriedTask>;
  offer: FrozenOffer;
  /** Who compares answers of an effect run; null where nobody does. */
  judge: FrozenJudge | null;
};

declare global {
  var greenroomOpenSuiteRuns: LRUCache<string, OpenSuiteRun> | undefined;
}
const held = (): LRUCache<string, OpenSuiteRun> => {
  globalThis.greenroomOpenSuiteRuns ??= new LRUCache({ max: 20 });
  return globalThis.greenroomOpenSuiteRuns;
};

/** Null when the run is gone, and its skill with it. Held in memory: thousands of trials ask for the same. */
export async function openSuiteRun({ db }: DatabaseContext, id: string): Promise<OpenSuiteRun | null> {
  const known = held().get(id);
  if (known) return known;
  const row = await db.suiteRun.findUnique({ where: { id }, include: { skill: { select: { name: true } } } });
  if (!row) return null;
  const { skillId, number, modelId, agentId, startedById, startedByKeyId, wholeMatrix, repeatOf } = row;
  const isEffect = row.suite === "effect";
  const cases = isEffect ? [] : z.array(triedCaseSchema).parse(row.tried);
  const tasks = isEffect ? z.array(triedTaskSchema).parse(row.tried) : [];
  const opened: OpenSuiteRun = {
    id,
    skillId,
    skill: row.skillName ?? row.skill.name,
    number,
    modelId,
    agentId,
    startedById,
    startedByKeyId,
    wholeMatrix,
    repeatOf,
    cases: new Map(cases.map((one) => [one.id, one])),
    tasks: new Map(tasks.map((one) => [one.id, one])),
    offer: frozenOfferSchema.parse(row.offer),
    judge: row.judge === null ? null : frozenJudgeSchema.parse(row.judge),
    digest: row.digest,
    isCapped: row.capUsd !== null,
    answeredAs: new Set(row.answeredAs),
  };
  held().set(id, opened);
  return opened;
}

/** Who a run is carried out for, or why for nobody any more, in words. */
export type Starter = { context: Context } | { gone: string };

type Started = { workspaceId: string; startedById: string; startedByKeyId: string | null; now: () => Date };

/**
 * Who started it, acting again: what is asked counts as theirs. Nobody, once they get in no more, or once the key that
 * their program came with has ended.
 */
export async function contextOfStarter({ db }: DatabaseContext, started: Started): Promise<Starter> {
  const { workspaceId, startedById, startedByKeyId, now } = started;
  const context = await findMemberContext({ db }, { workspaceId, userId: startedById, now });
  if (!context) return { gone: "Whoever started this run is no longer here." };
  const endedKey =
    startedByKeyId === null ? null : await findEndedKey({ db }, { ...started, startedByKeyId });
  if (endedKey !== null) return { gone: endedKey };
  return { context };
}

async function findEndedKey(
  { db }: DatabaseContext,
  { startedByKeyId, workspaceId, now }: Started & { startedByKeyId: string },
): Promise<string | null> {
  const key = await db.apiKey.findFirst({ where: { id: startedByKeyId, workspaceId } });
  const state = key === null ? "revoked" : lifeState(key, now());
  if (state === "active") return null;
  return state === "expired"
    ? "The key that started this run has expired."
    : "The key that started this run was revoked.";
}
