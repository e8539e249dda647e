import { describe, expect, it } from "vitest";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { revokeAddress } from "@/lib/addresses/commands/revoke-address";
import { listAudit } from "@/lib/audit/queries";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, needsGit, publishNotes, token } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { createMirror } from "./commands/create-mirror";
import { editMirror } from "./commands/edit-mirror";
import { pushMirror } from "./commands/push-mirror";
import { removeMirror } from "./commands/remove-mirror";
import { getMirrorPlan } from "./get-mirror-plan";
import { listMirrors } from "./list-mirrors";
import { mostMirrors } from "./mirror-options";

allowLocalServers();
needsGit();
const { db } = testDatabase();

type Desk = Awaited<ReturnType<typeof aMirroredDesk>>;

const trailOf = async ({ context }: Desk) =>
  (await listAudit(context, { action: "mirror" })).items.map(({ action, detail }) => ({ action, detail }));

/** A mirror of two chosen skills, to a branch of its own. */
async function aChosenMirror({ context, remote }: Desk, expiresInDays: number | null = null) {
  const gives = { kind: "selection" as const, skills: ["notes", "plain"] };
  const address = await createAddress(context, { name: "Chosen", gives, expiresInDays });
  const mirror = await createMirror(context, {
    of: { kind: "address", address: address.id },
    url: remote.url,
    branch: "chosen",
    userName: "ines",
    token,
  });
  return { address, mirror: mirror.id };
}

describe("the trail of a mirror", () => {
  it("says what was made, changed, pushed and removed, and a token never", async () => {
    const desk = await aMirroredDesk(db, { onPublish: true });
    const { context, remote } = desk;
    const mirror = desk.mirror.id;
    await editMirror(context, { mirror, token: `${token}-2`, branch: "next" });
    await editMirror(context, { mirror, token });
    await getMirrorPlan(context, { mirror });
    const { pushed } = await pushMirror(context, { mirror });
    const count = Number(await remote.git("-C", "skills.git", "rev-list", "--count", "next"));
    await pushMirror(context, { mirror });
    await removeMirror(context, { mirror });
    const trail = await trailOf(desk);
    expect(trail).toEqual([
      { action: "mirror.removed", detail: { branch: "next", commit: pushed?.commit } },
      { action: "mirror.pushed", detail: { branch: "next", commit: pushed?.commit, commits: count } },
      { action: "mirror.sent", detail: { branch: "next", commit: pushed?.commit, commits: count } },
      { action: "mirror.edited", detail: { branch: "next", changed: ["token"] } },
      { action: "mirror.edited", detail: { branch: "next", changed: ["branch", "token"] } },
      {
        action: "mirror.created",
        detail: { of: { kind: "agent", agent: "desk" }, branch: "main", onPublish: true, hasToken: true },
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain(token);
  });

  it("has no line of what failed, or was refused", async () => {
    const desk = await aMirroredDesk(db);
    const { context } = desk;
    const mirror = desk.mirror.id;
    await editMirror(context, { mirror, token: "wrong" });
    expect((await pushMirror(context, { mirror })).failure?.kind).toBe("credentials");
    await expect(editMirror(context, { mirror, url: "https://elsewhere.example.org/a.git" })).rejects.toThrow(
      "Another host needs its own token: the stored one is not sent there.",
    );
    await expect(pushMirror(context, { mirror, losing: "main" })).rejects.toThrow(/40 hexadecimal digits/);
    expect((await trailOf(desk)).map(({ action }) => action)).toEqual(["mirror.edited", "mirror.created"]);
  });

  it("says that a commit was lost only where one was", async () => {
    const desk = await aMirroredDesk(db);
    const mirror = desk.mirror.id;
    await pushMirror(desk.context, { mirror });
    const ours = await desk.remote.head();
    await publishNotes(desk.context, "Shorter.\n");
    expect((await pushMirror(desk.context, { mirror, losing: ours })).failure).toBeNull();
    const [last] = await trailOf(desk);
    expect(last?.action).toBe("mirror.pushed");
    expect(last?.detail).not.toHaveProperty("lost");
  });
});

describe("a mirror of chosen skills", () => {
  it("ends with its address, in words, and says so in the list", async () => {
    const clock = { at: new Date("2026-11-23T12:00:00.000Z") };
    const desk = await aMirroredDesk(db, { now: () => new Date(clock.at) });
    const { context } = desk;
    const { address, mirror } = await aChosenMirror(desk, 1);
    const stateOf = async () => {
      const shown = (await listMirrors(context)).find(({ id }) => id === mirror);
      return shown?.of.kind === "address" ? shown.of.address.state : null;
    };
    expect(await stateOf()).toBe("active");
    clock.at = new Date("2026-11-24T12:00:00.000Z");
    expect(await stateOf()).toBe("expired");
    const refusal = {
      code: "CONFLICT",
      message:
        "The address “Chosen” is revoked or has expired, so its mirror gets nothing more. Remove the mirror.",
    };
    const asked = desk.remote.seen.length;
    await expect(getMirrorPlan(context, { mirror })).rejects.toMatchObject(refusal);
    await expect(pushMirror(context, { mirror })).rejects.toMatchObject(refusal);
    await revokeAddress(context, { address: address.id });
    expect(await stateOf()).toBe("revoked");
    await expect(pushMirror(context, { mirror })).rejects.toMatchObject(refusal);
    expect(desk.remote.seen).toHaveLength(asked);
    await removeMirror(context, { mirror });
    expect(await stateOf()).toBeNull();
  });
});

describe("a workspace", () => {
  it("has so many mirrors and no more, and says what to do", async () => {
    const desk = await aMirroredDesk(db);
    const { context, agent, remote } = desk;
    const of = { kind: "agent" as const, agent: agent.slug };
    const now = new Date();
    await db.mirror.createMany({
      data: Array.from({ length: mostMirrors - 1 }, (_, at) => ({
        workspaceId: context.workspace.id,
        agentId: agent.id,
        url: remote.url,
        branch: `b${at}`,
        userName: "",
        onPublish: false,
        createdById: context.actor.userId,
        updatedAt: now,
      })),
    });
    await expect(createMirror(context, { of, url: remote.url, branch: "one-more" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: `There are ${mostMirrors} mirrors here. Remove one first.`,
    });
    await removeMirror(context, { mirror: desk.mirror.id });
    expect(await createMirror(context, { of, url: remote.url, branch: "one-more" })).toMatchObject({
      branch: "one-more",
      hasToken: false,
    });
    expect(await listMirrors(context)).toHaveLength(mostMirrors);
  });

  it("is told in words what is not there, or taken already", async () => {
    const desk = await aMirroredDesk(db);
    const { context, remote } = desk;
    const there = { url: remote.url, branch: "next" };
    await expect(
      createMirror(context, { of: { kind: "agent", agent: "other" }, ...there }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "There is no such agent here. Choose another one.",
    });
    const address = context.workspace.id;
    await expect(createMirror(context, { of: { kind: "address", address }, ...there })).rejects.toMatchObject(
      {
        code: "UNPROCESSABLE",
        message: "There is no such address here. Choose another one.",
      },
    );
    const of = { kind: "agent" as const, agent: desk.agent.slug };
    await expect(createMirror(context, { of, url: there.url })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Another mirror pushes to the branch main there. Use another branch.",
    });
    for (const act of [editMirror, pushMirror, getMirrorPlan, removeMirror])
      await expect(act(context, { mirror: address })).rejects.toMatchObject({
        code: "NOT_FOUND",
        message: "There is no such mirror.",
      });
  });
});
