import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { testDatabase } from "@/lib/testing/database";
import {
  aMirroredDesk,
  clonesOf,
  forgetAll,
  needsGit,
  publishNotes,
  token,
  withdrawNotes,
} from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { pushMirror } from "./commands/push-mirror";
import { getMirrorPlan } from "./get-mirror-plan";

allowLocalServers();
needsGit();
const { db } = testDatabase();

type Desk = Awaited<ReturnType<typeof aMirroredDesk>>;

const push = ({ context, mirror }: Desk, losing: string | null = null) =>
  pushMirror(context, { mirror: mirror.id, losing });
const plan = ({ context, mirror }: Desk) => getMirrorPlan(context, { mirror: mirror.id });
/** Fails when any object is not as git wants it, or one is missing. */
const fsck = ({ remote }: Desk) => remote.git("-C", "skills.git", "fsck", "--strict", "--no-dangling");

/** Somebody commits to the branch of the remote, without Greenroom. */
async function commitThere({ remote }: Desk, message = "Mine") {
  const { git, folder } = remote;
  const who = ["-c", "user.name=Tom", "-c", "user.email=tom@example.org"];
  const name = `work-${Math.random()}`;
  await git("clone", "-q", "skills.git", name);
  await writeFile(join(folder, name, "mine.txt"), message);
  await git("-C", name, "add", ".");
  await git("-C", name, ...who, "commit", "-q", "-m", message);
  await git("-C", name, "push", "-q", "origin", "HEAD:main");
  return remote.head();
}

describe("a first push", () => {
  it("shows what it would send, and sends exactly that", async () => {
    const desk = await aMirroredDesk(db);
    const before = await plan(desk);
    expect(before).toMatchObject({ state: "first", remote: null, failure: null });
    const subjects = before.changes?.commits.items.map(({ subject }) => subject);
    expect(subjects).toContain("Publish notes, version 1");
    expect(before.changes?.commits.items[0]?.author).toBe("Ines");
    expect(before.changes?.files.added.items).toContain("skills/notes/references/more.md");
    expect(before.changes?.files.added.items).toContain("plugin.json");
    expect(await desk.remote.head()).toBe("");
    const pushed = await push(desk);
    expect(pushed.failure).toBeNull();
    expect(pushed.pushed?.commit).toBe(before.changes?.commits.items[0]?.id);
    expect(await desk.remote.head()).toBe(pushed.pushed?.commit);
    expect(await fsck(desk)).toBe("");
    expect(await plan(desk)).toMatchObject({ state: "current", changes: null });
  });

  it("gives a clone the same commits and trees as the git address", async () => {
    const desk = await aMirroredDesk(db);
    await push(desk);
    const { ours, theirs } = await clonesOf(desk);
    expect(theirs).toBe(ours);
    expect(theirs.trim().split("\n").length).toBeGreaterThan(1);
  });

  it("leaves a trail, and the token nowhere", async () => {
    const desk = await aMirroredDesk(db);
    await push(desk);
    const { items } = await listAudit(desk.context, { action: "mirror" });
    expect(items.map(({ action }) => action)).toEqual(["mirror.pushed", "mirror.sent", "mirror.created"]);
    expect(items[0]).toMatchObject({ actor: { name: "Ines" }, object: { name: desk.remote.url } });
    expect(JSON.stringify(items)).not.toContain(token);
    const row = await db.mirror.findUniqueOrThrow({ where: { id: desk.mirror.id } });
    expect(Buffer.from(row.sealedToken ?? []).toString("latin1")).not.toContain(token);
    expect(JSON.stringify(desk.mirror)).not.toContain(token);
  });
});

