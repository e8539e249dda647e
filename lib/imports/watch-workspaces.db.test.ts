import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import type { SkillDirectories } from "@/lib/platform/configuration";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders, writeFiles } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { watchDirectories } from "./commands/watch-directories";

const { db } = testDatabase();
/** As long as a busy machine may take; how soon it is there on a free one is the benches' to say. */
const patience = { timeout: 60_000 };

const namesIn = async ({ workspace }: Context): Promise<string[]> => {
  const rows = await db.skill.findMany({ where: { workspaceId: workspace.id }, orderBy: { name: "asc" } });
  return rows.map(({ name }) => name);
};
const reportsOf = ({ workspace }: Context) =>
  db.directoryLoad.count({ where: { workspaceId: workspace.id } });

/** Two workspaces with a folder each, watched by one server. */
async function twoWorkspaces() {
  const [meridian, orion] = [await aContext(db, { isOperator: true }), await aContext(db)];
  await db.instance.update({
    where: { id: "instance" },
    data: { claimedAt: new Date(), claimedById: meridian.actor.userId },
  });
  const root = aFolder({
    "meridian/first/SKILL.md": skillText("first"),
    "orion/second/SKILL.md": skillText("second"),
    "orion/drafts/third/SKILL.md": skillText("third"),
  });
  const folderOf = (name: string) => path.join(root, name);
  const configured: SkillDirectories[] = [
    configuredFolders([folderOf("meridian")], { workspace: meridian.workspace.slug }),
    configuredFolders([], {
      workspace: orion.workspace.slug,
      folders: [{ path: folderOf("orion"), include: [], exclude: ["drafts"] }],
    }),
  ];
  const watching = watchDirectories({ db }, () => configured);
  onTestFinished(watching.stop);
  return { meridian, orion, root, folderOf, configured, ...watching };
}

describe("folders of two workspaces", () => {
  it("are each read into their own, by their own patterns, and a new folder shows in the right one alone", async () => {
    const { meridian, orion, folderOf, look } = await twoWorkspaces();
    expect(await look()).toBe(true);
    expect([await namesIn(meridian), await namesIn(orion)]).toEqual([["first"], ["second"]]);
    writeFiles(folderOf("orion"), { "deep/later/SKILL.md": skillText("later") });
    await vi.waitFor(async () => expect(await namesIn(orion)).toEqual(["later", "second"]), patience);
    expect(await namesIn(meridian)).toEqual(["first"]);
    expect(await reportsOf(meridian)).toBe(1);
    writeFiles(folderOf("meridian"), { "later/SKILL.md": skillText("later", "Ours.\n") });
    await vi.waitFor(async () => expect(await namesIn(meridian)).toEqual(["first", "later"]), patience);
    const bodies = await db.draft.findMany({ where: { skill: { name: "later" } } });
    expect(bodies.map(({ body }) => body.trim()).sort()).toEqual(["Do it.", "Ours."]);
    const origins = await db.skillOrigin.findMany({ where: { workspaceId: orion.workspace.id } });
    expect(origins.every(({ root }) => root === folderOf("orion"))).toBe(true);
  });

  it("wait for a workspace that nobody has made, and hold up no other", async () => {
    const { meridian, folderOf, configured, look } = await twoWorkspaces();
    mkdirSync(folderOf("third"));
    writeFiles(folderOf("third"), { "own/SKILL.md": skillText("own") });
    configured.push(configuredFolders([folderOf("third")], { workspace: "third-workspace" }));
    expect(await look()).toBe(false);
    expect(await namesIn(meridian)).toEqual(["first"]);
    const third = await aContext(db);
    await db.workspace.update({ where: { id: third.workspace.id }, data: { slug: "third-workspace" } });
    await vi.waitFor(async () => expect(await namesIn(third)).toEqual(["own"]), patience);
    expect(await namesIn(meridian)).toEqual(["first"]);
  });

  it("are followed as the configuration changes: what it names no more is left alone, and nothing goes", async () => {
    const { meridian, orion, folderOf, configured, look } = await twoWorkspaces();
    await look();
    const [first] = configured.splice(0, 1);
    expect(await look()).toBe(true);
    writeFiles(folderOf("meridian"), { "unseen/SKILL.md": skillText("unseen") });
    writeFiles(folderOf("orion"), { "seen/SKILL.md": skillText("seen") });
    await vi.waitFor(async () => expect(await namesIn(orion)).toEqual(["second", "seen"].sort()), patience);
    expect(await namesIn(meridian)).toEqual(["first"]);
    if (first) configured.push(first);
    expect(await look()).toBe(true);
    expect(await namesIn(meridian)).toEqual(["first", "unseen"]);
  });

  it("are each held for their own reading: what another server reads of one holds up no other", async () => {
    const { meridian, orion, look } = await twoWorkspaces();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = () => {};
    const holds = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const other = db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(4817302, hashtext(${meridian.workspace.id}))::text`;
        isHeld();
        await held;
      },
      { timeout: 60_000 },
    );
    await holds;
    expect(await look()).toBe(false);
    expect([await namesIn(meridian), await namesIn(orion)]).toEqual([[], ["second"]]);
    release();
    await other;
    expect(await look()).toBe(true);
    expect(await namesIn(meridian)).toEqual(["first"]);
  });
});
