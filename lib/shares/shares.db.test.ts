import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { duplicateSkill } from "@/lib/library/commands/duplicate-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import { setLabel } from "@/lib/library/commands/set-label";
import { reinstateVersion, withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getVersionByFollow } from "@/lib/library/follow/get-version-by-follow";
import { getSkill } from "@/lib/library/get-skill";
import { listSkills } from "@/lib/library/list-skills";
import { readPackageFiles } from "@/lib/library/read-packages";
import { listNotifications } from "@/lib/notifications/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/publish-next";
import { acceptShare } from "./commands/accept-share";
import { followShares } from "./commands/follow-shares";
import { leaveShare } from "./commands/leave-share";
import { shareSkill } from "./commands/share-skill";
import { stopSharing } from "./commands/stop-sharing";
import { listReceived } from "./list-received";
import { listShares } from "./list-shares";
import type { ShareSkill } from "./schema";

const { db } = testDatabase();
const skill = "tide-tables";
const latest: ShareSkill = { follows: "latest" };

/** All shares, whatever was heard of. */
async function follow(): Promise<number> {
  globalThis.greenroomSharesDue = { workspaces: new Set(), allSince: 0 };
  return followShares({ db }, () => new Date());
}

/** A workspace with a published skill, and another one of which its owner is a viewer. */
async function twoWorkspaces() {
  const giver = await aContext(db, { name: "Ines Giver" });
  const receiver = await aContext(db, { name: "Omar Receiver" });
  await aPackage(giver, {
    name: skill,
    files: { "references/tides.md": "High and low.\n" },
    publishNote: "Secret note",
  });
  await aPackage(giver, { name: "secret-plans", publishNote: "Secret" });
  await db.member.create({
    data: { workspaceId: receiver.workspace.id, userId: giver.actor.userId, role: "viewer" },
  });
  return { giver, receiver, target: receiver.workspace.slug };
}

async function accepted(what: ShareSkill = latest) {
  const both = await twoWorkspaces();
  await shareSkill(both.giver, { skill, target: both.target, ...what });
  const { offers } = await listReceived(both.receiver);
  const share = offers[0]?.id ?? "";
  await acceptShare(both.receiver, { share });
  return { ...both, share };
}

const skillIdOf = async ({ workspace }: Context, name = skill) =>
  (await db.skill.findFirstOrThrow({ where: { workspaceId: workspace.id, name } })).id;

/** What an agent gets that follows the newest version. */
const delivered = async (context: Context) => {
  const found = await getVersionByFollow(context, { skillId: await skillIdOf(context), follows: "latest" });
  return found.ok && found.value.kind === "version" ? found.value : null;
};

const bodyOf = async (context: Context) => {
  const version = await delivered(context);
  if (!version) return null;
  const [file] = await readPackageFiles(context, { versionId: version.versionId });
  return Buffer.from(file?.bytes ?? []).toString();
};

