import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { mayBypassFor, metPolicy, readLabelPolicy } from "../labels/label-policy";
import { labelNameSchema } from "../labels/label-schema";
import { requireNotWithdrawn } from "../versions/require-not-withdrawn";

export type LabelMove = {
  skillId: string;
  /** The skill's name. */
  skill: string;
  label: string;
  /** The number of the version that it shall stand for. */
  version: number;
  /** Where it must be now, null for nowhere. Without it the label moves from wherever it is. */
  expectedVersion?: number | null | undefined;
  bypassReason?: string | undefined;
};

/**
 * Lets a label stand for a version, in a transaction of the caller's. FORBIDDEN for a protected one without the
 * role; CONFLICT when it has been moved (`label-moved`) or the version did not meet the policy (`policy`);
 * UNPROCESSABLE for a withdrawn version. Answers where it was.
 */
export async function moveLabel(context: Context, move: LabelMove): Promise<number | null> {
  const { skillId, skill, label, version: number, bypassReason } = move;
  const workspaceId = context.workspace.id;
  labelNameSchema.parse(label);

  const policy = await readLabelPolicy(context);
  const isProtected = policy.protectedLabels.includes(label);
  requirePermission(context, isProtected ? "labels.protected" : "labels.move");
  const version = await context.db.version.findFirst({
    where: { skillId, workspaceId, number },
    select: { id: true, name: true, number: true, digest: true, approval: true, withdrawal: true },
  });
  if (!version) throw new AppError("NOT_FOUND", `${skill} has no version ${number}.`);
  await requireNotWithdrawn(context, [version]);
  const isBypass = isProtected && !(await metPolicy(context, version.approval));
  if (isBypass) {
    const may = await mayBypassFor(context, policy);
    requireBypass(move, { may, roles: policy.bypassRoles });
  }
  const before = await claimLabel(context, { ...move, workspaceId, versionId: version.id });
  if (before?.number === number) return before.number;
  await appendAudit(context, {
    action: "label.moved",
    object: { type: "skill", id: skillId, name: skill },
    digestBefore: before?.digest ?? null,
    digestAfter: version.digest,
    detail: {
      label,
      from: before?.number ?? null,
      to: number,
      ...(isBypass && bypassReason ? { bypassReason } : {}),
    },
  });
  await tellEverybody(context);
  return before?.number ?? null;
}

/** Agents that follow a label or the newest version get another one now. */
export async function tellEverybody(context: WorkspaceContext): Promise<void> {
  const workspaceId = context.workspace.id;
  await notify(context, { topic: "library", workspaceId });
  await notify(context, { topic: "agents", workspaceId });
}

type Claim = LabelMove & { workspaceId: string; versionId: string };

/** The guarded write: of several who saw the label at one place, one moves it. */
async function claimLabel(
  { db }: DatabaseContext,
  claim: Claim,
): Promise<{ number: number; digest: string } | null> {
  const { skillId, label: name, workspaceId, versionId, expectedVersion } = claim;
  const created = await db.label.createMany({
    data: [{ skillId, workspaceId, name, versionId }],
    skipDuplicates: true,
  });
  // Locked alone: a join would still be with the version that the label stood for before the wait.
  const [locked] = await db.$queryRaw<{ versionId: string }[]>`
    SELECT "versionId" FROM "Label"
    WHERE "skillId" = ${skillId}::uuid AND "workspaceId" = ${workspaceId}::uuid AND name = ${name} FOR UPDATE`;
  const found = await db.version.findFirst({
    where: { id: locked?.versionId ?? versionId, workspaceId },
    select: { number: true, digest: true },
  });
  const before = created.count > 0 || !locked ? null : found;
  const place = before?.number ?? null;
  if (expectedVersion !== undefined && place !== expectedVersion) throw labelMoved(name, place);
  if (before !== null)
    await db.label.updateMany({ where: { skillId, workspaceId, name }, data: { versionId } });
  return before;
}

export const labelMoved = (label: string, version: number | null) =>
  new AppError(
    "CONFLICT",
    version === null
      ? `Somebody removed ${label} meanwhile.`
      : `Somebody moved ${label} meanwhile: it is at version ${version}.`,
    { details: { reason: "label-moved", label, version } },
  );

function requireBypass(
  { label, version, bypassReason }: LabelMove,
  { may, roles }: { may: boolean; roles: readonly string[] },
): void {
  if (may && bypassReason) return;
  const who = roles.length === 0 ? "Nobody" : `Only a person who is ${roles.join(" or ")}`;
  const message = `${label} is protected, and version ${version} did not meet the review policy.`;
  throw new AppError(
    "CONFLICT",
    may
      ? `${message} Say why it should have it nevertheless.`
      : `${message} ${who} may move it nevertheless.`,
    { details: { reason: "policy", label, version, mayBypass: may } },
  );
}
