import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { requireWrittenHere } from "@/lib/library/require-written-here";
import { notifyPeople } from "@/lib/notifications/commands";
import { asServer } from "../internal/as-server";
import { listShares } from "../list-shares";
import { type Share, type ShareSkill, shareSkillSchema } from "../schema";
import { sayShared } from "../share-options";
import { listReceivers } from "../writes/end-share";

type Followed = Pick<Share, "follows" | "label" | "version">;

/**
 * Offers a skill to another workspace of which the actor is a member, or changes what is shared with one that has it.
 * NOT_FOUND for any other workspace, whether it is there or not; FORBIDDEN for what is itself shared with this one.
 */
export async function shareSkill(
  context: Context,
  input: { skill: string; target: string } & ShareSkill,
): Promise<Share> {
  requirePermission(context, "shares.give");
  const { skill, target } = input;
  const wanted = narrowed(shareSkillSchema.parse(input));
  await inPermittedTransaction(context, "shares.give", async (context) => {
    const skillId = await getSkillId(context, skill);
    await requireWrittenHere(context, skillId);
    // Held, so that two who share it with one workspace come one after the other.
    await context.db.$executeRaw`SELECT FROM "Skill" WHERE id = ${skillId}::uuid FOR NO KEY UPDATE`;
    await requireVersion(context, { skillId, skill }, wanted);
    const receiver = await findReceiver(context, { skillId, target });
    await write(context, { skillId, skill, receiver, wanted });
  });
  const { items } = await listShares(context, { skill });
  const shared = items.find(({ workspace }) => workspace.slug === target);
  if (!shared) throw new AppError("CONFLICT", "Somebody ended this share meanwhile. Look at it again.");
  return shared;
}

/** Only what it follows is kept of what was said. */
function narrowed({ follows, label, version }: Followed): Followed {
  if (follows === "label" && label === null)
    throw new AppError("UNPROCESSABLE", "Say which label is followed, in `label`.");
  if (follows === "version" && version === null)
    throw new AppError("UNPROCESSABLE", "Say which version is shared, in `version`.");
  return {
    follows,
    label: follows === "label" ? label : null,
    version: follows === "version" ? version : null,
  };
}

async function requireVersion(
  { db, workspace }: Context,
  { skillId, skill }: { skillId: string; skill: string },
  { version: number }: Followed,
): Promise<void> {
  if (number === null) return;
  const version = await db.version.findFirst({ where: { skillId, workspaceId: workspace.id, number } });
  if (!version) throw new AppError("NOT_FOUND", `${skill} has no version ${number}.`);
}

type Receiver = { id: string; name: string; slug: string };

/** A workspace that has it already, or one of the actor's own: nobody learns here what others there are. */
async function findReceiver(
  { db, workspace, actor }: Context,
  { skillId, target: slug }: { skillId: string; target: string },
): Promise<Receiver> {
  if (slug === workspace.slug)
    throw new AppError("UNPROCESSABLE", "This is the workspace in which it is written.");
  const receiver = await db.workspace.findFirst({
    where: {
      slug,
      OR: [
        { members: { some: { userId: actor.userId } } },
        { receivedShares: { some: { skillId, workspaceId: workspace.id } } },
      ],
    },
    select: { id: true, name: true, slug: true },
  });
  if (!receiver)
    throw new AppError(
      "NOT_FOUND",
      `You are in no workspace “${slug}”. Share with workspaces of which you are a member.`,
    );
  return receiver;
}

type Wanted = { skillId: string; skill: string; receiver: Receiver; wanted: Followed };

async function write(context: Context, { skillId, skill, receiver, wanted }: Wanted): Promise<void> {
  const { db, workspace, actor, now } = context;
  const receiverId = receiver.id;
  const of = { skillId_receiverId: { skillId, receiverId } };
  const before = await db.skillShare.findUnique({ where: of });
  if (before)
    await db.skillShare.update({ where: { id: before.id, workspaceId: workspace.id }, data: wanted });
  else {
    const data = {
      workspaceId: workspace.id,
      skillId,
      receiverId,
      sharedById: actor.userId,
      sharedAt: now(),
    };
    const { id } = await db.skillShare.create({ data: { ...data, ...wanted } });
    await appendAudit(asServer(context, receiverId), {
      action: "share.offered",
      object: { type: "share", id, name: skill },
      detail: { from: workspace.name, gives: sayShared(wanted) },
    });
    await notifyPeople(
      { db, now, actor: null, workspace: { id: receiverId } },
      {
        kind: "skill-offered",
        to: (await listReceivers(context, receiverId)).filter((userId) => userId !== actor.userId),
        data: { share: id, workspace: workspace.name, name: skill },
      },
    );
  }
  await appendAudit(context, {
    action: before ? "share.changed" : "share.offered",
    object: { type: "skill", id: skillId, name: skill },
    detail: { workspace: receiver.name, gives: sayShared(wanted) },
  });
  for (const workspaceId of [workspace.id, receiverId])
    await notify(context, { topic: "library", workspaceId });
}
