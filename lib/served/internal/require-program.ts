import "server-only";
import { z } from "zod";
import type { ActingKey, Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { AppError } from "@/lib/kernel/app-error";
import { formatNumber } from "@/lib/kernel/format-count";
import type { LogRoom } from "../served-log";
import { servedLimits, servedStateOf } from "../served-options";
import { type ServedRow, withNames } from "./served-rows";

/**
 * The key that a program came with. FORBIDDEN for people, and for keys that do not deliver; a person is told NOT_FOUND
 * first of an agent that is not here.
 */
export async function requireProgram(context: Context, agent: string): Promise<ActingKey> {
  requirePermission(context, "served.use");
  const { key } = context.actor;
  if (key) return key;
  await openDelivery(context, agent);
  throw new AppError(
    "FORBIDDEN",
    "Only a program with a key to deliver does this: its agent is the one that is served.",
  );
}

export type OfSession = { agent: string; session: string };

/**
 * A session of this very key, open or not. NOT_FOUND, in the same words, for one of another key, of another agent or of
 * another workspace, and for none.
 */
export async function requireOwnSession(context: Context, { agent, session }: OfSession): Promise<ServedRow> {
  const { id: keyId } = await requireProgram(context, agent);
  const row = z.uuid().safeParse(session).success
    ? await context.db.servedSession.findFirst({
        where: { id: session, keyId, workspaceId: context.workspace.id },
        include: withNames,
      })
    : null;
  if (!row || ![row.agent.slug, row.agent.id].includes(agent))
    throw new AppError("NOT_FOUND", "There is no such session of this agent here. Open one.");
  return row;
}

/** GONE for a session that is over. */
export function requireOpen(row: ServedRow, now: Date): void {
  const state = servedStateOf(row, now);
  if (state === "ended") throw gone("This session was ended.");
  if (state === "expired")
    throw gone(
      now.getTime() - row.lastAt.getTime() >= servedLimits.idleMs
        ? "This session ended because nobody asked for 60 minutes."
        : "This session ended after 24 hours, the longest that one goes on.",
    );
}

/** GONE for a session that has nothing left to give. */
export function requireRoom({ calls, bytes }: Pick<ServedRow, "calls" | "bytes">): void {
  if (calls >= servedLimits.calls)
    throw gone(`This session has answered ${formatNumber(servedLimits.calls)} calls, the most of one.`);
  if (bytes >= servedLimits.bytes) throw gone("This session holds as much as one may.");
}

/** Whether the next message or call would be told that there is no room. */
export const isUsedUp = ({ calls, turns, bytes }: Pick<ServedRow, "calls" | "turns" | "bytes">): boolean =>
  calls >= servedLimits.calls || turns >= servedLimits.turns || bytes >= servedLimits.bytes;

/** What one request may add to a session's log: at its last it may hold twice as much as one. */
export const roomIn = ({ bytes }: Pick<ServedRow, "bytes">): LogRoom => ({
  bytes: 2 * servedLimits.bytes - bytes,
  full: () => gone("This session has no room for all that this would put into it."),
});

const gone = (why: string): AppError => new AppError("GONE", `${why} Open another.`);
