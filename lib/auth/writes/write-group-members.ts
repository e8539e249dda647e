import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";

/** Makes these, and nobody else, the members of a group. NOT_FOUND for who is no member of the workspace. */
export async function writeGroupMembers(
  { db, workspace: { id: workspaceId } }: Context,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(userIds)];
  const here = await db.member.count({ where: { workspaceId, userId: { in: wanted } } });
  if (here < wanted.length)
    throw new AppError("NOT_FOUND", "Among the chosen is somebody who is no member of this workspace.");
  await db.groupMember.deleteMany({ where: { groupId, workspaceId } });
  await db.groupMember.createMany({ data: wanted.map((userId) => ({ groupId, workspaceId, userId })) });
}
