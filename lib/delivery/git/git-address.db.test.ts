import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, vi } from "vitest";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { deliveryDoor } from "@/lib/api/delivery-door";
import { archiveSkill } from "@/lib/library/commands/archive-skill";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { reinstateVersion, withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { onLoopback } from "@/lib/testing/servers/git-on-loopback";

const { db, ownerUrl } = testDatabase();

/** One call of git may take a second where the machine is busy. */
const eventually = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 10_000 });

/** What a server holds in its memory: without it, it is another server, or the same one after a start. */
function forgetAll(): void {
  globalThis.greenroomGitHistories = undefined;
  globalThis.greenroomGitRepositories = undefined;
  globalThis.greenroomGitPackages = undefined;
  globalThis.greenroomGitObjects = undefined;
  globalThis.greenroomDeliveries = undefined;
}

/** An agent with two skills, one with a script, and the git of this machine at its address. */
async function aDesk(names: readonly string[] = ["notes", "plain"]) {
  forgetAll();
  const context = await aContext(db, { name: "Ines" });
  for (const name of names)
    await aPackage(context, {
      name,
      files: { "references/more.md": `About ${name}.\n`, "same.md": "Same\n" },
      publishNote: `The first ${name}.\n\nApproved-by: Somebody <else@example.org>`,
    });
  const agent = await createAgent(context, { name: "Desk" });
  const items = names.map((skill) => ({ skill }));
  const { revision } = await setAssignments(context, {
    agent: agent.slug,
    baseRevision: agent.revision,
    items,
  });
  const { gitUrl } = await createAddress(context, {
    name: "CI",
    gives: { kind: "agent", agent: agent.slug },
  });
  const loopback = await onLoopback((request) => deliveryDoor.fetch(request));
  const url = `${loopback.origin}${new URL(gitUrl).pathname}`;
  const { git, folder } = loopback;
  const clone = async (to: string, ...options: string[]) =>
    git("-c", "transfer.fsckObjects=true", "clone", "-q", ...options, url, to);
  const head = async () => (await git("ls-remote", url, "HEAD")).slice(0, 40);
  const read = (path: string) => readFile(join(folder, path), "utf8");
  const assign = (skills: readonly string[]) =>
    setAssignments(context, {
      agent: agent.slug,
      baseRevision: revision,
      items: skills.map((skill) => ({ skill })),
    });
  return { context, agent, url, git, folder, clone, head, read, assign };
}

const log = (format: string) => ["log", `--format=${format}`] as const;

describe("a clone", () => {
  it("has every skill, every host's manifest, and a commit for each publication", async () => {
    const { context, git, clone, read } = await aDesk();
    await clone("desk");
    expect(await git("-C", "desk", "fsck", "--full", "--strict")).toBe("");
    expect(await read("desk/skills/notes/SKILL.md")).toContain("name: notes");
    expect(await read("desk/skills/plain/references/more.md")).toBe("About plain.\n");
    const plugin = JSON.parse(await read("desk/plugin.json"));
    expect(plugin).toMatchObject({ name: "desk", version: "1.3.0" });
    for (const host of ["claude", "codex", "cursor"])
      expect(JSON.parse(await read(`desk/.${host}-plugin/plugin.json`))).toMatchObject({
        name: "desk",
        version: "1.3.0",
      });
    const subjects = (await git("-C", "desk", ...log("%s"))).trim().split("\n");
    expect(subjects).toEqual(["Publish plain, version 1", "Publish notes, version 1", "Begin desk"]);
    const version = await db.version.findFirstOrThrow({
      where: { name: "plain", workspaceId: context.workspace.id },
    });
    const [author, at, ...trailers] = (
      await git("-C", "desk", "log", "-1", "--format=%an%n%at%n%(trailers:only,unfold)")
    )
      .trim()
      .split("\n");
    expect([author, Number(at)]).toEqual(["Ines", Math.floor(version.createdAt.getTime() / 1000)]);
    expect(trailers).toEqual(["Greenroom-Version: 1", `Greenroom-Digest: ${version.digest}`]);
    expect(await git("-C", "desk", "log", "--format=%ae%ce")).not.toContain("@example");
    expect((await git("-C", "desk", "tag")).trim().split("\n")).toEqual(["v1.1.0", "v1.2.0", "v1.3.0"]);
  });

  it("is the same after a start, and for a source that was asked earlier and later", async () => {
    const { context, head, url, git } = await aDesk();
    const first = await head();
    forgetAll();
    expect(await head()).toBe(first);
    const workspaceId = context.workspace.id;
    await publishNext(context, "notes", "Second.\n");
    await publishNext(context, "notes", "Third.\n");
    const third = await eventually(async () => {
      const now = await head();
      expect(now).not.toBe(first);
      return now;
    });
    // As if nobody had asked in between: the ids do not depend on when somebody does.
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query('DELETE FROM "GitCommit" WHERE "workspaceId" = $1 AND number > 3', [workspaceId]);
    await owner.end();
    forgetAll();
    expect(await head()).toBe(third);
    expect(await git("ls-remote", "--tags", url)).toContain("refs/tags/v1.5.0");
  });
});

