import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders, writeFiles } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { loadDirectories } from "./commands/load-directories";
import { watchDirectories } from "./commands/watch-directories";

const { db } = testDatabase();

/** An installation that somebody has claimed, and a folder that its configuration names. */
async function aWatchedFolder(files: Record<string, string> = {}) {
  const context = await aContext(db);
  await db.user.update({ where: { id: context.actor.userId }, data: { isOperator: true } });
  await db.instance.update({
    where: { id: "instance" },
    data: { claimedAt: new Date(), claimedById: context.actor.userId },
  });
  const folder = aFolder({ "first/SKILL.md": skillText("first"), ...files });
  const directories = configuredFolders([folder], { workspace: context.workspace.slug });
  const watching = watchDirectories({ db }, () => [directories]);
  onTestFinished(watching.stop);
  const names = async () =>
    (await db.skill.findMany({ where: { workspaceId: context.workspace.id }, orderBy: { name: "asc" } })).map(
      ({ name }) => name,
    );
  const reports = () => db.directoryLoad.findMany({ where: { workspaceId: context.workspace.id } });
  return { context, folder, directories, names, reports, ...watching };
}

const bodyOf = async ({ db, workspace }: Context, name: string) =>
  (await db.draft.findFirstOrThrow({ where: { skill: { workspaceId: workspace.id, name } } })).body.trim();

describe("a watched folder", () => {
  it("brings ten new skills, and what is written later, without anybody asking", async () => {
    const { context, folder, look, names, reports } = await aWatchedFolder();
    expect(await look()).toBe(true);
    expect(await names()).toEqual(["first"]);
    const ten = Array.from({ length: 10 }, (_, at) => `more-${at}`);
    writeFiles(folder, Object.fromEntries(ten.map((name) => [`deep/${name}/SKILL.md`, skillText(name)])));
    await vi.waitFor(async () => expect(await names()).toHaveLength(11), { timeout: 60_000 });
    writeFileSync(path.join(folder, "deep/more-3/SKILL.md"), skillText("more-3", "Do it now."));
    await vi.waitFor(async () => expect(await bodyOf(context, "more-3")).toBe("Do it now."), {
      timeout: 60_000,
    });
    expect((await reports()).every(({ trigger }) => trigger === "watch")).toBe(true);
  });

  it("is not read again while it is the same, nor told again when nothing came of it", async () => {
    const { folder, look, reports } = await aWatchedFolder();
    await look();
    await look();
    expect(await reports()).toHaveLength(1);
    // Another time, the same text.
    writeFileSync(path.join(folder, "first/SKILL.md"), skillText("first"));
    await look();
    expect(await reports()).toHaveLength(1);
    rmSync(path.join(folder, "first"), { recursive: true });
    await vi.waitFor(
      async () => {
        await look();
        expect(await reports()).toHaveLength(2);
      },
      { timeout: 60_000 },
    );
  });

  it("is read by one server, and by the other one later", async () => {
    const { context, directories, look, names } = await aWatchedFolder();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const other = db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(4817302, hashtext(${context.workspace.id}))::text`;
        await held;
      },
      { timeout: 60_000 },
    );
    await vi.waitFor(async () =>
      expect(loadDirectories(context, directories, { trigger: "watch" })).rejects.toMatchObject({
        code: "CONFLICT",
      }),
    );
    expect(await look()).toBe(false);
    release();
    await other;
    expect(await look()).toBe(true);
    expect(await names()).toEqual(["first"]);
  });

  it("waits where nobody has claimed the installation, and goes on where the configuration is wrong", async () => {
    const { look, names } = await aWatchedFolder();
    await db.instance.update({ where: { id: "instance" }, data: { claimedAt: null } });
    expect(await look()).toBe(false);
    expect(await names()).toEqual([]);
    await db.instance.update({ where: { id: "instance" }, data: { claimedAt: new Date() } });
    expect(await look()).toBe(true);
    expect(await names()).toEqual(["first"]);
    const broken = watchDirectories({ db }, () => {
      throw new Error("greenroom.yaml:1:1: what is this?");
    });
    onTestFinished(broken.stop);
    expect(await broken.look()).toBe(false);
  });
});
