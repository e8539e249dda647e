import "server-only";
import { stat } from "node:fs/promises";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import {
  type Directories,
  type DirectoryChanges,
  type DirectoryLoad,
  directoryLoadSchema,
} from "./directory-schema";
import { findDirectories, getConfiguredDirectories, listUnknownWorkspaces } from "./find-directories";
import { errorCode } from "./internal/read-inside";
import { findKnownPackages, fingerprintOf, planDirectories } from "./plan-directories";
import { readDirectories } from "./read-directories";

/** The configured folders and the report of their last reading. Reads nothing on disk but whether they are there. */
export async function getDirectories(context: Context): Promise<Directories> {
  requirePermission(context, "directories.read");
  const configuration = await findDirectories(context).catch(problemOf);
  const problem = typeof configuration === "string" ? configuration : null;
  const directories = typeof configuration === "string" ? null : configuration;
  const { db, workspace } = context;
  const newest = await db.directoryLoad.findFirst({
    where: { workspaceId: workspace.id },
    orderBy: { id: "desc" },
  });
  const origins = await db.skillOrigin.groupBy({
    by: ["root"],
    where: { workspaceId: workspace.id },
    _count: { skillId: true },
  });
  const skillsOf = new Map(origins.map(({ root, _count }) => [root, _count.skillId]));
  const paths = (directories?.folders ?? []).map(async ({ path, include, exclude }) => ({
    path,
    state: await stateOf(path),
    skills: skillsOf.get(path) ?? 0,
    include: [...include],
    exclude: [...exclude],
  }));
  return {
    configured: directories !== null,
    source: directories?.source ?? null,
    strict: directories?.strict ?? false,
    paths: await Promise.all(paths),
    waiting: problem === null ? await listUnknownWorkspaces(context) : [],
    lastLoad: newest && toDirectoryLoad(newest),
    problem,
  };
}

/** What a reading would do now. Reads the disk and writes nothing. */
export async function getDirectoryChanges(context: Context): Promise<DirectoryChanges> {
  requirePermission(context, "directories.load");
  const directories = await getConfiguredDirectories(context);

  const reading = await readDirectories(directories, await findKnownPackages(context));
  const plan = await planDirectories(context, reading);
  return {
    fingerprint: fingerprintOf(plan),
    durationMs: Math.round(performance.now() - reading.startedAt),
    entries: plan.map(({ found: _, skillHere: __, ...entry }) => entry),
  };
}

/** What the operator has to mend; anything else is thrown on. */
function problemOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}

async function stateOf(path: string): Promise<Directories["paths"][number]["state"]> {
  try {
    return (await stat(path)).isDirectory() ? "found" : "not-a-folder";
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(errorCode(error)) ? "missing" : "unreadable";
  }
}

type Row = Omit<DirectoryLoad, "entries" | "startedAt" | "trigger"> & {
  entries: unknown;
  startedAt: Date;
  trigger: string;
};

export const toDirectoryLoad = (row: Row): DirectoryLoad =>
  directoryLoadSchema.parse({ ...row, startedAt: row.startedAt.toISOString() });
