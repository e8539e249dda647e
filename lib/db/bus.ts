import "server-only";
import { EventEmitter } from "node:events";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { connectionOptions, requestLimits } from "./bounded-pool";
import type { DatabaseContext } from "./client";

/**
 * What one server tells all others through Postgres LISTEN/NOTIFY. Payloads carry ids only (8,000 bytes is
 * Postgres's limit). A dropped connection loses messages, so listeners get `resync` and read from what they know.
 */
const messageSchema = z.discriminatedUnion("topic", [
  /** seq 0: something about the conversation changed that is no event. */
  z.object({ topic: z.literal("conversation"), conversationId: z.string(), seq: z.number() }),
  z.object({ topic: z.literal("stop-run"), runId: z.string() }),
  z.object({ topic: z.literal("tool-result"), runId: z.string() }),
  z.object({ topic: z.literal("import"), importId: z.string() }),
  /** `draftOnly`: what is published, and what it is called, is as it was. */
  z.object({
    topic: z.literal("library"),
    workspaceId: z.string(),
    draftOnly: z.literal(true).optional(),
  }),
  z.object({ topic: z.literal("agents"), workspaceId: z.string() }),
  /** Who is in a workspace, and as what; or that it is gone. */
  z.object({ topic: z.literal("members"), workspaceId: z.string() }),
  /** A review, its verdicts or its threads. */
  z.object({ topic: z.literal("reviews"), workspaceId: z.string() }),
  /** A new or read line of one person's inbox. */
  z.object({ topic: z.literal("inbox"), workspaceId: z.string(), userId: z.string() }),
  /**
   * What went by in a conversation of a live host or of an agent's program, or that it was removed; `ownerId` is null
   * where everybody sees it. `forManagers`: who manages keys sees it too.
   */
  z.object({
    topic: z.literal("live"),
    workspaceId: z.string(),
    sessionId: z.string(),
    ownerId: z.string().nullable(),
    forManagers: z.literal(true).optional(),
  }),
  /** A run of a suite, or a radar run over many: it began, a trial ended, or the run did, by itself or by somebody. */
  z.object({
    topic: z.literal("proof"),
    workspaceId: z.string(),
    suiteRunId: z.string(),
    ended: z.literal(true).optional(),
    trialEnded: z.literal(true).optional(),
  }),
  z.object({ topic: z.literal("clear-caches") }),
]);
export type BusMessage = z.infer<typeof messageSchema>;

/** Exported for statements that notify by themselves; everybody else calls `notify`. */
export const busChannel = "greenroom";
const firstDelayMs = 250;
const longestDelayMs = 10_000;

/** Whoever told of a change hears of it by then, or it never came to be. */
const longestToldMs = 15_000;
/** By whom, and in which of its transactions: those of one server are counted from 1. */
const tellerSchema = z.object({ from: z.string().optional(), turn: z.number().optional() });
type Teller = z.infer<typeof tellerSchema>;

type Bus = {
  emitter: EventEmitter;
  listening: boolean;
  /** The connection stands, so that nothing that is told now is missed. */
  hears: boolean;
  /** Of this process, so that it knows its own notices. */
  id: string;
  /** Its own that have not come back yet, by what they are about: of which transactions. */
  told: LRUCache<string, Set<number>>;
  /** Postgres hands on two notices of one transaction as one when they are the same: so they have the same turn. */
  turns: WeakMap<DatabaseContext["db"], number>;
  /** Of transactions within an open one that have ended well: what they told of goes with it. */
  within: WeakMap<DatabaseContext["db"], readonly number[]>;
  turn: number;
};
declare global {
  var greenroomBus: Bus | undefined;
}
// Pages and routes are separate bundles of one process: they share the bus through the global object.
function bus(): Bus {
  globalThis.greenroomBus ??= {
    emitter: new EventEmitter().setMaxListeners(0),
    listening: false,
    hears: false,
    id: crypto.randomUUID(),
    told: new LRUCache({ max: 10_000, ttl: longestToldMs }),
    turns: new WeakMap(),
    within: new WeakMap(),
    turn: 0,
  };
  return globalThis.greenroomBus;
}