describe("a skill that is shared", () => {
  it("comes in byte for byte, with its digest, and says where it is from", async () => {
    const { giver, receiver } = await accepted();
    const there = await delivered(giver);
    const here = await delivered(receiver);
    expect(here).toMatchObject({ number: 1, digest: there?.digest });
    const detail = await getSkill(receiver, { skill });
    expect(detail).toMatchObject({
      state: "published",
      mayEdit: false,
      receivedFrom: giver.workspace.name,
      received: { workspace: giver.workspace.name, skill, isShared: true },
    });
    expect(detail.files.map(({ path }) => path)).toEqual(["SKILL.md", "references/tides.md"]);
    expect(await listReceived(receiver)).toMatchObject({
      offers: [],
      skills: [{ skill, newest: { here: 1, there: 1 }, failure: null, endedAt: null }],
    });
  });

  it("brings exactly what was shared into the other workspace, and no name, address, note or other skill", async () => {
    const { giver, receiver } = await accepted();
    await publishNext(giver, skill, "Second.");
    await withdrawVersion(giver, { skill, number: 1, reason: "Secret reason" });
    await follow();
    const tables = await db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'workspaceId' AND table_name <> 'Member'`;
    const rows: unknown[] = [];
    for (const { name } of tables) {
      // The share itself is the giver's row.
      const found = await db.$queryRawUnsafe<unknown[]>(
        `SELECT to_jsonb(t) AS row FROM "${name}" t WHERE "workspaceId" = $1::uuid`,
        receiver.workspace.id,
      );
      rows.push(...found);
    }
    const all = JSON.stringify([rows, await listReceived(receiver), await getSkill(receiver, { skill })]);
    expect(all).toContain(giver.workspace.name);
    for (const secret of ["Ines Giver", giver.actor.email, giver.actor.userId, "Secret", "secret-plans"])
      expect(all).not.toContain(secret);
    expect((await listSkills(receiver, {})).items.map(({ name }) => name)).toEqual([skill]);
    const back = JSON.stringify(await listShares(giver, { skill }));
    for (const secret of ["Omar Receiver", receiver.actor.email]) expect(back).not.toContain(secret);
    const trail = await db.audit.findMany({
      where: { workspaceId: giver.workspace.id },
      select: { actorName: true, objectName: true, detail: true },
    });
    expect(JSON.stringify(trail)).not.toContain("Omar Receiver");
  });

  it("follows what is published, once, also back to an older label", async () => {
    const { giver, receiver, target } = await accepted();
    await publishNext(giver, skill, "Second.");
    expect(await follow()).toBe(1);
    expect(await follow()).toBe(0);
    expect(await bodyOf(receiver)).toContain("Second.");
    await setLabel(giver, { skill, label: "stable", version: 1, expectedVersion: null });
    await shareSkill(giver, { skill, target, follows: "label", label: "stable" });
    expect(await follow()).toBe(1);
    expect(await bodyOf(receiver)).toContain("Do it.");
    await setLabel(giver, { skill, label: "stable", version: 2, expectedVersion: 1 });
    await follow();
    expect(await bodyOf(receiver)).toContain("Second.");
    const { versions } = await getSkill(receiver, { skill });
    expect(versions.map(({ number, note }) => [number, note.split(" of ")[0]])).toEqual([
      [4, "Version 2"],
      [3, "Version 1"],
      [2, "Version 2"],
      [1, "Version 1"],
    ]);
  });

  it("stays at the version it was pinned to", async () => {
    const { giver, receiver } = await accepted({ follows: "version", version: 1 });
    await publishNext(giver, skill, "Second.");
    expect(await follow()).toBe(0);
    expect(await bodyOf(receiver)).toContain("Do it.");
  });

  it("hears of a change by the bus, without waiting for the round over all", async () => {
    const { giver, receiver } = await accepted();
    await follow();
    await publishNext(giver, skill, "Second.");
    globalThis.greenroomSharesDue?.workspaces.add(giver.workspace.id);
    expect(await followShares({ db }, () => new Date())).toBe(1);
    expect(await bodyOf(receiver)).toContain("Second.");
  });

  it("spreads a withdrawal and takes it back alone", async () => {
    const { giver, receiver } = await accepted();
    await publishNext(giver, skill, "Second.");
    await follow();
    await withdrawVersion(giver, { skill, number: 2, reason: "It leaks." });
    await follow();
    expect(await bodyOf(receiver)).toContain("Do it.");
    await expect(reinstateVersion(receiver, { skill, number: 2, reason: "" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "received" },
    });
    await reinstateVersion(giver, { skill, number: 2, reason: "" });
    await follow();
    expect(await bodyOf(receiver)).toContain("Second.");
  });

  it("leaves withdrawn what somebody here withdrew", async () => {
    const { receiver } = await accepted();
    await withdrawVersion(receiver, { skill, number: 1, reason: "Not for us." });
    expect(await follow()).toBe(0);
    expect(await delivered(receiver)).toBeNull();
    await reinstateVersion(receiver, { skill, number: 1, reason: "" });
    expect(await delivered(receiver)).not.toBeNull();
  });

  it("is written by nobody here, and duplicated by whoever wants one of their own", async () => {
    const { giver, receiver } = await accepted();
    const received = { code: "FORBIDDEN", details: { reason: "received", workspace: giver.workspace.name } };
    const changes = [{ op: "write" as const, path: "mine.md", text: "Mine." }];
    await expect(changeDraft(receiver, { skill, baseRevision: 1, changes })).rejects.toMatchObject(received);
    await expect(renameSkill(receiver, { skill, name: "mine" })).rejects.toMatchObject(received);
    await expect(restoreVersion(receiver, { skill, number: 1, baseRevision: 1 })).rejects.toMatchObject(
      received,
    );
    const third = await aContext(db);
    await db.member.create({
      data: { workspaceId: third.workspace.id, userId: receiver.actor.userId, role: "admin" },
    });
    await expect(
      shareSkill(receiver, { skill, target: third.workspace.slug, ...latest }),
    ).rejects.toMatchObject(received);
    const copy = await duplicateSkill(receiver, { skill, name: "our-tides" });
    expect(copy).toMatchObject({ mayEdit: true, received: null });
    await changeDraft(receiver, { skill: "our-tides", baseRevision: 1, changes });
  });

  it("comes under the name that a later version has, and waits where that is taken", async () => {
    const { giver, receiver } = await accepted();
    await aPackage(receiver, { name: "tides" });
    await renameSkill(giver, { skill, name: "tides" });
    await publishNext(giver, "tides", "Renamed.");
    expect(await follow()).toBe(1);
    expect(await follow()).toBe(0);
    expect((await listReceived(receiver)).skills).toMatchObject([{ skill, failure: "name-taken" }]);
    await renameSkill(receiver, { skill: "tides", name: "our-tides" });
    await follow();
    expect((await listReceived(receiver)).skills).toMatchObject([
      { skill: "tides", failure: null, newest: { here: 2, there: 2 } },
    ]);
  });
});

describe("the end of a share", () => {
  it("takes it from agents at once, keeps it to be read, and comes back when it is shared again", async () => {
    const { giver, receiver, target } = await accepted();
    await stopSharing(giver, { skill, target });
    expect(await delivered(receiver)).toBeNull();
    expect(await getSkill(receiver, { skill })).toMatchObject({
      state: "withdrawn",
      received: { isShared: false },
    });
    expect(await listShares(giver, { skill })).toEqual({ items: [] });
    await shareSkill(giver, { skill, target, ...latest });
    const { offers } = await listReceived(receiver);
    await acceptShare(receiver, { share: offers[0]?.id ?? "" });
    expect(await delivered(receiver)).toMatchObject({ number: 1 });
  });

  it("is the receiver’s to say too", async () => {
    const { giver, receiver, share } = await accepted();
    await leaveShare(receiver, { share });
    expect(await delivered(receiver)).toBeNull();
    expect(await listShares(giver, { skill })).toEqual({ items: [] });
  });

  it("comes with the deletion of the skill, there or here", async () => {
    const first = await accepted();
    await deleteSkill(first.giver, { skill, confirmName: skill });
    await follow();
    expect(await delivered(first.receiver)).toBeNull();
    const second = await accepted();
    await deleteSkill(second.receiver, { skill, confirmName: skill });
    await follow();
    expect(await listShares(second.giver, { skill })).toEqual({ items: [] });
  });

  it("comes with the end of the workspace that shared it", async () => {
    const { giver, receiver } = await accepted();
    await db.workspace.delete({ where: { id: giver.workspace.id } });
    await follow();
    expect(await delivered(receiver)).toBeNull();
    expect((await listReceived(receiver)).skills).toMatchObject([{ share: null }]);
  });
});

describe("who shares with whom", () => {
  it("is an admin of the one, a member of the other, and an admin there who accepts", async () => {
    const { giver, receiver, target } = await twoWorkspaces();
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
    const { giver, receiver, target } = await twoWorkspaces();
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
    const { giver, receiver, target } = await twoWorkspaces();
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
