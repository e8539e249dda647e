import type { Context } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import { readPackageFiles } from "@/lib/library/read-packages";
import { getVersionByFollow } from "@/lib/library/which-version/get-version-by-follow";
import { acceptShare } from "@/lib/shares/commands/accept-share";
import { followShares } from "@/lib/shares/commands/follow-shares";
import { shareSkill } from "@/lib/shares/commands/share-skill";
import { listReceived } from "@/lib/shares/list-received";
import type { ShareSkill } from "@/lib/shares/schema";
import { aContext } from "../contexts";
import { aPackage } from "../packages";

/** The skill that is shared in tests. */
export const sharedSkill = "tide-tables";
export const latest: ShareSkill = { follows: "latest" };

/** Looks at all shares, whatever was heard of. */
export async function followAllShares(db: Tx): Promise<number> {
  globalThis.greenroomSharesDue = { workspaces: new Set(), allSince: 0 };
  return followShares({ db }, () => new Date());
}

/** A workspace with a published skill, and another one of which its owner is a viewer. */
export async function twoWorkspaces(db: Tx) {
  const giver = await aContext(db, { name: "Ines Giver" });
  const receiver = await aContext(db, { name: "Omar Receiver" });
  const files = { "references/tides.md": "High and low.\n" };
  await aPackage(giver, { name: sharedSkill, files, publishNote: "Secret note" });
  await aPackage(giver, { name: "secret-plans", publishNote: "Secret" });
  await db.member.create({
    data: { workspaceId: receiver.workspace.id, userId: giver.actor.userId, role: "viewer" },
  });
  return { giver, receiver, target: receiver.workspace.slug };
}

/** The same, with the skill shared and accepted. */
export async function anAcceptedShare(db: Tx, what: ShareSkill = latest) {
  const both = await twoWorkspaces(db);
  await shareSkill(both.giver, { skill: sharedSkill, target: both.target, ...what });
  const { offers } = await listReceived(both.receiver);
  const share = offers[0]?.id ?? "";
  await acceptShare(both.receiver, { share });
  return { ...both, share };
}

/** What an agent of this workspace gets that follows the newest version of the skill. */
export async function deliveredHere(context: Context) {
  const where = { workspaceId: context.workspace.id, name: sharedSkill };
  const { id: skillId } = await context.db.skill.findFirstOrThrow({ where });
  const found = await getVersionByFollow(context, { skillId, follows: "latest" });
  return found.ok && found.value.kind === "version" ? found.value : null;
}

/** Its SKILL.md. */
export async function deliveredText(context: Context): Promise<string | null> {
  const version = await deliveredHere(context);
  if (!version) return null;
  const [file] = await readPackageFiles(context, { versionId: version.versionId });
  return Buffer.from(file?.bytes ?? []).toString();
}
