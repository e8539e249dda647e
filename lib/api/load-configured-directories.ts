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

/** What a start does for one workspace: its folders are read, and then what the file declares of it. */
type WorkspaceStart = {
  workspace: string | null;
  directories: SkillDirectories | null;
  declares: boolean;
  /** Of a strict start, which has read the disk already. */
  reading: DiskReading | null;
};

/**
 * Reads the configured folders at a start, and then applies what the configuration says of sources, agents, policy and limits. Answers the
 * reasons why the server must not start: a configuration that cannot be used, and in a strict one everything that cannot
 * be loaded. Otherwise the drafts are written after it.
 */
export async function loadConfiguredDirectories(): Promise<string[]> {
  let configured: readonly SkillDirectories[];
  let declared: ReturnType<typeof readConfiguredText>;
  try {
    configured = readSkillDirectories();
    declared = readConfiguredText();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
  const mistakes = declared ? readDeclaration(declared.text, declared.file).problems : [];
  if (mistakes.length > 0) return mistakes.map(({ place, message }) => `${place}: ${message}`);
  const starts = startsOf(configured, declared);
  const reasons: string[] = [];
  for (const start of starts) {
    if (!start.directories?.strict) continue;
    start.reading = await readDirectories(start.directories);
    reasons.push(...strictReasons(start.reading).map(lineOf));
  }
  if (reasons.length === 0) void oneAfterTheOther(starts);
  return reasons;
}

/** What is declared may be about a workspace that has no folders: it comes last, as its skills may be anybody's. */
function startsOf(
  configured: readonly SkillDirectories[],
  declared: { workspace: string | null } | null,
): WorkspaceStart[] {
  const isDeclared = (workspace: string | null) => declared !== null && declared.workspace === workspace;
  const starts = configured.map((directories): WorkspaceStart => {
    const { workspace } = directories;
    return { workspace, directories, declares: isDeclared(workspace), reading: null };
  });
  if (!declared || starts.some(({ declares }) => declares)) return starts;
  return [...starts, { workspace: declared.workspace, directories: null, declares: true, reading: null }];
}

async function oneAfterTheOther(starts: readonly WorkspaceStart[]): Promise<void> {
  for (const start of starts) await whenReady(start, { isFirst: true });
}

/** Loads once there is a workspace to load into: an installation may be claimed long after it was started. */
async function whenReady(start: WorkspaceStart, { isFirst }: { isFirst: boolean }): Promise<void> {
  try {
    const system = await findSystemContext({ db: database() }, start.workspace);
    if (!system.ready) {
      if (isFirst) log.info(sayWaiting(start, system.reason));
      return waitForWorkspace(start);
    }
    if (start.directories && !(await load(system.context, start.directories, start.reading)))
      return waitForWorkspace(start);
    if (start.declares) keepDeclaring(system.context, await declareConfiguration(system.context));
  } catch (error) {
    log.error({ err: error }, "the configured folders could not be read");
  }
}

const sayWaiting = ({ directories }: WorkspaceStart, reason: string): string =>
  directories
    ? `Skills on disk (${directories.place}) wait to be loaded: ${reason}.`
    : `What the configuration file says of sources, agents, policy and limits waits: ${reason}.`;

/** False while somebody else reads them: what the file says of agents waits for their skills. */
async function load(
  context: Context,
  directories: SkillDirectories,
  reading: DiskReading | null,
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

function waitForWorkspace(start: WorkspaceStart): void {
  const timer = setInterval(async () => {
    const system = await findSystemContext({ db: database() }, start.workspace).catch(() => null);
    if (!system?.ready) return;
    clearInterval(timer);
    // What was read at the start is another thing by now.
    await whenReady({ ...start, reading: null }, { isFirst: false });
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
