import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { sha256 } from "@/lib/platform/crypto";
import type { ActivityFact } from "@/lib/runtime/count-activity";

/** Who may know of what is counted: everyone in the workspace, its owner, or its owner and whoever manages keys. */
export type Audience =
  | { audience: "everyone"; ownerId: null }
  | { audience: "owner" | "keys"; ownerId: string };

export type CountedIn = { workspaceId: string; sessionId: string; audience: Audience };

/**
 * Adds these facts to what is kept of their days, in one statement; those of skills that are gone are passed over. Rows are
 * taken in the order of their keys, so that several writers wait for each other and none for ever.
 */
export async function writeCounts(
  { db }: DatabaseContext,
  { workspaceId, audience: { audience, ownerId } }: CountedIn,
  facts: readonly ActivityFact[],
): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map((fact) => ({ ...fact, key: keyOf(workspaceId, { audience, ownerId, fact }) }));
  await db.$executeRaw`
    INSERT INTO "SkillActivity" (key, "workspaceId", "skillId", day, version, "isDraft", "agentId", dialect, model,
      "modelKind", outcome, reason, "insteadId", audience, "ownerId", count, turns, tokens)
    SELECT fact.key, ${workspaceId}::uuid, fact."skillId", fact.day, fact.version, fact."isDraft", fact."agentId",
      fact.dialect, fact.model, fact."modelKind", fact.outcome, fact.reason, fact."insteadId", ${audience}::text,
      ${ownerId}::uuid, fact.count, fact.turns, fact.tokens
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS fact(key text, "skillId" uuid, day date, version int,
      "isDraft" boolean, "agentId" uuid, dialect text, model text, "modelKind" text, outcome text, reason text,
      "insteadId" uuid, count int, turns int, tokens bigint)
    JOIN "Skill" skill ON skill.id = fact."skillId" AND skill."workspaceId" = ${workspaceId}::uuid
    ORDER BY fact.key
    ON CONFLICT (key) DO UPDATE SET count = "SkillActivity".count + EXCLUDED.count,
      turns = "SkillActivity".turns + EXCLUDED.turns, tokens = "SkillActivity".tokens + EXCLUDED.tokens`;
}

type Counted = { audience: string; ownerId: string | null; fact: ActivityFact };

function keyOf(workspaceId: string, { audience, ownerId, fact }: Counted): string {
  const { skillId, version, isDraft, agentId, dialect, model, modelKind, day, outcome, reason, insteadId } =
    fact;
  const place = [workspaceId, skillId, day, version, isDraft, agentId, dialect, model, modelKind];
  return sha256(JSON.stringify([...place, outcome, reason, insteadId, audience, ownerId]));
}

/** Remembers which skills a conversation had activated, since which day. */
export async function writeFirings(
  { db }: DatabaseContext,
  { workspaceId, sessionId, audience: { audience, ownerId } }: CountedIn,
  facts: readonly ActivityFact[],
): Promise<void> {
  const fired = facts.filter(({ outcome, count }) => count > 0 && isFiring(outcome));
  if (fired.length === 0) return;
  await db.$executeRaw`
    INSERT INTO "SkillFiring" ("sessionId", "skillId", "workspaceId", day, audience, "ownerId")
    SELECT ${sessionId}::uuid, fact."skillId", ${workspaceId}::uuid, min(fact.day), ${audience}::text, ${ownerId}::uuid
    FROM json_to_recordset(${JSON.stringify(fired)}::json) AS fact("skillId" uuid, day date)
    JOIN "Skill" skill ON skill.id = fact."skillId" AND skill."workspaceId" = ${workspaceId}::uuid
    GROUP BY fact."skillId" ORDER BY fact."skillId"
    ON CONFLICT ("sessionId", "skillId") DO UPDATE SET day = LEAST("SkillFiring".day, EXCLUDED.day),
      audience = EXCLUDED.audience, "ownerId" = EXCLUDED."ownerId"`;
}

const isFiring = (outcome: ActivityFact["outcome"]): boolean =>
  outcome === "activated" || outcome === "repeated";
