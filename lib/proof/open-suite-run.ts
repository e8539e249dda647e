import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import { newTraceId } from "@/lib/platform/crypto";
import { type TriedCase, triedCaseSchema } from "./case-schema";
import { type FrozenOffer, frozenOfferSchema } from "./frozen-offer";

/** What of a run never changes. */
export type OpenSuiteRun = {
  id: string;
  skillId: string;
  skill: string;
  number: number;
  modelId: string;
  agentId: string;
  startedById: string;
  wholeMatrix: boolean;
  repeatOf: number | null;
  /** Of the skill's bytes that are tried. */
  digest: string;
  /** Whether it has a limit of its own to what it spends. */
  isCapped: boolean;
  cases: ReadonlyMap<string, TriedCase>;
  offer: FrozenOffer;
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
  const { skillId, number, modelId, agentId, startedById, wholeMatrix, repeatOf } = row;
  const tried = z.array(triedCaseSchema).parse(row.tried);
  const opened: OpenSuiteRun = {
    id,
    skillId,
    skill: row.skill.name,
    number,
    modelId,
    agentId,
    startedById,
    wholeMatrix,
    repeatOf,
    cases: new Map(tried.map((one) => [one.id, one])),
    offer: frozenOfferSchema.parse(row.offer),
    digest: row.digest,
    isCapped: row.capUsd !== null,
  };
  held().set(id, opened);
  return opened;
}

/**
 * Who started it, acting again: what is asked counts as theirs. Null once they get in no more: then nobody is there whom
 * it could be asked for.
 */
export async function contextOfStarter(
  { db }: DatabaseContext,
  { workspaceId, startedById, now }: { workspaceId: string; startedById: string; now: () => Date },
): Promise<Context | null> {
  const member = await db.member.findUnique({
    where: { workspaceId_userId: { workspaceId, userId: startedById } },
    include: { user: true, workspace: true },
  });
  if (!member || member.user.deactivatedAt !== null) return null;
  const { id: userId, name, email, isOperator } = member.user;
  const { slug, name: workspaceName } = member.workspace;
  return {
    actor: { kind: "user", userId, name, email, isOperator },
    workspace: { id: workspaceId, slug, name: workspaceName, role: member.role },
    db,
    now,
    traceId: newTraceId(),
    address: null,
  };
}
