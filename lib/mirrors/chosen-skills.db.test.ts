import { afterEach, describe, expect, it } from "vitest";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, forgetAll, needsGit, token } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { aPackage } from "@/lib/testing/packages";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { createMirror } from "./commands/create-mirror";
import { pushDueMirrors } from "./commands/push-due-mirrors";
import { pushMirror } from "./commands/push-mirror";
import { getMirrorPlan } from "./get-mirror-plan";
import { listMirrors } from "./list-mirrors";
import { readMirrorRow } from "./mirror-rows";

allowLocalServers();
needsGit();
const { db } = testDatabase();

/** A sweep looks at those of every workspace. */
afterEach(async () => void (await db.mirror.deleteMany()));

/** As a server that has just begun. */
function sweep(): Promise<number> {
  forgetAll();
  return pushDueMirrors({ db }, () => new Date());
}

/** A mirror of the newest versions of three chosen skills, pushed once by hand, and from then on by itself. */
async function aMirrorOfThree() {
  const { context, assign, remote } = await aMirroredDesk(db);
  await aPackage(context, { name: "extra", publishNote: "The first extra." });
  await assign();
  const gives = { kind: "selection" as const, skills: ["notes", "plain", "extra"] };
  const address = await createAddress(context, { name: "Chosen", gives });
  const of = { kind: "address" as const, address: address.id };
  const place = { url: remote.url, branch: "chosen", userName: "ines", token };
  const { id: mirror } = await createMirror(context, { of, ...place, onPublish: true });
  expect((await pushMirror(context, { mirror })).failure).toBeNull();
  const git = (...args: string[]) => remote.git("-C", "skills.git", ...args);
  await git("symbolic-ref", "HEAD", "refs/heads/chosen");
  return {
    context,
    remote,
    mirror,
    git,
    drop: (skill: string) => deleteSkill(context, { skill, confirmName: skill }),
    files: () => git("ls-tree", "-r", "--name-only", "chosen"),
    shown: async () => (await listMirrors(context)).find(({ id }) => id === mirror),
  };
}

describe("a mirror of chosen skills one of which is deleted", () => {
  it("loses that skill, on top of what was pushed before", async () => {
    const { remote, git, drop, files, shown } = await aMirrorOfThree();
    const before = await remote.head("chosen");
    await drop("notes");
    expect(await sweep()).toBe(1);
    expect(await shown()).toMatchObject({ failure: null, pushed: { commit: await remote.head("chosen") } });
    expect(await files()).not.toContain("skills/notes");
    expect(await files()).toContain("skills/plain/SKILL.md");
    expect(await git("merge-base", "chosen", before)).toBe(`${before}\n`);
    expect(await git("fsck", "--strict", "--no-dangling")).toBe("");
  });

  it("is asked nothing more once that is pushed", async () => {
    const { remote, drop } = await aMirrorOfThree();
    await drop("notes");
    expect(await sweep()).toBe(1);
    const asked = remote.seen.length;
    for (let round = 0; round < 3; round++) expect(await sweep()).toBe(0);
    expect(remote.seen).toHaveLength(asked);
  });

  it("goes on with what is published, past the number that it had reached before", async () => {
    const { context, mirror, remote, git, drop, files } = await aMirrorOfThree();
    const { pushedNumber, pushedHistory } = await readMirrorRow(context, mirror);
    await drop("notes");
    for (const body of ["One.\n", "Two.\n", "Three.\n"]) {
      await publishNext(context, "plain", body);
      expect(await sweep()).toBe(1);
      expect(await git("fsck", "--strict", "--no-dangling")).toBe("");
      expect(await git("show", "chosen:skills/plain/SKILL.md")).toContain(body.trim());
    }
    const row = await readMirrorRow(context, mirror);
    expect(row.pushedHistory).not.toBe(pushedHistory);
    expect(row.pushedNumber).toBeGreaterThan(pushedNumber ?? 0);
    expect(row).toMatchObject({ pushedCommit: await remote.head("chosen"), failure: null });
    await drop("extra");
    expect(await sweep()).toBe(1);
    expect(await files()).not.toContain("skills/extra");
    expect(await files()).toContain("skills/plain/SKILL.md");
    expect(await sweep()).toBe(0);
  });

  it("is shown before it is pushed by hand, as something that overwrites nothing", async () => {
    const { context, mirror, remote, drop, files } = await aMirrorOfThree();
    await drop("notes");
    forgetAll();
    const plan = await getMirrorPlan(context, { mirror });
    expect(plan).toMatchObject({ state: "forward", remote: await remote.head("chosen"), failure: null });
    expect(plan.changes).toMatchObject({ commits: { total: 3 }, hasOwnIds: true, withheld: 0 });
    expect((await pushMirror(context, { mirror })).failure).toBeNull();
    expect(await files()).not.toContain("skills/notes");
    expect(await getMirrorPlan(context, { mirror })).toMatchObject({ state: "current", changes: null });
  });

  it("has no skill any more once every one of them is deleted, by a push, by itself and in the plan", async () => {
    const { context, mirror, remote, git, drop, files } = await aMirrorOfThree();
    const before = await remote.head("chosen");
    for (const skill of ["notes", "plain", "extra"]) await drop(skill);
    forgetAll();
    const plan = await getMirrorPlan(context, { mirror });
    expect(plan).toMatchObject({ state: "forward", failure: null, changes: { commits: { total: 1 } } });
    const { added, changed, removed } = plan.changes?.files ?? {};
    expect(removed?.items.filter((path) => path.endsWith("SKILL.md"))).toEqual([
      "skills/extra/SKILL.md",
      "skills/notes/SKILL.md",
      "skills/plain/SKILL.md",
    ]);
    expect([added?.items, changed?.items]).toEqual([[], expect.arrayContaining(["README.md"])]);
    expect(await sweep()).toBe(1);
    expect(await files()).toContain("plugin.json");
    expect(await files()).not.toContain("skills/");
    expect(await git("merge-base", "chosen", before)).toBe(`${before}\n`);
    expect(await git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(await sweep()).toBe(0);
    expect(await getMirrorPlan(context, { mirror })).toMatchObject({ state: "current", changes: null });
  });
});
