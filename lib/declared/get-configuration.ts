import "server-only";
import path from "node:path";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { applyDeclaration } from "./commands/apply-declaration";
import { findConfiguredText } from "./find-configured-text";
import { toProblems } from "./read-declaration";
import type { Configuration } from "./schema";

/**
 * What the server's own file says of this workspace, and what applying it would change now. Nothing is kept of it. A file that
 * cannot be used is a problem to show to operators, who mend it; it may be about another workspace, so others are told that alone.
 */
export async function getConfiguration(context: Context): Promise<Configuration> {
  requirePermission(context, "agents.read");
  const nothing = { file: null, unusable: false, looked: false, items: [], problems: [] };
  const looked = isAllowed(context, "agents.edit");
  const found = await findConfiguredText(context).catch(whyUnusable);
  if (found === null) return nothing;
  if (found instanceof AppError) return { ...nothing, unusable: true, ...sayUnusable(context, found) };
  const { file } = found;
  if (!looked) return { ...nothing, file };
  const { items, problems } = await applyDeclaration(context, { ...found, dryRun: true });
  return { ...nothing, file, looked, items, problems };
}

/** Anything but a file that is the operator's to mend is thrown on. */
function whyUnusable(error: unknown): AppError {
  if (!(error instanceof AppError) || error.code !== "CONFLICT") throw error;
  return error;
}

const sayUnusable = ({ actor }: Context, { message }: AppError) =>
  actor.isOperator && {
    file: path.basename(env().configFile ?? "greenroom.yaml"),
    looked: true,
    problems: toProblems(message),
  };
