import "server-only";
import type { ActingKey, Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { type AgentDelivery, openDelivery } from "@/lib/delivery/open-delivery";
import { readHostLogs, type ToldSkill } from "@/lib/hosts/read-host-logs";
import { AppError } from "@/lib/kernel/app-error";
import { dayMs } from "@/lib/kernel/durations";
import { sha256 } from "@/lib/platform/crypto";
import { type ActivityFact, sumActivity } from "@/lib/runtime/count-activity";
import { noteTold, wasTold } from "../internal/told-before";
import { writeCounts, writeFirings } from "../writes/write-counts";

export type TakenHostLogs = {
  counted: number;
  /** Activations of skills that the key's agent does not deliver. */
  unknown: number;
  /** Activations whose skill the host keeps to itself. */
  unnamed: number;
};

/** A host may be away for days and then tell everything; what is older, or of a clock that is ahead, is of today. */
const oldestMs = 30 * dayMs;
const aheadMs = 10 * 60 * 1000;

/**
 * Counts what a host says that it did with the skills of its agent. Told twice, it is counted once: hosts send again what
 * was not answered in time. Its key says which agent, and so whose skills these are; other names are nobody's here.
 */
export async function takeHostLogs(context: Context, body: unknown): Promise<TakenHostLogs> {
  requirePermission(context, "served.use");
  const { key } = context.actor;
  if (!key?.delivers) throw new AppError("FORBIDDEN", "Only a host with a key to deliver tells what it did.");
  const read = readHostLogs(body);
  if (!read)
    throw new AppError(
      "BAD_REQUEST",
      "This is no export of logs: send an ExportLogsServiceRequest of OTLP as JSON, with resourceLogs.",
    );
  const opened = await openDelivery(context, key.delivers.agentId);
  const known = read.told.flatMap((told) => {
    const skill = opened.delivery.skills.find(({ name }) => name === told.skill);
    return skill ? [{ told, skill }] : [];
  });
  const news = known.filter(({ told }) => !wasTold(key.id, told));
  const facts = news.map((one) => ({
    session: one.told.session,
    fact: toFact(one, { context, key, opened }),
  }));
  if (facts.length > 0) await write(context, key, facts);
  for (const { told } of news) noteTold(key.id, told);
  return { counted: facts.length, unknown: read.told.length - known.length, unnamed: read.unnamed };
}

type Known = { told: ToldSkill; skill: AgentDelivery["delivery"]["skills"][number] };
type Asking = { context: Context; key: ActingKey; opened: AgentDelivery };

function toFact({ told, skill }: Known, { context, key, opened }: Asking): ActivityFact {
  // What a host has is what its key fetched last; a key that fetched something else, or nothing, does not say.
  const hasThis = key.delivers?.fetchedDigest === opened.delivery.digest;
  const isActivated = told.outcome === "activated";
  return {
    skillId: skill.skillId,
    version: hasThis ? skill.version.number : null,
    isDraft: false,
    agentId: opened.agent.id,
    dialect: "claude-code",
    model: told.model ?? "not told",
    modelKind: "live",
    day: dayOf(told.atMs, context.now()),
    outcome: isActivated ? "activated" : "refused",
    reason: isActivated ? `by-${told.askedBy}` : "by-host",
    insteadId: null,
    count: 1,
    turns: 1,
    tokens: 0,
  };
}

function dayOf(atMs: number | null, now: Date): string {
  const nowMs = now.getTime();
  const isBelieved = atMs !== null && atMs > nowMs - oldestMs && atMs < nowMs + aheadMs;
  return new Date(isBelieved ? atMs : nowMs).toISOString().slice(0, 10);
}

type Told = { session: string; fact: ActivityFact };

async function write(context: Context, key: ActingKey, told: readonly Told[]): Promise<void> {
  const audience = { audience: "keys", ownerId: context.actor.userId } as const;
  const workspaceId = context.workspace.id;
  await inPermittedTransaction(context, "served.use", async (context) => {
    const facts = sumActivity(told.map(({ fact }) => fact));
    await writeCounts(context, { workspaceId, sessionId: key.id, audience }, facts);
    for (const [session, ofSession] of Map.groupBy(told, ({ session }) => session))
      await writeFirings(
        context,
        { workspaceId, sessionId: sessionIdOf(key.id, session), audience },
        ofSession.map(({ fact }) => fact),
      );
  });
}

/** The host's id of a conversation as one of ours: as a UUID of version 8, in which everybody may put what they like. */
function sessionIdOf(keyId: string, session: string): string {
  const hex = sha256(`${keyId}:${session}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
