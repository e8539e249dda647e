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

declare global {
  var greenroomMigrated: WeakSet<Db> | undefined;
}
// What is applied stays so: a database is asked until it once was whole. Bundles of one process share the answer.
function migrated(): WeakSet<Db> {
  globalThis.greenroomMigrated ??= new WeakSet();
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
  if (migrated().has(db)) return true;
  try {
    const missing = await findMissingMigrations(db);
    if (missing.length > 0) log.info({ missing }, "the database lacks migrations of this release");
    else migrated().add(db);
    return missing.length === 0;
  } catch (error) {
    log.warn({ err: error }, "could not tell which migrations the database has");
    return false;
  }
}
