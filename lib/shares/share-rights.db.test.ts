import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { listNotifications } from "@/lib/notifications/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAcceptedShare, latest, sharedSkill as skill, twoWorkspaces } from "@/lib/testing/delivery/shares";
import { aPackage } from "@/lib/testing/packages";
import { acceptShare } from "./commands/accept-share";
import { leaveShare } from "./commands/leave-share";
import { shareSkill } from "./commands/share-skill";
import { stopSharing } from "./commands/stop-sharing";
import { listReceived } from "./list-received";
import { listShares } from "./list-shares";
import type { ShareSkill } from "./schema";

const { db } = testDatabase();
const accepted = (what: ShareSkill = latest) => anAcceptedShare(db, what);

describe("who shares with whom", () => {
  it("is an admin of the one, a member of the other, and an admin there who accepts", async () => {
    const { giver, receiver, target } = await twoWorkspaces(db);
    const reviewer = await aColleague(giver, "reviewer");
    const forbidden = { code: "FORBIDDEN" };
    await expect(shareSkill(reviewer, { skill, target, ...latest })).rejects.toMatchObject(forbidden);
    await expect(listShares(reviewer, { skill })).rejects.toMatchObject(forbidden);
    const stranger = await aContext(db);
    const others = { skill, target: stranger.workspace.slug, ...latest };
    const said = "You are in no workspace";
    await expect(shareSkill(giver, others)).rejects.toThrow(`${said} “${stranger.workspace.slug}”`);
    await expect(shareSkill(giver, { ...others, target: "nowhere" })).rejects.toThrow(`${said} “nowhere”`);
    await shareSkill(giver, { skill, target, ...latest });
    const author = await aColleague(receiver, "author");
    await expect(listReceived(author)).rejects.toMatchObject(forbidden);
    const share = (await listReceived(receiver)).offers[0]?.id ?? "";
    await expect(acceptShare(author, { share })).rejects.toMatchObject(forbidden);
    await expect(acceptShare(stranger, { share })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(leaveShare(stranger, { share })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(stopSharing(stranger, { skill, target })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is told what is wrong with what was asked", async () => {
    const { giver, receiver, target } = await twoWorkspaces(db);
    const share = (what: ShareSkill) => shareSkill(giver, { skill, target, ...what });
    await expect(share({ follows: "label" })).rejects.toThrow("Say which label is followed");
    await expect(share({ follows: "version" })).rejects.toThrow("Say which version is shared");
    await expect(share({ follows: "version", version: 7 })).rejects.toThrow("has no version 7");
    await expect(shareSkill(giver, { skill, target: giver.workspace.slug, ...latest })).rejects.toThrow(
      "in which it is written",
    );
    await expect(stopSharing(giver, { skill, target })).rejects.toThrow("is not shared with");
    const offered = await share({ follows: "label", label: "stable" });
    expect(offered).toMatchObject({ gives: null, acceptedAt: null, label: "stable" });
    expect(offered.why).toContain("stable");
    const [offer] = (await listReceived(receiver)).offers;
    expect(offer).toMatchObject({ skill, gives: null });
    await expect(acceptShare(receiver, { share: offer?.id ?? "" })).rejects.toThrow("shares no version");
    await aPackage(receiver, { name: skill });
    await share(latest);
    await expect(acceptShare(receiver, { share: offer?.id ?? "" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "name-taken" },
    });
    await leaveShare(receiver, { share: offer?.id ?? "" });
    expect(await listReceived(receiver)).toEqual({ offers: [], skills: [] });
  });

  it("takes one of two who accept, and of two who share, at once", async () => {
    const { giver, receiver, target } = await twoWorkspaces(db);
    await Promise.all([1, 2].map(() => shareSkill(giver, { skill, target, ...latest })));
    const { offers } = await listReceived(receiver);
    expect(offers).toHaveLength(1);
    const share = offers[0]?.id ?? "";
    const results = await Promise.allSettled([1, 2].map(() => acceptShare(receiver, { share })));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db.skill.count({ where: { workspaceId: receiver.workspace.id } })).toBe(1);
  });

  it("is told in both trails, and in the inboxes of the admins who receive", async () => {
    const { giver, receiver, target } = await accepted();
    await stopSharing(giver, { skill, target });
    const actions = async (context: Context) =>
      (await listAudit(context, { action: "share" })).items.map(({ action }) => action);
    expect(await actions(giver)).toEqual(["share.ended", "share.accepted", "share.offered"]);
    expect(await actions(receiver)).toEqual(["share.ended", "share.accepted", "share.offered"]);
    const { items } = await listNotifications(receiver, {});
    expect(items.map(({ actor, notice }) => [actor, notice.kind])).toEqual([
      [null, "share-ended"],
      [null, "skill-offered"],
    ]);
  });
});
