import "server-only";
import type { Context } from "@/lib/access/context";
import { isConfiguredWorkspace } from "@/lib/access/is-configured-workspace";
import { AppError } from "@/lib/kernel/app-error";
import { readSkillDirectories, type SkillDirectories } from "@/lib/platform/configuration";
import { ConfigurationError } from "@/lib/platform/placed-yaml";

/**
 * The configured folders when they belong to this workspace and there are any; null otherwise. CONFLICT with file,
 * line and column when the configuration cannot be used.
 */
export async function findDirectories(context: Context): Promise<SkillDirectories | null> {
  const directories = readConfiguration();
  if (directories.paths.length === 0) return null;
  return (await isConfiguredWorkspace(context, directories.workspace)) ? directories : null;
}

function readConfiguration(): SkillDirectories {
  try {
    return readSkillDirectories();
  } catch (error) {
    if (error instanceof ConfigurationError) throw new AppError("CONFLICT", error.message, { cause: error });
    throw error;
  }
}

/** CONFLICT when there is nothing to read for this workspace. */
export async function getConfiguredDirectories(context: Context): Promise<SkillDirectories> {
  const directories = await findDirectories(context);
  if (directories) return directories;
  throw new AppError("CONFLICT", "The configuration names no folders for this workspace.");
}
