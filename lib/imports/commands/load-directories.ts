import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { retention } from "@/lib/kernel/retention";
import { toStorableJson } from "@/lib/kernel/to-storable";
import type { SkillDirectories } from "@/lib/platform/configuration";
import { log } from "@/lib/platform/log";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import {
  type DirectoryEntry,
  type DirectoryLoad,
  type ReadDirectories,
  readDirectoriesSchema,
} from "../directory-schema";
import { getConfiguredDirectories } from "../find-directories";
import { toDirectoryLoad } from "../get-directories";
import { logLoad } from "../log-load";
import { isSameText } from "../overwrite-or-keep";
import {
  type DirectorySkill,
  findKnownPackages,
  fingerprintOf,
  type PlannedEntry,
  planDirectories,
  textOfPackage,
} from "../plan-directories";
import { type DiskPackage, type DiskReading, readAgain, readDirectories } from "../read-directories";
import { shadowedOf } from "../shadowed-packages";
import { createFromDisk, rememberOrigin, updateFromDisk } from "../writes/store-folder";

export type LoadRequest = {
  trigger: DirectoryLoad["trigger"];
  /** Refused when disk or library are not as somebody saw them. */
  fingerprint?: string | undefined;
  /** Paths of conflicts whose text on disk is taken. */
  take?: readonly string[];
  /** When the disk has been read already. */
  reading?: DiskReading;
};

/** Reads the configured folders into drafts at a person's request. */
export async function readDirectoriesNow(context: Context, input: ReadDirectories): Promise<DirectoryLoad> {
  requirePermission(context, "directories.load");
  const request = readDirectoriesSchema.parse(input);
  const directories = await getConfiguredDirectories(context);
  return loadDirectories(context, directories, { ...request, trigger: "request" });
}

/** All servers take turns for each workspace: two that start at once do not read twice. */
const lock = 4_817_302;
const longestMs = 15 * 60_000;

/**
 * Writes what is new or changed on disk as drafts, each package whole in its own transaction, and keeps the report.
 * Drafts that were edited here are left. CONFLICT when another reading is under way.
 */
export async function loadDirectories(
  context: Context,
  directories: SkillDirectories,
  request: LoadRequest,
): Promise<DirectoryLoad> {
  requirePermission(context, "directories.load");
  const load = await inTurn(context, () => loadAll(context, directories, request));
  if (!load)
    throw new AppError("CONFLICT", "The folders are being read at this moment. Try again when that is done.");
  return load;
}

/**
 * Holds the lock in a transaction that does nothing else, for as long as the folders take: what ends idle transactions
 * lets this one be. Null when somebody else has the lock.
 */
