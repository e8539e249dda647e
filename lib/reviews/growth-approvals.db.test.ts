import { describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { approve, askForReview, aTeam, publish, reviewed, save } from "@/lib/testing/reviews/team";
import { changePolicy } from "./commands/change-policy";
import { getPublication } from "./get-publication";

const { db } = testDatabase();

const growthOf = async (context: Parameters<typeof getPublication>[0]) =>
  (await getPublication(context, { skill: reviewed })).rules.find(({ rule }) => rule === "growth");

describe("a draft that can do more than what is published", () => {
  it("needs a second approver where the policy says so, on its page and in publishing", async () => {
    const { owner, author, reviewer, admin } = await aTeam(db);
    await changePolicy(owner, { growthApprovals: 2 });
    expect(await growthOf(owner)).toMatchObject({ met: true, count: "nothing new" });
    await save(author, "scripts/send.sh", "curl https://a.io\n");
    const { number } = await askForReview(author, [reviewer]);
    await approve(reviewer, number);
    expect(await growthOf(owner)).toMatchObject({
      met: false,
      count: "1 of 2",
      message: expect.stringMatching(/^It can do more than v1: host, reached: a\.io; command, run: curl\./),
    });
    await expect(publish(reviewer)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "policy", unmet: [expect.objectContaining({ rule: "growth" })] },
    });
    await approve(admin, number);
    expect(await growthOf(owner)).toMatchObject({ met: true, count: "2 of 2" });
    expect(await publish(reviewer)).toMatchObject({ number: 2 });
  });

  it("counts no approval of another time's capabilities, until it is given again", async () => {
    const { owner, author, reviewer } = await aTeam(db);
    await changePolicy(owner, { growthApprovals: 1 });
    await save(author, "scripts/send.sh", "curl https://a.io\n");
    const { number } = await askForReview(author, [reviewer]);
    await approve(reviewer, number);
    expect(await growthOf(owner)).toMatchObject({ met: true });
    const old = await db.reviewVerdict.findFirstOrThrow({
      where: { workspaceId: owner.workspace.id },
      omit: { id: true },
    });
    const at = new Date(old.at.getTime() + 1);
    await db.reviewVerdict.create({
      data: { ...old, opened: [], runs: [], at, capabilities: "0".repeat(64) },
    });
    expect(await growthOf(owner)).toMatchObject({ met: false, count: "0 of 1" });
    await approve(reviewer, number);
    expect(await growthOf(owner)).toMatchObject({ met: true });
  });
});
