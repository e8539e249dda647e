import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { findConfiguredText } from "../find-configured-text";
import type { Applied } from "../schema";
import { applyDeclaration } from "./apply-declaration";

/** Applies the server's own file. CONFLICT where it says nothing of this workspace's sources, agents, policy and limits. */
export async function applyConfiguration(context: Context): Promise<Applied> {
  requirePermission(context, "agents.edit");
  const found = await findConfiguredText(context);
  if (!found)
    throw new AppError(
      "CONFLICT",
      "The server's configuration says nothing of this workspace's sources, agents, policy and limits.",
    );
  return applyDeclaration(context, { ...found, dryRun: false });
}
