import "server-only";
import path from "node:path";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { applyDeclaration } from "./commands/apply-declaration";
import { type ConfiguredText, findConfiguredText } from "./find-configured-text";
import { toProblems } from "./read-declaration";
import type { Configuration } from "./schema";

/**
 * What the server's own file says of this workspace, and what applying it would change now. Nothing is kept of it. A file that
 * cannot be used is a problem to show: whoever comes to mend it needs the page.
 */
export async function getConfiguration(context: Context): Promise<Configuration> {
  requirePermission(context, "agents.read");
  const looked = isAllowed(context, "agents.edit");
  const found = await findConfiguredText(context).catch(sayUnusable);
  if (found === null) return { file: null, looked: false, items: [], problems: [] };
  if (!looked) return { file: found.file, looked, items: [], problems: [] };
  if ("problems" in found) return { ...found, looked, items: [] };
  const { items, problems } = await applyDeclaration(context, { ...found, dryRun: true });
  return { file: found.file, looked, items, problems };
}

type Unusable = Pick<Configuration, "problems"> & Pick<ConfiguredText, "file">;

/** Anything but a file that is the operator's to mend is thrown on. */
function sayUnusable(error: unknown): Unusable {
  if (!(error instanceof AppError) || error.code !== "CONFLICT") throw error;
  return { file: path.basename(env().configFile ?? "greenroom.yaml"), problems: toProblems(error.message) };
}
