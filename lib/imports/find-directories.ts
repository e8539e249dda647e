import "server-only";
import type { Context } from "@/lib/access/context";
import { isConfiguredWorkspace } from "@/lib/access/is-configured-workspace";
import { readConfigured } from "@/lib/access/read-configured";
import { AppError } from "@/lib/kernel/app-error";
import { readSkillDirectories, type SkillDirectories } from "@/lib/platform/configuration";
import type { Directories } from "./directory-schema";

/** The configured folders of this workspace; null when there are none. CONFLICT when the configuration cannot be used. */
export async function findDirectories(context: Context): Promise<SkillDirectories | null> {
  for (const directories of readConfigured(context, readSkillDirectories))
    if (await isConfiguredWorkspace(context, directories.workspace)) return directories;
  return null;
}

/** CONFLICT when there is nothing to read for this workspace. */
export async function getConfiguredDirectories(context: Context): Promise<SkillDirectories> {
  const directories = await findDirectories(context);
  if (directories) return directories;
  throw new AppError("CONFLICT", "The configuration names no folders for this workspace.");
}

/** The workspaces that the configuration names and nobody has made, for operators: others may not know of them. */
export async function listUnknownWorkspaces(context: Context): Promise<Directories["waiting"]> {
  if (!context.actor.isOperator) return [];
  const named = readConfigured(context, readSkillDirectories).flatMap(({ workspace, place }) =>
    workspace === null ? [] : [{ workspace, place }],
  );
  const known = await context.db.workspace.findMany({
    where: { slug: { in: named.map(({ workspace }) => workspace) } },
    select: { slug: true },
  });
  return named.filter(({ workspace }) => !known.some(({ slug }) => slug === workspace));
}
