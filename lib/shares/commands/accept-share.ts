import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { findNameHolder, nameTaken } from "@/lib/library/name-taken";
import { tellEverybody } from "@/lib/library/writes/move-label";
import { asServer } from "../internal/as-server";
import { lockOffered } from "../internal/lock-offered";
import type { LockedShare } from "../internal/lock-share";
import { readGiven } from "../internal/read-given";
import { getReceived } from "../list-received";
import type { ReceivedSkill } from "../schema";
import { bringCopies } from "../writes/bring-copies";
import { insertReceived } from "../writes/take-version";

/**
 * Takes what another workspace shares: as a skill here that nobody changes here, whose versions come in by themselves.
 * CONFLICT where its name is taken, where it is accepted already, and where nothing is shared at present.
 */
export async function acceptShare(
  context: Context,
  { share: id }: { share: string },
): Promise<ReceivedSkill> {
  requirePermission(context, "shares.receive");
  let name = "";
  try {
    await inPermittedTransaction(context, "shares.receive", async (context) => {
      const locked = await lockOffered(context, id);
      name = locked.skill;
      await accept(context, locked);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const holder = (await findNameHolder(context, name)) ?? name;
    throw nameTaken(name, holder, {
      advice: " Give yours another name, then accept this one.",
      cause: error,
    });
  }
  return getReceived(context, id);
}

async function accept(context: Context, locked: LockedShare): Promise<void> {
  const { db, workspace } = context;
  const { share, giver, receiver, skill, acceptedAt } = locked;
  if (acceptedAt !== null)
    throw new AppError("CONFLICT", `${skill} is accepted already.`, { details: { reason: "accepted" } });
  const given = await readGiven(context, share);
  // Why is said there alone: it may name people of theirs.
  if (given.versionId === null)
    throw new AppError("CONFLICT", `The workspace ${giver.name} shares no version of ${skill} at present.`, {
      details: { reason: "nothing-shared" },
    });
  await db.skillShare.update({ where: { id: share.id }, data: { acceptedAt: context.now() } });
  const known = await db.receivedSkill.findFirst({
    where: { workspaceId: workspace.id, fromSkillId: share.skillId },
  });
  const origin = { fromWorkspace: giver.name, fromSkill: skill };
  const skillId = known?.skillId ?? (await insertReceived(context, share, given, origin));
  if (known) {
    const accepted = { shareId: share.id, acceptedById: context.actor.userId, acceptedAt: context.now() };
    await db.receivedSkill.update({
      where: { skillId, workspaceId: workspace.id },
      data: { ...accepted, ...origin, endedAt: null, failure: null },
    });
    await bringCopies(context, { skillId, fromWorkspace: giver.name }, share);
  }
  await appendAudit(context, {
    action: "share.accepted",
    object: { type: "skill", id: skillId, name: skill },
    detail: { from: giver.name },
  });
  await appendAudit(asServer(context, giver.id), {
    action: "share.accepted",
    object: { type: "skill", id: share.skillId, name: skill },
    detail: { workspace: receiver.name },
  });
  await tellEverybody(context);
  await notify(context, { topic: "library", workspaceId: giver.id });
}
