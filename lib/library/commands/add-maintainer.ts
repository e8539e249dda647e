import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { getManagedSkill, listMaintainers } from "../maintainers/list-maintainers";
import type { MaintainerList } from "../maintainers/maintainer-schema";

const mostMaintainers = 50;

/**
 * Makes a member count as an author of this skill. Twice is once. NOT_FOUND for who is no member, FORBIDDEN for who
 * may not choose; UNPROCESSABLE past 50, and for a deactivated account.
 */
export async function addMaintainer(
  context: Context,
  input: { skill: string; person: string },
): Promise<MaintainerList> {
  requirePermission(context, "library.read");
  const workspaceId = context.workspace.id;
  await inTransaction(context, async (context) => {
    const { id: skillId } = await getManagedSkill(context, input.skill);
    await holdMember(context, input.person);
    const count = await context.db.skillMaintainer.count({ where: { skillId, workspaceId } });
    if (count >= mostMaintainers)
      throw new AppError("UNPROCESSABLE", `A skill has at most ${mostMaintainers} co-maintainers.`);
    const added = await context.db.skillMaintainer.createMany({
      data: [
        {
          skillId,
          workspaceId,
          userId: input.person,
          addedById: context.actor.userId,
          addedAt: context.now(),
        },
      ],
      skipDuplicates: true,
    });
    if (added.count === 0) return;
    const { name } = await context.db.user.findUniqueOrThrow({
      where: { id: input.person },
      select: { name: true },
    });
    await appendAudit(context, {
      action: "maintainer.added",
      object: { type: "skill", id: skillId, name: input.skill },
      detail: { person: { id: input.person, name } },
    });
    await notify(context, { topic: "library", workspaceId });
  });
  return listMaintainers(context, input);
}

/** Whoever is being removed at this moment is waited for: nobody who left keeps a skill. */
async function holdMember(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  userId: string,
): Promise<void> {
  const [member] = await db.$queryRaw<{ isDeactivated: boolean }[]>`
    SELECT "User"."deactivatedAt" IS NOT NULL AS "isDeactivated"
    FROM "Member" JOIN "User" ON "User".id = "Member"."userId"
    WHERE "workspaceId" = ${workspaceId}::uuid AND "userId" = ${userId}::uuid FOR SHARE OF "Member"`;
  if (!member) throw new AppError("NOT_FOUND", "This person is not a member of the workspace.");
  if (member.isDeactivated)
    throw new AppError("UNPROCESSABLE", "This person’s account is deactivated: they could edit nothing.");
}