describe("a later push", () => {
  it("sends only what the remote lacks", async () => {
    const sizes: number[] = [];
    const desk = await aMirroredDesk(db, {
      meddle: ({ url, headers }) => {
        if (url === "/skills.git/git-receive-pack") sizes.push(Number(headers["content-length"]));
        return false;
      },
    });
    await push(desk);
    await publishNotes(desk.context, "Shorter.\n");
    const { state, changes } = await plan(desk);
    expect([state, changes?.commits.total, changes?.hasOwnIds]).toEqual(["forward", 1, false]);
    expect(changes?.files.changed.items).toContain("skills/notes/SKILL.md");
    expect(changes?.files.changed.items.filter((path) => path.startsWith("skills/"))).toHaveLength(1);
    expect([changes?.files.added.total, changes?.files.removed.total]).toEqual([0, 0]);
    expect((await push(desk)).failure).toBeNull();
    expect(await fsck(desk)).toBe("");
    const { ours, theirs } = await clonesOf(desk);
    expect(theirs).toBe(ours);
    const objects = await desk.remote.git("-C", "skills.git", "rev-list", "--objects", "HEAD~1..HEAD");
    expect(objects).not.toContain("more.md");
    expect(sizes).toHaveLength(2);
  });

  it("takes a withdrawn version out again", async () => {
    const desk = await aMirroredDesk(db);
    await publishNotes(desk.context, "Leaks.\n");
    await push(desk);
    await withdrawNotes(desk.context, 2);
    expect((await push(desk)).failure).toBeNull();
    expect(await desk.remote.git("-C", "skills.git", "show", "HEAD:skills/notes/SKILL.md")).not.toContain(
      "Leaks",
    );
    const row = await db.gitCommit.findFirstOrThrow({
      where: { workspaceId: desk.context.workspace.id },
      orderBy: { number: "desc" },
    });
    expect(await desk.remote.head()).toBe(row.commit);
  });

  it("never sends what was withdrawn before it was pushed, and says that ids differ from then on", async () => {
    const desk = await aMirroredDesk(db);
    await push(desk);
    await publishNotes(desk.context, "Leaks.\n");
    await plan(desk);
    await withdrawNotes(desk.context, 2);
    expect((await plan(desk)).changes).toMatchObject({ withheld: 1, hasOwnIds: true, commits: { total: 1 } });
    expect((await push(desk)).failure).toBeNull();
    await publishNotes(desk.context, "Better.\n");
    expect((await plan(desk)).changes).toMatchObject({ withheld: 0, commits: { total: 1 } });
    expect((await push(desk)).failure).toBeNull();
    expect(await fsck(desk)).toBe("");
    const texts = await desk.remote.git("-C", "skills.git", "log", "-p", "--format=%s");
    expect(texts).not.toContain("Leaks");
    expect(texts).toContain("Better");
    expect((await plan(desk)).state).toBe("current");
  });

  it("begins a mirror whole where versions were withdrawn or deleted long ago", async () => {
    const desk = await aMirroredDesk(db);
    await publishNotes(desk.context, "Leaks.\n");
    await plan(desk);
    await desk.assign("plain");
    await deleteSkill(desk.context, { skill: "notes", confirmName: "notes" });
    forgetAll();
    expect((await push(desk)).failure).toBeNull();
    expect(await fsck(desk)).toBe("");
    const tree = await desk.remote.git("-C", "skills.git", "log", "-p", "--format=%s", "HEAD");
    expect(tree).not.toContain("About notes");
    expect(tree).toContain("About plain");
  });
});

describe("a branch that has something else", () => {
  it("is not overwritten, and the reason is told", async () => {
    const desk = await aMirroredDesk(db);
    await push(desk);
    const theirs = await commitThere(desk);
    await publishNotes(desk.context, "Shorter.\n");
    expect(await plan(desk)).toMatchObject({ state: "diverged", remote: theirs });
    const { failure } = await push(desk);
    expect(failure).toMatchObject({
      kind: "diverged",
      message: expect.stringMatching(/did not come from here/),
    });
    expect(await desk.remote.head()).toBe(theirs);
  });

  it("is overwritten only when the commit that is lost is named, and is still the newest", async () => {
    const desk = await aMirroredDesk(db);
    await push(desk);
    const seen = await commitThere(desk);
    const newer = await commitThere(desk, "Mine too");
    expect((await push(desk, seen)).failure?.kind).toBe("diverged");
    expect(await desk.remote.head()).toBe(newer);
    const pushed = await push(desk, newer);
    expect(pushed.failure).toBeNull();
    expect(await desk.remote.head()).toBe(pushed.pushed?.commit);
    const { items } = await listAudit(desk.context, { action: "mirror.pushed" });
    expect(items[0]?.detail).toMatchObject({ lost: newer });
    expect(await fsck(desk)).toBe("");
  });

  it("that moves in the middle of a push keeps what it got", async () => {
    const desk = await aMirroredDesk(db);
    await push(desk);
    await publishNotes(desk.context, "Shorter.\n");
    // Whatever receive-pack was told to expect, the branch is elsewhere when it comes to update it.
    await desk.remote.hook(
      'test -f moved && exit 0; touch moved; unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES; c=$(git -c user.name=T -c user.email=t@e commit-tree -p main -m mine main^{tree}); git update-ref refs/heads/main "$c"',
    );
    expect(await push(desk)).toMatchObject({ failure: { kind: "moved" } });
    expect(await desk.remote.git("-C", "skills.git", "log", "-1", "--format=%s", "main")).toBe("mine\n");
  });
});