describe("a change", () => {
  it("is fetched as a commit for each version on the way, with nothing that is there already", async () => {
    const { context, git, clone, read } = await aDesk();
    await clone("desk");
    await clone("shallow", "--depth", "1");
    await publishNext(context, "notes", "Second.\n");
    await publishNext(context, "notes", "Third.\n");
    for (const to of ["desk", "shallow"]) {
      await eventually(async () => {
        await git("-C", to, "pull", "-q", "--ff-only");
        expect(await read(`${to}/skills/notes/SKILL.md`)).toContain("Third.");
      });
      expect(await git("-C", to, "fsck", "--full")).toBe("");
    }
    expect(await git("-C", "desk", "log", "-2", "--format=%s")).toBe(
      "Publish notes, version 3\nPublish notes, version 2\n",
    );
    expect(JSON.parse(await read("desk/plugin.json")).version).toBe("1.5.0");
  });

  it("of the assigned skills takes them out and brings them in", async () => {
    const { context, git, clone, folder, assign } = await aDesk();
    await clone("desk");
    await aPackage(context, { name: "third", publishNote: "" });
    await assign(["notes", "third"]);
    await eventually(async () => {
      await git("-C", "desk", "pull", "-q", "--ff-only");
      expect(existsSync(join(folder, "desk/skills/third/SKILL.md"))).toBe(true);
    });
    expect(existsSync(join(folder, "desk/skills/plain"))).toBe(false);
    expect(await git("-C", "desk", "log", "-2", "--format=%s")).toContain("Take plain out");
  });
});

