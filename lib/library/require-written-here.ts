import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";

/** What was shared with this workspace is written elsewhere: FORBIDDEN, `details.reason` received, says where, and what to do. */
export async function requireWrittenHere(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  skillId: string,
): Promise<void> {
  const received = await db.receivedSkill.findFirst({
    where: { skillId, workspaceId },
    select: { fromWorkspace: true, skill: { select: { name: true } } },
  });
  if (!received) return;
  const { fromWorkspace: workspace, skill } = received;
  throw new AppError(
    "FORBIDDEN",
    `${skill.name} is written in the workspace ${workspace} and can only be read here. Duplicate it to have one of your own.`,
    { details: { reason: "received", workspace } },
  );
}
