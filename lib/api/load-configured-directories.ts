import "server-only";
import { findSystemContext } from "@/lib/access/system-context";
import { database } from "@/lib/db/client";
import { loadDirectories } from "@/lib/imports/commands/load-directories";
import type { DirectoryEntry, DirectoryLoad } from "@/lib/imports/directory-schema";
import { type DiskReading, readDirectories, strictReasons } from "@/lib/imports/read-directories";
import { AppError } from "@/lib/kernel/app-error";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import {
  ConfigurationError,
  readSkillDirectories,
  type SkillDirectories,
} from "@/lib/platform/configuration";
import { log } from "@/lib/platform/log";

/** How often a start looks whether the workspace is there by now. */
const waitMs = 5_000;

/**
 * Reads the configured folders at a start. Answers the reasons why the server must not start: a configuration that
 * cannot be used, and in a strict one everything that cannot be loaded. Otherwise the drafts are written after it.
 */
export async function loadConfiguredDirectories(): Promise<string[]> {
  let directories: SkillDirectories;
  try {
    directories = readSkillDirectories();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
  if (directories.paths.length === 0) return [];
  if (!directories.strict) {
    void whenReady(directories);
    return [];
  }
  const reading = await readDirectories(directories);
  const reasons = strictReasons(reading);
  if (reasons.length === 0) void whenReady(directories, reading);
  return reasons.map(lineOf);
}

/** Folders and skills name themselves: no name ends this line or turns it. */
const lineOf = ({ path, message }: DirectoryEntry): string => markOnLine(`${path}: ${message}`);

/** Loads once there is a workspace to load into: an installation may be claimed long after it was started. */
async function whenReady(directories: SkillDirectories, reading?: DiskReading): Promise<void> {
  try {
    const system = await findSystemContext({ db: database() }, directories.workspace);
    if (system.ready) {
      const request = { trigger: "start" as const, ...(reading ? { reading } : {}) };
      return tell(await loadDirectories(system.context, directories, request));
    }
    log.info(`Skills on disk wait to be loaded: ${system.reason}.`);
    waitForWorkspace(directories);
  } catch (error) {
    if (error instanceof AppError && error.code === "CONFLICT")
      log.info("Skills on disk are being read by another server.");
    else log.error({ err: error }, "the configured folders could not be read");
  }
}

function waitForWorkspace(directories: SkillDirectories): void {
  const timer = setInterval(async () => {
    const system = await findSystemContext({ db: database() }, directories.workspace).catch(() => null);
    if (!system?.ready) return;
    clearInterval(timer);
    await whenReady(directories);
  }, waitMs);
  timer.unref();
}

/** The report in plain words: one line for the whole, one for each thing that somebody has to look at. */
function tell({ loaded, failed, durationMs, traceId, entries }: DirectoryLoad): void {
  const numberOf = (outcome: DirectoryEntry["outcome"]) =>
    entries.filter((entry) => entry.outcome === outcome).length;
  log.info(
    { traceId, loaded, failed, durationMs },
    `Skills on disk: ${loaded} loaded (${numberOf("new")} new, ${numberOf("changed")} changed), ${failed} failed, ${numberOf("duplicate")} duplicate, ${numberOf("conflict")} in conflict, in ${durationMs} ms.`,
  );
  const worthSaying = new Set<DirectoryEntry["outcome"]>(["failed", "duplicate", "conflict", "gone", "note"]);
  for (const entry of entries) if (worthSaying.has(entry.outcome)) log.warn({ traceId }, lineOf(entry));
}