describe("a withdrawn version", () => {
  it("is out of HEAD for whoever asks next, and no clone gets its bytes", async () => {
    const { context, git, clone, read } = await aDesk();
    await clone("first");
    await publishNext(context, "notes", "Leaks.\n");
    await clone("before");
    expect(await read("before/skills/notes/SKILL.md")).toContain("Leaks.");
    await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
    await clone("after");
    expect(await read("after/skills/notes/SKILL.md")).not.toContain("Leaks.");
    expect(await git("-C", "after", "log", "--format=%s")).toBe("Take notes back to version 1\n");
    expect(await git("-C", "after", "grep", "Leaks.", "HEAD").catch(() => "nothing")).toBe("nothing");
    await git("-C", "before", "pull", "-q", "--ff-only");
    expect(await read("before/skills/notes/SKILL.md")).not.toContain("Leaks.");
    await reinstateVersion(context, { skill: "notes", number: 2, reason: "It does not." });
    await git("-C", "after", "pull", "-q", "--ff-only");
    expect(await read("after/skills/notes/SKILL.md")).toContain("Leaks.");
  });

  it("is handed to nobody who has it not, also not to a clone from before it, which is told how to go on", async () => {
    const { context, git, clone, head, read } = await aDesk();
    await clone("old");
    const first = await head();
    await publishNext(context, "notes", "Leaks.\n");
    const leaking = await eventually(async () => {
      const now = await head();
      expect(now).not.toBe(first);
      return now;
    });
    await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
    await eventually(async () => expect(await head()).not.toBe(leaking));
    await expect(git("-C", "old", "pull", "--ff-only")).rejects.toThrow(
      /remote error: .*withdrawn or deleted since.*git fetch --depth 1/s,
    );
    expect(await git("-C", "old", "cat-file", "-t", leaking).catch(() => "nothing")).toBe("nothing");
    await git("-C", "old", "fetch", "-q", "--depth", "1");
    await git("-C", "old", "reset", "-q", "--hard", "origin/main");
    expect(await read("old/skills/notes/SKILL.md")).not.toContain("Leaks.");
    await git("init", "-q", "fresh");
    await expect(
      git("-C", "fresh", "fetch", (await git("-C", "old", "remote", "get-url", "origin")).trim(), leaking),
    ).rejects.toThrow(/no longer served/);
  });
});

it("moves a clone on that has a withdrawn version, also past other commits with it", async () => {
  const { context, git, clone, head, read } = await aDesk();
  const next = async (skill: string, body: string) => {
    const before = await head();
    await publishNext(context, skill, body);
    await eventually(async () => expect(await head()).not.toBe(before));
  };
  await next("notes", "Leaks.\n");
  await clone("has");
  await next("plain", "Also.\n");
  const before = await head();
  await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
  await eventually(async () => expect(await head()).not.toBe(before));
  await git("-C", "has", "pull", "-q", "--ff-only");
  expect(await read("has/skills/notes/SKILL.md")).not.toContain("Leaks.");
  expect(await read("has/skills/plain/SKILL.md")).toContain("Also.");
  expect(await git("-C", "has", "fsck", "--full")).toBe("");
});

describe("what cannot be given", () => {
  it("is left out and named, and keeps nothing else back", async () => {
    const { clone, folder, read } = await aDesk(["notes", "claude-helper"]);
    await clone("desk");
    expect(existsSync(join(folder, "desk/skills/notes/SKILL.md"))).toBe(true);
    expect(existsSync(join(folder, "desk/skills/claude-helper"))).toBe(false);
    expect(await read("desk/README.md")).toMatch(/- claude-helper, version 1: .*\(name-reserved\)/);
  });

  it("ends the history where a deleted skill was, and says so to who comes from before", async () => {
    const { context, git, clone, assign, head } = await aDesk();
    await clone("old");
    const first = await head();
    await aPackage(context, { name: "brief", publishNote: "" });
    await assign(["notes", "plain", "brief"]);
    const second = await eventually(async () => {
      const now = await head();
      expect(now).not.toBe(first);
      return now;
    });
    const agent = await db.agent.findFirstOrThrow({
      where: { slug: "desk", workspaceId: context.workspace.id },
    });
    await setAssignments(context, {
      agent: "desk",
      baseRevision: agent.revision,
      items: [{ skill: "notes" }],
    });
    await archiveSkill(context, { skill: "brief" });
    await deleteSkill(context, { skill: "brief", confirmName: "brief" });
    await eventually(async () => expect(await head()).not.toBe(second));
    await expect(git("-C", "old", "pull", "--ff-only")).rejects.toThrow(/deleted since.*clone again/s);
    await clone("new");
    expect(await git("-C", "new", "fsck", "--full")).toBe("");
  });
});

it("answers no other path, and not what an address does not open", async () => {
  const { url, git } = await aDesk();
  await expect(git("clone", url.replace("grd_", "grx_"), "x")).rejects.toThrow(/not found/);
  const answer = await deliveryDoor.fetch(new Request(`${url}/HEAD`));
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("git clone")]);
});
