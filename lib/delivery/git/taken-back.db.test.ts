import { describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { deliveryDoor } from "@/lib/api/delivery-door";
import { notify } from "@/lib/db/bus";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { reinstateVersion, withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { pushMirror } from "@/lib/mirrors/commands/push-mirror";
import { getMirrorPlan } from "@/lib/mirrors/get-mirror-plan";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { fetchFrom } from "@/lib/testing/delivery/delivery";
import { aMirroredDesk } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { onLoopback } from "@/lib/testing/servers/git-on-loopback";
import { getDeliveredArchive } from "../get-delivered-bytes";
import { heldDelivery } from "../held-deliveries";
import { openRepository } from "./open-repository";

allowLocalServers();
const { db } = testDatabase();

const wellKnown = "/.well-known/agent-skills/index.json";

/** An agent's address once this server holds what it gives: its memory is left as it is from here on. */
async function aHeldDesk() {
  const desk = await aMirroredDesk(db);
  const { context, agent, address } = desk;
  const source = { kind: "agent" as const, agentId: agent.id };
  await vi.waitFor(
    async () => expect(await heldDelivery(context, source)).toBe(await heldDelivery(context, source)),
    { timeout: 10_000 },
  );
  const recorded = { source, title: agent.slug };
  // A history has each version that is published after somebody has asked for it.
  await openRepository(context, recorded);
  const { origin, git } = await onLoopback((request) => deliveryDoor.fetch(request));
  const url = `${origin}${new URL(address.gitUrl).pathname}`;
  /** Every text that a new clone has, of every commit; nothing in it is broken. */
  const cloned = async (name: string): Promise<string> => {
    await git("-c", "transfer.fsckObjects=true", "clone", "-q", url, name);
    expect(await git("-C", name, "fsck", "--full", "--strict")).toBe("");
    return git("-C", name, "log", "--all", "-p", "--format=%s");
  };
  return { ...desk, git, url, cloned, recorded };
}

/** Of the second version of `notes`; the third is delivered before and after. */
const withdrawSecond = (context: Context) =>
  withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });

async function publishTwice(context: Context): Promise<void> {
  await publishNext(context, "notes", "Leaks.\n");
  await publishNext(context, "notes", "Better.\n");
}

describe("a version that is taken back while a newer one is delivered", () => {
  it("is in no clone any more, and comes back with it", async () => {
    const { context, cloned, git, url } = await aHeldDesk();
    await publishTwice(context);
    const before = await cloned("before");
    expect(before).toContain("+Leaks.");
    expect(before).toContain("+Better.");
    const leaking = (await git("-C", "before", "rev-parse", "HEAD~1")).trim();
    await withdrawSecond(context);
    const after = await cloned("after");
    expect(after).toContain("+Better.");
    expect(after).not.toContain("Leaks.");
    expect(await git("ls-remote", url)).not.toContain(leaking);
    await git("init", "-q", "fresh");
    await expect(git("-C", "fresh", "fetch", "-q", url, leaking)).rejects.toThrow(/no longer served/);
    await reinstateVersion(context, { skill: "notes", number: 2, reason: "It does not." });
    expect(await cloned("again")).toContain("+Leaks.");
  });

  it("is in no clone once its skill is deleted that was delivered before", async () => {
    const { context, cloned, assign } = await aHeldDesk();
    await assign("plain");
    expect(await cloned("before")).toContain("About notes.");
    await deleteSkill(context, { skill: "notes", confirmName: "notes" });
    const after = await cloned("after");
    expect(after).toContain("About plain.");
    expect(after).not.toContain("About notes.");
  });

  it("goes to no mirror", async () => {
    const { context, mirror, remote } = await aHeldDesk();
    await publishTwice(context);
    expect((await getMirrorPlan(context, { mirror: mirror.id })).changes?.withheld).toBe(0);
    await withdrawSecond(context);
    expect((await pushMirror(context, { mirror: mirror.id, losing: null })).failure).toBeNull();
    const sent = await remote.git("-C", "skills.git", "log", "-p", "--format=%s", "main");
    expect(sent).toContain("+Better.");
    expect(sent).not.toContain("Leaks.");
  });

  it("is given by no archive and no index that named it, and the manifest of who had it names the newer one", async () => {
    const { context, address, agent } = await aHeldDesk();
    const machine = await aMachine(context, agent.slug);
    await publishNext(context, "notes", "Leaks.\n");
    const had = await machine.manifest();
    const archive = had.skills.find(({ name }) => name === "notes")?.archive;
    const index = await (await fetchFrom(address.url, { path: wellKnown })).text();
    const artifact = /skills\/[0-9a-f]{64}\/notes\.zip/.exec(index)?.[0];
    await publishNext(context, "notes", "Better.\n");
    const newer = await machine.manifest();
    await withdrawSecond(context);
    const gone = getDeliveredArchive(await machine.asking(), {
      agent: agent.slug,
      archive: `${archive}.zip`,
    });
    await expect(gone).rejects.toMatchObject({ code: "GONE" });
    expect((await fetchFrom(address.url, { path: `/${artifact}` })).status).toBe(404);
    const since = await machine.manifest(had.digest);
    expect([since.digest, since.skills.map(({ version }) => version.number)]).toEqual([newer.digest, [3]]);
  });
});

describe("the repository of what is delivered", () => {
  it("is the same while nothing that it hands out has changed, and another once a version is taken back", async () => {
    const { context, recorded } = await aHeldDesk();
    await publishTwice(context);
    const first = await openRepository(context, recorded);
    await notify(context, { topic: "library", workspaceId: context.workspace.id });
    expect(await openRepository(context, recorded)).toBe(first);
    await withdrawSecond(context);
    const without = await openRepository(context, recorded);
    expect([without === first, without.refs[0]?.id]).toEqual([false, first.refs[0]?.id]);
    expect([first.shallow.size, without.shallow.size]).toEqual([0, 1]);
    expect(await openRepository(context, recorded)).toBe(without);
  });

  it("has what another server wrote meanwhile", async () => {
    const { context, recorded, assign } = await aHeldDesk();
    const first = await openRepository(context, recorded);
    const delivery = await heldDelivery(context, recorded.source);
    const [held, repositories] = [globalThis.greenroomDeliveries, globalThis.greenroomGitRepositories];
    await assign("notes");
    // Another server, which alone is asked between two changes.
    globalThis.greenroomDeliveries = undefined;
    globalThis.greenroomGitRepositories = undefined;
    await openRepository(context, recorded);
    await assign("notes", "plain");
    const theirs = await openRepository(context, recorded);
    globalThis.greenroomDeliveries = held;
    globalThis.greenroomGitRepositories = repositories;
    const ours = await openRepository(context, recorded);
    expect(await heldDelivery(context, recorded.source)).toBe(delivery);
    expect([ours === first, ours.refs[0]?.id]).toEqual([false, theirs.refs[0]?.id]);
  });
});
