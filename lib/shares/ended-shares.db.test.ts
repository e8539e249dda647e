import { describe, expect, it } from "vitest";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { getSkill } from "@/lib/library/get-skill";
import { testDatabase } from "@/lib/testing/database";
import {
  anAcceptedShare,
  deliveredHere as delivered,
  followAllShares,
  latest,
  sharedSkill as skill,
} from "@/lib/testing/delivery/shares";
import { acceptShare } from "./commands/accept-share";
import { leaveShare } from "./commands/leave-share";
import { shareSkill } from "./commands/share-skill";
import { stopSharing } from "./commands/stop-sharing";
import { listReceived } from "./list-received";
import { listShares } from "./list-shares";
import type { ShareSkill } from "./schema";

const { db } = testDatabase();
const accepted = (what: ShareSkill = latest) => anAcceptedShare(db, what);
const follow = () => followAllShares(db);

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
