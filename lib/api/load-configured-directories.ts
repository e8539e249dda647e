import "server-only";
import type { Context } from "@/lib/access/context";
import { findSystemContext } from "@/lib/access/system-context";
import { database } from "@/lib/db/client";
import { readConfiguredText } from "@/lib/declared/find-configured-text";
import { readDeclaration } from "@/lib/declared/read-declaration";
import { loadDirectories } from "@/lib/imports/commands/load-directories";
import { lineOf } from "@/lib/imports/log-load";
import { type DiskReading, readDirectories, strictReasons } from "@/lib/imports/read-directories";
import { AppError } from "@/lib/kernel/app-error";
import { readSkillDirectories, type SkillDirectories } from "@/lib/platform/configuration";
import { log } from "@/lib/platform/log";
import { ConfigurationError } from "@/lib/platform/placed-yaml";
import { declareConfiguration } from "./declare-configuration";

/** How often a start looks whether the workspace is there by now. */
const waitMs = 5_000;
/** How often what keeps a configuration back is looked at again. */
const againMs = 60_000;

/**
 * Reads the configured folders at a start, and then applies what the configuration says of sources, agents, policy and limits. Answers the
 * reasons why the server must not start: a configuration that cannot be used, and in a strict one everything that cannot
 * be loaded. Otherwise the drafts are written after it.
 */
export async function loadConfiguredDirectories(): Promise<string[]> {
  let directories: SkillDirectories;
  let declared: ReturnType<typeof readConfiguredText>;
  try {
    directories = readSkillDirectories();
    declared = readConfiguredText();
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof AppError) return error.message.split("\n");
    throw error;
  }
  const mistakes = declared ? readDeclaration(declared.text, declared.file).problems : [];
  if (mistakes.length > 0) return mistakes.map(({ place, message }) => `${place}: ${message}`);
  if (directories.paths.length === 0) {
    if (declared) void whenReady(directories);
    return [];
  }
  if (!directories.strict) {
    void whenReady(directories);
    return [];
  }
  const reading = await readDirectories(directories);
  const reasons = strictReasons(reading);
  if (reasons.length === 0) void whenReady(directories, reading);
  return reasons.map(lineOf);
}

/** Loads once there is a workspace to load into: an installation may be claimed long after it was started. */
async function whenReady(directories: SkillDirectories, reading?: DiskReading): Promise<void> {
  try {
    const system = await findSystemContext({ db: database() }, directories.workspace);
    if (!system.ready) {
      log.info(`Skills on disk wait to be loaded: ${system.reason}.`);
      return waitForWorkspace(directories);
    }
    if (directories.paths.length > 0 && !(await load(system.context, directories, reading)))
      return waitForWorkspace(directories);
    keepDeclaring(system.context, await declareConfiguration(system.context));
  } catch (error) {
    log.error({ err: error }, "the configured folders could not be read");
  }
}

/** False while somebody else reads them: what the file says of agents waits for their skills. */
async function load(
  context: Context,
  directories: SkillDirectories,
  reading?: DiskReading,
): Promise<boolean> {
  try {
    const request = { trigger: "start" as const, ...(reading ? { reading } : {}) };
    await loadDirectories(context, directories, request);
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "CONFLICT")) throw error;
    log.info("Skills on disk are being read already; this start looks again when that has ended.");
    return false;
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

/** Again for as long as something keeps the file back: skills come from its sources, a model is connected, the file mended. */
function keepDeclaring(context: Context, kept: readonly string[]): void {
  if (kept.length === 0) return;
  const timer = setTimeout(() => {
    declareConfiguration(context, kept).then(
      (now) => keepDeclaring(context, now),
      (error: unknown) => {
        log.error({ err: error }, "the configuration file could not be applied");
        keepDeclaring(context, kept);
      },
    );
  }, againMs);
  timer.unref();
}
