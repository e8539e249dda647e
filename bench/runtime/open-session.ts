import { standardDialect } from "@/lib/dialects/standard";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { sha256 } from "@/lib/platform/crypto";
import { librarySource } from "@/lib/playground/adapters/library-source";
import { resolveRunSkills } from "@/lib/playground/resolve-run-skills";
import type { PayloadOf } from "@/lib/runtime/events";
import { rehearsalWindowTokens, runtimeLimits } from "@/lib/runtime/limits";
import type { SessionSetup } from "@/lib/runtime/session-setup";
import { SkillSession } from "@/lib/runtime/skill-session";
import { createConversation } from "@/lib/sessions/commands";
import { openRun } from "@/lib/sessions/commands/open-run";
import { MemoryLog } from "@/lib/testing/sessions/skill-sessions";
import { countTokens } from "@/lib/tokens/count-tokens";
import type { Room } from "./furnish";

/** What a run of the room's agent is set up with, resolved from the database now. */
export async function setupOf({ context, agentId }: Room): Promise<SessionSetup> {
  const runSkills = await resolveRunSkills(context, agentId, []);
  return {
    skills: runSkills.skills,
    unavailable: runSkills.unavailable,
    mode: "inline",
    budgetCharacters: standardDialect.budgetCharacters(rehearsalWindowTokens),
    dialect: standardDialect,
    limits: runtimeLimits,
    cache: packageCaches(),
    source: librarySource(context, runSkills.packages),
    log: new MemoryLog(),
    countTokens,
    sha256,
  };
}

export function aRunStarted(room: Room, message: string): PayloadOf<"run-started"> {
  return {
    message,
    messageTokens: 10,
    startedBy: { id: room.context.actor.userId, name: room.context.actor.name },
    agent: { id: room.agentId, slug: room.agentSlug, name: "Bench", revision: 2 },
    model: { id: "bench", name: "Bench", kind: "live", windowTokens: rehearsalWindowTokens },
    dialect: "standard",
    mode: "inline",
    overlay: [],
    systemPrompt: { text: "You are on call. Be brief.", tokens: 8, source: "agent" },
    offered: [],
    unavailable: [],
  };
}

/** A run with its log in the database, under a lease of nobody else's. */
export async function aStoredRun(room: Room, message = "Help") {
  const conversation = await createConversation(room.context, { agent: room.agentSlug });
  const { log } = await openRun(room.context, {
    conversation: conversation.id,
    requestKey: null,
    owner: "bench",
    started: aRunStarted(room, message),
  });
  if (!log) throw new Error("The run did not open.");
  return { conversation: conversation.id, log };
}

export const sessionOf = (setup: SessionSetup, log: SessionSetup["log"]): SkillSession =>
  new SkillSession({ ...setup, log });
