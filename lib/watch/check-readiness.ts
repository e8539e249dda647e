import "server-only";
import type { Db } from "@/lib/db/client";
import { checkDatabase, type HealthReason } from "@/lib/db/database-health";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { stopping } from "@/lib/platform/stopping";
import { findMissingMigrations } from "./find-missing-migrations";

export type UnreadyReason = HealthReason | "stopping" | "migrations";
export type Readiness = { ready: true } | { ready: false; reason: UnreadyReason; message: string };

const words = {
  stopping: "This server is about to stop.",
  migrations: "The database is not migrated to this release yet.",
  "no-answer": "The database does not answer.",
  busy: "The database answers too late: it is busy.",
  "disk-full": "The disk of the database is full: nothing can be stored until the operator makes room on it.",
  "read-only": "The database takes no changes at present.",
} as const satisfies Record<UnreadyReason, string>;

const unready = (reason: UnreadyReason): Readiness => ({ ready: false, reason, message: words[reason] });

/** Until a database is asked again that was not seen whole. */
const againMs = 1_000;
/** `until`: for how long it holds, by `performance.now()`. */
type Answer = { isMigrated: boolean; until: number };

declare global {
  var greenroomMigrated: WeakMap<Db, Answer> | undefined;
}
// What is applied stays so: a database is asked until it once was whole. Bundles of one process share the answer.
function answers(): WeakMap<Db, Answer> {
  globalThis.greenroomMigrated ??= new WeakMap();
  return globalThis.greenroomMigrated;
}

/** Whether this server can do its work: the one place that says so. Asks the database once a second at most. */
export async function checkReadiness(db: Db): Promise<Readiness> {
  if (stopping().aborted) return unready("stopping");
  const health = await checkDatabase(db, env().databaseFolder);
  if (!health.ok) return unready(health.reason);
  return (await isMigrated(db)) ? { ready: true } : unready("migrations");
}

async function isMigrated(db: Db): Promise<boolean> {
  const known = answers().get(db);
  if (known && known.until > performance.now()) return known.isMigrated;
  const answer = await ask(db);
  answers().set(db, answer);
  return answer.isMigrated;
}

/** What this server's role may not see is no reason to refuse, and nothing to remember. */
async function ask(db: Db): Promise<Answer> {
  const until = performance.now() + againMs;
  try {
    const missing = await findMissingMigrations(db);
    if (missing === null) return { isMigrated: true, until };
    if (missing.length === 0) return { isMigrated: true, until: Number.POSITIVE_INFINITY };
    log.info({ missing }, "the database lacks migrations of this release");
  } catch (error) {
    log.warn({ err: error }, "could not tell which migrations the database has");
  }
  return { isMigrated: false, until };
}
