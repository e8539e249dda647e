import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { applyDeclaration } from "./commands/apply-declaration";
import { findConfiguredText } from "./find-configured-text";
import type { Configuration } from "./schema";

/** What the server's own file says of this workspace, and what applying it would change now. Nothing is kept of it. */
export async function getConfiguration(context: Context): Promise<Configuration> {
  requirePermission(context, "agents.read");
  const found = await findConfiguredText(context);
  const looked = found !== null && isAllowed(context, "agents.edit");
  if (!looked) return { file: found?.file ?? null, looked, items: [], problems: [] };
  const { items, problems } = await applyDeclaration(context, { ...found, dryRun: true });
  return { file: found.file, looked, items, problems };
}
