import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import {
  type ReinstateVersion,
  reinstateVersionSchema,
  type WithdrawVersion,
  withdrawVersionSchema,
} from "../labels/label-schema";
import { getVersion } from "../versions/get-version";
import type { Version } from "../versions/version-schema";
import { tellEverybody } from "../writes/move-label";

type Numbered = { skill: string; number: number };

/**
 * Agents no longer get this version: `latest` passes over it, labels and pins on it stand for nothing, and the
 * reason is told wherever it would have been used. CONFLICT when it is withdrawn already.
 */
export async function withdrawVersion(context: Context, input: Numbered & WithdrawVersion): Promise<Version> {
  requirePermission(context, "versions.withdraw");
  const { reason } = withdrawVersionSchema.parse(input);
  const workspaceId = context.workspace.id;
  await inPermittedTransaction(context, "versions.withdraw", async (context) => {
    const { id: versionId, skillId, digest } = await requireVersion(context, input);
    const { count } = await context.db.versionWithdrawal.createMany({
      data: [
        {
          versionId,
          workspaceId,
          skillId,
          reason,
          withdrawnById: context.actor.userId,
          withdrawnAt: context.now(),
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0)
      throw new AppError("CONFLICT", `Version ${input.number} is withdrawn already.`, {
        details: { reason: "already-withdrawn" },
      });
    await appendAudit(context, {
      action: "version.withdrawn",
      object: { type: "skill", id: skillId, name: input.skill },
      digestBefore: digest,
      detail: { version: input.number, reason },
    });
    await tellEverybody(context);
  });
  return getVersion(context, input);
}

/** Agents get it again. CONFLICT when it is not withdrawn (any more), or was by the workspace that shares it. */
export async function reinstateVersion(
  context: Context,
  input: Numbered & ReinstateVersion,
): Promise<Version> {
  requirePermission(context, "versions.withdraw");
  const { reason } = reinstateVersionSchema.parse(input);
  const workspaceId = context.workspace.id;
  await inPermittedTransaction(context, "versions.withdraw", async (context) => {
    const { id: versionId, skillId, digest } = await requireVersion(context, input);
    const where = { versionId, workspaceId };
    const { count } = await context.db.versionWithdrawal.deleteMany({ where: { ...where, spread: false } });
    if (count === 0 && (await context.db.versionWithdrawal.findFirst({ where })))
      throw new AppError(
        "CONFLICT",
        `Version ${input.number} is withdrawn because it is no longer shared with this workspace. Only those who share it can give it back.`,
        { details: { reason: "received" } },
      );
    if (count === 0)
      throw new AppError("CONFLICT", `Version ${input.number} is not withdrawn.`, {
        details: { reason: "not-withdrawn" },
      });
    await appendAudit(context, {
      action: "version.reinstated",
      object: { type: "skill", id: skillId, name: input.skill },
      digestAfter: digest,
      detail: { version: input.number, ...(reason === "" ? {} : { reason }) },
    });
    await tellEverybody(context);
  });
  return getVersion(context, input);
}

async function requireVersion(context: Context, input: Numbered) {
  const workspaceId = context.workspace.id;
  const version = await context.db.version.findFirst({
    where: { number: input.number, workspaceId, skill: { name: input.skill, workspaceId } },
    select: { id: true, skillId: true, digest: true },
  });
  if (!version) throw new AppError("NOT_FOUND", `${input.skill} has no version ${input.number}.`);
  return version;
}
