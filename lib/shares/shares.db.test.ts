import { describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { duplicateSkill } from "@/lib/library/commands/duplicate-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { restoreVersion } from "@/lib/library/commands/restore-version";
import { setLabel } from "@/lib/library/commands/set-label";
import { reinstateVersion, withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getSkill } from "@/lib/library/get-skill";
import { listSkills } from "@/lib/library/list-skills";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  anAcceptedShare,
  deliveredText as bodyOf,
  deliveredHere as delivered,
  followAllShares,
  latest,
  sharedSkill as skill,
} from "@/lib/testing/delivery/shares";
import { aPackage } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { followShares } from "./commands/follow-shares";
import { shareSkill } from "./commands/share-skill";
import { listReceived } from "./list-received";
import { listShares } from "./list-shares";
import type { ShareSkill } from "./schema";

const { db } = testDatabase();
const accepted = (what: ShareSkill = latest) => anAcceptedShare(db, what);
const follow = () => followAllShares(db);

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
