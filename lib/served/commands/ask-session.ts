import "server-only";
import type { Context } from "@/lib/access/context";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { privateDigest } from "@/lib/gateway/private-digest";
import { AppError } from "@/lib/kernel/app-error";
import { findPerson } from "@/lib/people/find-people";
import type { SessionEvent } from "@/lib/runtime/events";
import { keepWords } from "../internal/keep-words";
import { oneAfterAnother } from "../internal/one-after-another";
import {
  type OfSession,
  requireOpen,
  requireOwnSession,
  requireRoom,
  roomIn,
} from "../internal/require-program";
import { holdServedLog, readServedLog } from "../internal/served-logs";
import { type ServedRow, toServedSession, withNames } from "../internal/served-rows";
import { pinnedSchema } from "../pinned";
import type { ServedSession } from "../schema";
import { bytesOf, ServedLog } from "../served-log";
import { appendServed } from "../writes/append-served";
import { touchServed } from "./touch-served";

const attempts = 5;

export type Asked<T> = { told: T; session: ServedSession };

/** What one request adds besides its events; `isShared` as in a log. */
export type Adds = { calls?: number; turns?: number; ends?: boolean; isOnce?: true; isShared?: boolean };

/**
 * Answers one request of an open session: `work` adds to the log what it decides, and all of it is committed at once, with
 * what lets the key in held. Where another server was first, `work` begins anew with what that wrote (`isOnce`: CONFLICT
 * instead); so requests of one session never mix. UNAUTHENTICATED for a key that was revoked meanwhile.
 */
export async function askSession<T>(
  context: Context,
  input: OfSession,
  adds: Adds,
  work: (row: ServedRow, log: ServedLog) => Promise<T>,
): Promise<Asked<T>> {
  const { id } = await requireOwnSession(context, input);
  return oneAfterAnother(id, async () => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const row = await requireOwnSession(context, input);
      requireOpen(row, context.now());
      if (!adds.ends) requireRoom(row);
      const before = await readServedLog(context, row);
      const { isShared = false } = adds;
      const { traceId, now } = context;
      const log = new ServedLog(before, {
        sessionId: id,
        traceId,
        now,
        isShared,
        digest: privateDigest,
        ...(adds.ends ? {} : { room: roomIn(row) }),
      });
      const told = await work(row, log);
      const written = await commit(context, row, { before, log, adds });
      if (written) return { told, session: await present(context, written) };
      if (adds.isOnce) break;
    }
    throw new AppError("CONFLICT", "Another request of this session was first. Send this one again.");
  });
}

type Work = { before: readonly SessionEvent[]; log: ServedLog; adds: Adds };

async function commit(
  context: Context,
  row: ServedRow,
  { before, log, adds: { calls = 0, turns = 0, ends = false } }: Work,
): Promise<ServedRow | null> {
  if (log.added.length === 0 && !ends) return touchServed(context, row);
  const { id, lastSeq } = row;
  const done = await inPermittedTransaction(context, "served.use", async (context) => {
    const kept = await keepWords(context, { log, pinned: pinnedSchema.parse(row.pinned) });
    if (!(await appendServed(context, { id, lastSeq, calls, turns, ends, ...kept }))) return null;
    const written = await context.db.servedSession.findUniqueOrThrow({ where: { id }, include: withNames });
    return { written, events: kept.events };
  });
  if (!done) return null;
  holdServedLog({ id, bytes: row.bytes + bytesOf(done.events) }, [...before, ...done.events]);
  return done.written;
}

export const present = async (context: Context, row: ServedRow): Promise<ServedSession> => {
  const person = await findPerson(context, row.key.userId);
  return toServedSession(row, () => person, context.now());
};
