import "server-only";
import type { Context } from "@/lib/access/context";
import { roles } from "@/lib/access/permissions";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { notifyPeople } from "@/lib/notifications/commands";
import type { LockedShare } from "../internal/lock-share";
import { receiverContext } from "../internal/receiver-context";
import { bringCopies } from "./bring-copies";

/** Removes a share that this transaction has locked, and takes what came by it out of use. Trails are the caller's. */
export async function removeShare(
  context: DatabaseContext & { now: () => Date },
  { share, received }: LockedShare,
): Promise<void> {
  await context.db.skillShare.delete({ where: { id: share.id } });
  if (received) await endReceived(context, { ...received, workspaceId: share.receiverId });
  for (const workspaceId of [share.workspaceId, share.receiverId])
    await notify(context, { topic: "library", workspaceId });
}

type Ended = { skillId: string; workspaceId: string; fromWorkspace: string; acceptedById: string };

/** Takes a skill out of use whose share is gone, by whatever way it went. */
export async function endReceived(
  { db, now }: DatabaseContext & { now: () => Date },
  { skillId, workspaceId, fromWorkspace, acceptedById: userId }: Ended,
): Promise<Context> {
  const context = await receiverContext({ db }, { workspaceId, userId, now });
  await bringCopies(context, { skillId, fromWorkspace }, null);
  await db.receivedSkill.update({
    where: { skillId, workspaceId },
    data: { shareId: null, endedAt: now(), failure: null },
  });
  return context;
}

/** Who may receive skills, as far as they get in. */
export async function listReceivers({ db }: DatabaseContext, workspaceId: string): Promise<string[]> {
  const admins = await db.member.findMany({
    where: { workspaceId, role: { in: roles.slice(roles.indexOf("admin")) } },
    select: { userId: true },
  });
  return admins.map(({ userId }) => userId);
}

/** Tells the other side that nothing comes any more. */
export async function tellEnded(
  { db, now }: DatabaseContext & { now: () => Date },
  received: { skillId: string; workspaceId: string; fromWorkspace: string; name: string },
): Promise<void> {
  const { workspaceId, fromWorkspace: workspace, skillId, name } = received;
  await notifyPeople(
    { db, now, actor: null, workspace: { id: workspaceId } },
    {
      kind: "share-ended",
      to: await listReceivers({ db }, workspaceId),
      data: { workspace, skill: { id: skillId, name } },
    },
  );
}
