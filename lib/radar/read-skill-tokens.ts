import "server-only";
import { z } from "zod";
import type { DatabaseContext } from "@/lib/db/client";
import { type EventOf, eventSchema, type SessionEvent } from "@/lib/runtime/events";

/** Tokens that a skill takes of a window: of every request, and of each conversation that loads it (null: none did). */
export type SkillTokens = { catalogue: number; activation: number | null };

/**
 * What the sessions of an effect run show that the skill takes, as the runtime counted it: the catalogue and its tools with the
 * skill less those without it, and the text that comes in with an activation. Null where no session was kept.
 */
export async function readSkillTokens(
  { db }: DatabaseContext,
  { suiteRunId, skillId }: { suiteRunId: string | null; skillId: string },
): Promise<SkillTokens | null> {
  if (suiteRunId === null) return null;
  const sessionIn = async (arm: string, isLoaded: boolean): Promise<SessionEvent[] | null> => {
    const [row] = await db.$queryRaw<{ events: unknown }[]>`
      SELECT events FROM "Trial" WHERE "suiteRunId" = ${suiteRunId}::uuid AND arm = ${arm} AND state = 'done'
        AND events IS NOT NULL AND (NOT ${isLoaded} OR cardinality(activated) > 0)
      ORDER BY position LIMIT 1`;
    return row ? z.array(eventSchema).parse(row.events) : null;
  };
  const [found, without] = [await sessionIn("found", false), await sessionIn("without", false)];
  if (!found || !without) return null;
  const loaded = [await sessionIn("found", true), await sessionIn("given", true)];
  const activations = loaded.flatMap((events) => tokensOfActivation(events ?? [], skillId));
  return {
    catalogue: Math.max(0, catalogueTokens(found) - catalogueTokens(without)),
    activation: activations[0] ?? null,
  };
}

const isCatalogue = (event: SessionEvent): event is EventOf<"catalogue-injected"> =>
  event.type === "catalogue-injected";

/** None where the agent has no other skill: then it has no catalogue either. */
function catalogueTokens(events: readonly SessionEvent[]): number {
  const injected = events.find(isCatalogue);
  return injected ? injected.payload.tokens + injected.payload.toolTokens : 0;
}

const tokensOfActivation = (events: readonly SessionEvent[], skillId: string): number[] =>
  events.flatMap((event) =>
    event.type === "skill-activated" && event.payload.skill.skillId === skillId ? [event.payload.tokens] : [],
  );