/** Tells every server, this one too, when and only when the transaction commits. */
export async function notify({ db }: DatabaseContext, message: BusMessage): Promise<void> {
  const state = bus();
  const turn = state.turns.get(db) ?? ++state.turn;
  state.turns.set(db, turn);
  const subject = subjectOf(message);
  if (state.hears && subject !== null)
    state.told.set(subject, (state.told.get(subject) ?? new Set<number>()).add(turn));
  const payload = { ...message, ...({ from: state.id, turn } satisfies Teller) };
  await db.$executeRaw`SELECT pg_notify(${busChannel}, ${JSON.stringify(payload)})`;
}

/** What a transaction that was rolled back has told of never came to be: nobody will hear of it. */
export function forgetTold(db: DatabaseContext["db"]): void {
  const { told } = bus();
  const turns = turnsOf(db);
  if (turns.length === 0) return;
  for (const [subject, waiting] of told.entries()) {
    for (const turn of turns) waiting.delete(turn);
    if (waiting.size === 0) told.delete(subject);
  }
}

/** What a transaction within an open one has told of: whether it comes to be, the outer one decides. */
export function handOnTold(from: DatabaseContext["db"], to: DatabaseContext["db"]): void {
  const { within } = bus();
  const turns = turnsOf(from);
  if (turns.length > 0) within.set(to, [...(within.get(to) ?? []), ...turns]);
}

function turnsOf(db: DatabaseContext["db"]): number[] {
  const { turns, within } = bus();
  return [turns.get(db) ?? [], within.get(db) ?? []].flat();
}

/** Calls `onMessage` for each message of one topic, and `onResync` after the connection was lost and found. */
export function subscribe<T extends BusMessage["topic"]>(
  topic: T,
  onMessage: (message: Extract<BusMessage, { topic: T }>) => void,
  onResync: () => void = () => {},
): () => void {
  const { emitter } = bus();
  startListening();
  emitter.on(topic, onMessage);
  emitter.on("resync", onResync);
  return () => {
    emitter.off(topic, onMessage);
    emitter.off("resync", onResync);
  };
}

/** Whether this server hears the others at present: what is kept in memory on their word is good only then. */
export const hearsOthers = (): boolean => bus().hears;

/**
 * Whether this server itself has told of such a change of a workspace and not heard of it yet: the change may be there
 * already, and whoever asks this server next must find it.
 */
export const isTelling = (topics: readonly BusMessage["topic"][], workspaceId: string): boolean =>
  topics.some((topic) => bus().told.has(`${topic} ${workspaceId}`));

/** What a notice says has moved; null where nothing is kept until then. */
function subjectOf(message: BusMessage): string | null {
  if (!("workspaceId" in message) || ("draftOnly" in message && message.draftOnly)) return null;
  return `${message.topic} ${message.workspaceId}`;
}

function noteHeard(message: BusMessage, { from, turn = 0 }: Teller): void {
  const { id, told } = bus();
  const subject = from === id ? subjectOf(message) : null;
  if (subject === null) return;
  const turns = told.get(subject);
  turns?.delete(turn);
  if (turns?.size === 0) told.delete(subject);
}

function startListening(): void {
  const state = bus();
  if (state.listening) return;
  state.listening = true;
  void connect(state.emitter, firstDelayMs);
}

async function connect(emitter: EventEmitter, delayMs: number): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = env();
  // Who listens is a session: a pooler by transaction gives its connection to others.
  const client = new pg.Client(connectionOptions(databaseDirectUrl ?? databaseUrl, requestLimits));
  let lost = false;
  const again = (error?: Error) => {
    if (lost) return;
    lost = true;
    bus().hears = false;
    if (error) log.warn({ err: error }, "lost the notification connection; connecting again");
    client.end().catch(() => {});
    setTimeout(() => void connect(emitter, Math.min(delayMs * 2, longestDelayMs)), delayMs).unref();
  };
  client.on("error", again);
  client.on("end", () => again());
  client.on("notification", (notification) => {
    const heard = parseMessage(notification.payload ?? "");
    if (!heard) return;
    emitter.emit(heard.message.topic, heard.message);
    noteHeard(heard.message, heard.teller);
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${busChannel}`);
    bus().hears = true;
    emitter.emit("resync");
  } catch (error) {
    again(error instanceof Error ? error : new Error(String(error)));
  }
}

function parseMessage(payload: string): { message: BusMessage; teller: Teller } | undefined {
  try {
    const read: unknown = JSON.parse(payload);
    return { message: messageSchema.parse(read), teller: tellerSchema.parse(read) };
  } catch (error) {
    log.warn({ err: error }, "ignored an unreadable notification");
    return undefined;
  }
}
