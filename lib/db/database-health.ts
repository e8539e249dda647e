import "server-only";
import { statfs } from "node:fs/promises";
import { log } from "@/lib/platform/log";
import type { Db } from "./client";
import { type DatabaseTrouble, lastTrouble, troubleOf } from "./database-trouble";

/** Why the database is no use at present; `no-answer` also where it does not take connections. */
export const healthReasons = ["no-answer", "busy", "disk-full", "read-only"] as const;
export type HealthReason = (typeof healthReasons)[number];
export type DatabaseHealth = { ok: true } | { ok: false; reason: HealthReason };

const answerMs = 2_000;
/** Anybody may ask, as often as they like: the database is asked this often at most. */
const betweenMs = 1_000;
const betweenTriesMs = 5_000;
/** One save of a large package and its log need more than this; Postgres itself stops when its log finds no room. */
const leastFreeBytes = 32 * 1024 * 1024;

type Checks = { running: Promise<DatabaseHealth> | null; last: DatabaseHealth; at: number; triedAt: number };
declare global {
  var greenroomHealthChecks: Checks | undefined;
}
// Pages and routes are separate bundles of one process: it has one database, and one state of it.
function checks(): Checks {
  const never = Number.NEGATIVE_INFINITY;
  globalThis.greenroomHealthChecks ??= { running: null, last: { ok: true }, at: never, triedAt: never };
  return globalThis.greenroomHealthChecks;
}

/**
 * Whether the database answers within two seconds, and takes what is written. At most a second old, and
 * never a good answer from before a call met trouble. `folder`: where the
 * embedded database lies; null for another, which may be on another machine.
 */
export function checkDatabase(db: Db, folder: string | null): Promise<DatabaseHealth> {
  const state = checks();
  // A call that met trouble meanwhile knows better than a good answer from before it.
  const isDoubted = state.last.ok && lastTrouble.metAt() > state.at;
  if (performance.now() - state.at < betweenMs && !isDoubted) return Promise.resolve(state.last);
  const at = performance.now();
  state.running ??= look(db, folder, state).then((health) => {
    Object.assign(state, { running: null, last: health, at });
    return health;
  });
  return state.running;
}

async function look(db: Db, folder: string | null, state: Checks): Promise<DatabaseHealth> {
  if (folder !== null && (await isDiskFull(folder))) return { ok: false, reason: "disk-full" };
  try {
    const isReadOnly = await inTime(asksReadOnly(db));
    if (isReadOnly === null) return { ok: false, reason: "no-answer" };
    if (isReadOnly) return { ok: false, reason: "read-only" };
    if (!lastTrouble.refusedWrite()) return { ok: true };
    return await tryToWrite(db, state);
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

const reasons = {
  full: "disk-full",
  "read-only": "read-only",
  slow: "busy",
  unreachable: "no-answer",
} as const satisfies Record<DatabaseTrouble, HealthReason>;

function reasonOf(error: unknown): HealthReason {
  const trouble = troubleOf(error);
  if (!trouble) log.error({ err: error }, "the check of the database failed");
  return trouble ? reasons[trouble] : "no-answer";
}

async function asksReadOnly(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ readOnly: string }[]>`
    SELECT current_setting('transaction_read_only') AS "readOnly"`;
  return row?.readOnly === "on";
}

/** Null when it took longer than an answer may. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), answerMs);
  // What comes later is nobody's: it must not end the process.
  answer.catch(() => {});
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

/**
 * A write was refused for want of room, or because none are taken. A small row may still fit into a page that has room:
 * a megabyte has to be found anew, and goes at the end of the transaction.
 */
async function tryToWrite(db: Db, state: Checks): Promise<DatabaseHealth> {
  const refused = lastTrouble.refusedWrite();
  const stillRefused = { ok: false, reason: refused ? reasons[refused] : "disk-full" } as const;
  if (performance.now() - state.triedAt < betweenTriesMs) return stillRefused;
  state.triedAt = performance.now();
  const written = await inTime(takesAMegabyte(db));
  if (written === null) return stillRefused;
  lastTrouble.forgetRefusedWrite();
  return { ok: true };
}

async function takesAMegabyte(db: Db): Promise<void> {
  try {
    await db.$executeRaw`
      CREATE TEMP TABLE greenroom_room ON COMMIT DROP AS
      SELECT string_agg(md5(random()::text), '') AS bytes FROM generate_series(1, 32768) AS piece GROUP BY piece % 1024`;
  } catch (error) {
    // A role that may not try says nothing of the room: the next write does.
    if (troubleOf(error)) throw error;
  }
}

async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < leastFreeBytes;
  } catch (error) {
    log.warn({ err: error }, "could not look at the disk of the database");
    return false;
  }
}
