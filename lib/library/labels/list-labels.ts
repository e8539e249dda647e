import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import { getSkillId } from "../get-skill-id";
import { latestVersion } from "../which-version/latest-version";
import { mayBypassFor, readLabelPolicy } from "./label-policy";
import type { LabelList } from "./label-schema";

/** The labels of a skill by name, and what may be done with them. */
export async function listLabels(context: Context, { skill }: { skill: string }): Promise<LabelList> {
  requirePermission(context, "library.read");

  const { db } = context;
  const workspaceId = context.workspace.id;
  const skillId = await getSkillId(context, skill);
  const [policy, rows, latest] = await Promise.all([
    readLabelPolicy(context),
    db.label.findMany({
      where: { skillId, workspaceId },
      orderBy: { name: "asc" },
      select: { name: true, updatedAt: true, version: { select: { number: true } } },
    }),
    db.version.findFirst({
      where: { skillId, workspaceId, ...latestVersion.where },
      orderBy: latestVersion.orderBy,
      select: { number: true },
    }),
  ]);
  return {
    items: rows.map(({ name, updatedAt, version }) => ({
      name,
      version: version.number,
      protected: policy.protectedLabels.includes(name),
      updatedAt: updatedAt.toISOString(),
    })),
    latest: latest?.number ?? null,
    protectedLabels: [...policy.protectedLabels],
    mayMoveProtected: isAllowed(context, "labels.protected"),
    mayBypass: await mayBypassFor(context, policy),
  };
}
