import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { noteFetch } from "@/lib/delivery/commands/note-fetch";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { AppError } from "@/lib/kernel/app-error";
import { minuteMs } from "@/lib/kernel/durations";
import { beginFirstTurn } from "../begin-first-turn";
import { holdKey } from "../internal/hold-key";
import { type Kept, keepWords } from "../internal/keep-words";
import { storedAs, unkeptReference } from "../internal/kept-reference";
import { isUsedUp, requireProgram } from "../internal/require-program";
import { holdServedLog, readServedLog } from "../internal/served-logs";
import { type ServedRow, withNames } from "../internal/served-rows";
import { refuseEnded } from "../is-ended-connection";
import type { pinDelivery } from "../pin-delivery";
import { type OpenedServed, type OpenServed, openServedSchema } from "../schema";
import { bytesOf, type ServedLog } from "../served-log";
import { expiryOf, servedLimits, servedStateOf, type servedWays } from "../served-options";
import { toTurn } from "../to-answer";
import { appendServed } from "../writes/append-served";
import { present } from "./ask-session";
import { endServedSession } from "./end-served-session";
import { touchServed } from "./touch-served";

type OpenInput = OpenServed & {
  agent: string;
  via: (typeof servedWays)[number];
  /** The reference is that of a connection: nothing is opened once that was ended. */
  isConnection?: boolean;
};
type NewSession = Pick<ServedRow, "agentId" | "via" | "client" | "reference" | "dialect" | "mode"> & {
  keyId: string;
  pinned: Awaited<ReturnType<typeof pinDelivery>>;
};

/**
 * Opens a session of the key's agent with the versions that it is delivered now, and its first turn. With a `reference`
 * of an open session: that one again. NOT_FOUND for any other agent and for a connection that was ended, FORBIDDEN
 * without a key to deliver, UNPROCESSABLE for a dialect or mode that is not here, TOO_MANY_REQUESTS where the key has as
 * many as it may.
 */
export async function openServedSession(context: Context, input: OpenInput): Promise<OpenedServed> {
  const { id: keyId } = await requireProgram(context, input.agent);
  const asked = openServedSchema.parse(input);
  const { reference = null, client = null } = asked;
  const opened = await openDelivery(context, input.agent);
  const agentId = opened.agent.id;
  const known = reference === null ? null : await findOpen(context, { keyId, agentId, reference });
  if (known && !isUsedUp(known)) return resume(context, known);
  if (known) await endServedSession(context, { agent: input.agent, session: known.id });
  const id = randomUUID();
  const { log, ...first } = await beginFirstTurn(context, opened, { asked, sessionId: id });
  const session = {
    agentId,
    keyId,
    client,
    reference,
    ...first,
    via: input.via,
  };
  const connection = input.isConnection ? reference : null;
  const { row, events } = await insert(context, id, session, { log, connection });
  if (!events) return resume(context, row);
  holdServedLog({ id, bytes: bytesOf(events) }, events);
  await noteFetch(context, opened);
  return { session: await present(context, row), ...toTurn(log.events()), resumed: false };
}

async function resume(context: Context, known: ServedRow): Promise<OpenedServed> {
  const row = await touchServed(context, known);
  const events = await readServedLog(context, row);
  return { session: await present(context, row), ...toTurn(events), resumed: true };
}

type Named = { keyId: string; agentId: string; reference: string };

async function findOpen(context: Context, { keyId, agentId, reference }: Named): Promise<ServedRow | null> {
  const row = await context.db.servedSession.findFirst({
    where: {
      keyId,
      agentId,
      endedAt: null,
      workspaceId: context.workspace.id,
      reference: { in: storedAs(reference) },
    },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    include: withNames,
  });
  return row && servedStateOf(row, context.now()) === "open" ? row : null;
}

/** One at a time of each key, so that its limits and its references hold; no events where another was first. */
async function insert(
  context: Context,
  id: string,
  { keyId, agentId, reference, ...session }: NewSession,
  { log, connection }: { log: ServedLog; connection: string | null },
): Promise<{ row: ServedRow; events: Kept["events"] | null }> {
  return inPermittedTransaction(context, "served.use", async (context) => {
    const { db, workspace, now } = context;
    await holdKey(context, keyId);
    if (connection !== null) await refuseEnded(context, { agent: agentId, reference: connection });
    const meanwhile = reference === null ? null : await findOpen(context, { keyId, agentId, reference });
    if (meanwhile) return { row: meanwhile, events: null };
    await requireTurn(context, keyId);
    const kept = await keepWords(context, { log, pinned: session.pinned });
    const at = now();
    await db.servedSession.create({
      data: {
        id,
        workspaceId: workspace.id,
        keyId,
        agentId,
        startedAt: at,
        lastAt: at,
        ...session,
        reference: reference !== null && !kept.hasWords ? unkeptReference(reference) : reference,
        hasWords: kept.hasWords,
      },
    });
    await appendServed(context, { id, lastSeq: 0, calls: 0, turns: 1, ends: false, ...kept });
    const row = await db.servedSession.findUniqueOrThrow({ where: { id }, include: withNames });
    return { row, events: kept.events };
  });
}

async function requireTurn({ db, workspace, now }: Context, keyId: string): Promise<void> {
  const at = now().getTime();
  const own = { keyId, workspaceId: workspace.id };
  const lately = await db.servedSession.findMany({
    where: { ...own, startedAt: { gt: new Date(at - minuteMs) } },
    orderBy: { startedAt: "desc" },
    take: servedLimits.openedPerMinute,
    select: { startedAt: true },
  });
  const first = lately[servedLimits.openedPerMinute - 1];
  if (first)
    throw tooMany(
      `This key has opened ${servedLimits.openedPerMinute} sessions within a minute.`,
      first.startedAt.getTime() + minuteMs - at,
    );
  const open = await db.servedSession.findMany({
    where: {
      ...own,
      endedAt: null,
      lastAt: { gt: new Date(at - servedLimits.idleMs) },
      startedAt: { gt: new Date(at - servedLimits.longestMs) },
    },
    take: servedLimits.open,
    select: { startedAt: true, lastAt: true },
  });
  if (open.length >= servedLimits.open)
    throw tooMany(
      `This key has ${servedLimits.open} sessions open. End those that are done with.`,
      Math.min(...open.map((row) => expiryOf(row).getTime())) - at,
    );
}

const tooMany = (message: string, waitMs: number): AppError =>
  new AppError("TOO_MANY_REQUESTS", message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