async function inTurn<T>({ db, workspace }: Context, work: () => Promise<T>): Promise<T | null> {
  return db.$transaction(
    async (tx) => {
      const [row] = await tx.$queryRaw<{ got: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${lock}::int, hashtext(${workspace.id})) AS got`;
      if (!row?.got) return null;
      await tx.$queryRaw`
        SELECT set_config(name, '0', true) FROM pg_settings
        WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`;
      return work();
    },
    { timeout: longestMs, maxWait: 10_000 },
  );
}

async function loadAll(
  context: Context,
  directories: SkillDirectories,
  { trigger, fingerprint, take = [], reading: given }: LoadRequest,
): Promise<DirectoryLoad> {
  const startedAt = context.now();
  const reading = given ?? (await readDirectories(directories, await findKnownPackages(context)));
  const plan = await planDirectories(context, reading);
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(plan)) {
    throw new AppError(
      "CONFLICT",
      "The folders or the drafts have changed since you looked. Look again, then read.",
    );
  }
  // Nobody asked: what changes nothing, and was told before, is not told again.
  const known = trigger === "watch" ? await findSameReport(context, plan) : null;
  if (known) return known;
  const breathe = createBreathe();
  const taken = new Set(take);
  const entries: DirectoryEntry[] = [];
  for (const planned of plan) {
    entries.push(await carryOut(context, planned, taken));
    await breathe();
  }
  const durationMs = Math.round(performance.now() - reading.startedAt);
  const report = { trigger, strict: directories.strict, startedAt, durationMs, entries };
  const load = await keepReport(context, report);
  logLoad(load);
  return load;
}

const isKnownThere = (found: DiskPackage, { origin }: DirectorySkill): boolean =>
  origin !== null &&
  origin.executables !== null &&
  isSameText(origin, textOfPackage(found)) &&
  origin.root === found.root &&
  origin.path === found.path &&
  JSON.stringify(origin.notes) === JSON.stringify(found.said);

const isToWrite = ({ outcome, found, skillHere }: PlannedEntry): boolean =>
  outcome === "new" ||
  outcome === "changed" ||
  (outcome === "unchanged" &&
    found !== undefined &&
    skillHere !== undefined &&
    !isKnownThere(found, skillHere));

/** The last report, where there is nothing to write and it says exactly this. */
async function findSameReport(
  { db, workspace }: Context,
  plan: readonly PlannedEntry[],
): Promise<DirectoryLoad | null> {
  if (plan.some(isToWrite)) return null;
  const newest = await db.directoryLoad.findFirst({
    where: { workspaceId: workspace.id },
    orderBy: { id: "desc" },
  });
  const last = newest && toDirectoryLoad(newest);
  // What was new or changed then is unchanged now.
  const settled = (entries: readonly DirectoryEntry[]) =>
    JSON.stringify(
      entries.map(({ outcome, path, skill }) => [
        outcome === "new" || outcome === "changed" ? "unchanged" : outcome,
        path,
        skill,
      ]),
    );
  return last && settled(last.entries) === settled(plan) ? last : null;
}

/** The entry as it came out. */
async function carryOut(
  context: Context,
  planned: PlannedEntry,
  taken: ReadonlySet<string>,
): Promise<DirectoryEntry> {
  const { outcome, path, skill, message, notes, files } = planned;
  const entry = { outcome, path, skill, message, notes, files };
  try {
    const isTaken = outcome === "conflict" && taken.has(path);
    await write(context, planned, isTaken);
    return isTaken
      ? { ...entry, outcome: "changed", message: "The text on disk was taken instead of the draft here." }
      : entry;
  } catch (error) {
    const reason = reasonOf(error, context.traceId);
    if (!(error instanceof AppError))
      log.warn({ err: error, path, traceId: context.traceId }, "a package was not stored");
    return { ...entry, outcome: "failed", message: reason };
  }
}

function reasonOf(error: unknown, traceId: string): string {
  if (error instanceof AppError) return error.message;
  if (isUniqueViolation(error)) return "Somebody took this name while it was being stored.";
  return `It could not be stored. The server's log has the reason under ${traceId}.`;
}

async function write(
  context: Context,
  { outcome, found, skillHere }: PlannedEntry,
  isTaken: boolean,
): Promise<void> {
  if (!found) return;
  if (outcome === "unchanged" && skillHere) {
    if (!isKnownThere(found, skillHere))
      await inTransaction(context, (context) => rememberOrigin(context, skillHere.skillId, found));
    return;
  }
  if (outcome !== "new" && outcome !== "changed" && !isTaken) return;
  const held = await readAgain(found);
  if (!held) throw new AppError("CONFLICT", "It was changed on disk while it was read. Read again.");
  await inTransaction(context, (context) =>
    skillHere
      ? updateFromDisk(context, { found, skill: skillHere, held })
      : createFromDisk(context, found, held),
  );
}

type Report = Pick<DirectoryLoad, "trigger" | "strict" | "durationMs" | "entries"> & { startedAt: Date };

async function keepReport(context: Context, report: Report): Promise<DirectoryLoad> {
  const workspaceId = context.workspace.id;
  const { traceId } = context;
  const entries = toStorableJson(report.entries);
  const numberOf = (...outcomes: DirectoryEntry["outcome"][]) =>
    entries.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const loaded = numberOf("new", "changed", "unchanged", "edited");
  const failed = numberOf("failed");
  return inTransaction(context, async (context) => {
    const row = await context.db.directoryLoad.create({
      data: { ...report, workspaceId, traceId, loaded, failed, entries, shadowed: shadowedOf(entries) },
    });
    const old = await context.db.directoryLoad.findMany({
      where: { workspaceId },
      orderBy: { id: "desc" },
      skip: retention.folderReports,
      select: { id: true },
    });
    await context.db.directoryLoad.deleteMany({
      where: { workspaceId, id: { in: old.map(({ id }) => id) } },
    });
    await appendAudit(context, {
      action: "directories.read",
      object: { type: "workspace", id: workspaceId, name: context.workspace.name },
      detail: { trigger: report.trigger, loaded, failed, written: numberOf("new", "changed") },
    });
    return toDirectoryLoad(row);
  });
}
