import { rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { getDraft, getDraftFile } from "@/lib/library/drafts/get-draft";
import { getSkill } from "@/lib/library/get-skill";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders, writeFiles } from "@/lib/testing/folders";
import { aPackage, skillText } from "@/lib/testing/packages";
import { type LoadRequest, loadDirectories } from "./commands/load-directories";
import type { DirectoryLoad } from "./directory-schema";

const { db } = testDatabase();

const directoriesOf = (...paths: string[]) => configuredFolders(paths);
const load = (context: Context, folder: string, request: Partial<LoadRequest> = {}) =>
  loadDirectories(context, directoriesOf(folder), { trigger: "request", ...request });

/** `a: new, b: failed`, by name or folder. */
const outcomes = ({ entries }: DirectoryLoad) =>
  entries.map(({ skill, path: at, outcome }) => `${skill ?? path.basename(at)}: ${outcome}`);
const messageOf = ({ entries }: DirectoryLoad, skill: string) =>
  entries.find((entry) => entry.skill === skill)?.message;

async function edit(context: Context, skill: string, text: string): Promise<void> {
  const { revision } = await getDraft(context, { skill });
  const changes = [{ op: "write" as const, path: "SKILL.md", text }];
  await changeDraft(context, { skill, baseRevision: revision, changes });
}
const draftText = async (context: Context, skill: string) =>
  (await getDraftFile(context, { skill, path: "SKILL.md" })).text;

describe("the first reading", () => {
  it("makes a draft of every package, with its files, and says where each came from", async () => {
    const context = await aContext(db);
    const folder = aFolder({
      ".skills/slack_search/SKILL.md": skillText("slack_search"),
      ".skills/pdf/SKILL.md": skillText("pdf"),
      ".skills/pdf/references/guide.md": "Guide",
    });
    const report = await load(context, folder);
    expect(outcomes(report)).toEqual(["pdf: new", "slack_search: new"]);
    expect(report).toMatchObject({ loaded: 2, failed: 0, traceId: context.traceId, trigger: "request" });
    const skill = await getSkill(context, { skill: "pdf" });
    expect(skill.files.map((file) => file.path)).toEqual(["SKILL.md", "references/guide.md"]);
    expect(skill).toMatchObject({
      state: "draft",
      description: expect.stringContaining("Does the pdf work"),
    });
    expect(skill.origin).toMatchObject({ path: path.join(folder, ".skills/pdf") });
  });

  it("leaves an audit row for each, from its path, and one for the reading", async () => {
    const context = await aContext(db);
    const folder = aFolder({ "a/SKILL.md": skillText("a") });
    await load(context, folder);
    const rows = await db.audit.findMany({
      where: { workspaceId: context.workspace.id },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      {
        action: "skill.imported",
        objectName: "a",
        actorId: context.actor.userId,
        detail: { from: path.join(folder, "a") },
      },
      { action: "directories.read", detail: { loaded: 1, failed: 0, written: 1 } },
    ]);
  });

  it("loads the others when some are broken, and names file, line and column", async () => {
    const context = await aContext(db);
    const folder = aFolder({
      "good/SKILL.md": skillText("good"),
      "yaml/SKILL.md": "---\nname: yaml\ndescription: [a\n---\nBody\n",
      "wrong/Skill.md": skillText("wrong"),
      "long/SKILL.md": skillText("long"),
      "long/a\u200bb.md": "x",
    });
    const report = await load(context, folder);
    expect(outcomes(report).sort()).toEqual([
      "Skill.md: failed",
      "good: new",
      "long: failed",
      "yaml: failed",
    ]);
    expect(report).toMatchObject({ loaded: 1, failed: 3 });
    expect(messageOf(report, "yaml")).toMatch(/^SKILL\.md:\d+:\d+: Invalid YAML/);
    expect(messageOf(report, "long")).toContain("invisible character");
    await expect(getSkill(context, { skill: "yaml" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("takes the first of two with one name and names both paths; a missing path is one failure", async () => {
    const context = await aContext(db);
    const first = aFolder({ "x/SKILL.md": skillText("pdf", "First\n") });
    const second = aFolder({ "y/SKILL.md": skillText("pdf", "Second\n"), "z/SKILL.md": skillText("other") });
    const gone = path.join(first, "gone");
    const report = await loadDirectories(context, directoriesOf(first, gone, second), { trigger: "start" });
    expect(outcomes(report)).toEqual(["pdf: new", "other: new", "gone: failed", "pdf: duplicate"]);
    expect(report.entries[3]).toMatchObject({
      path: path.join(second, "y"),
      message: `${path.join(first, "x")} has the name pdf already, and comes first.`,
    });
    expect(await draftText(context, "pdf")).toContain("First");
  });

  it("adopts a skill with the same text, and leaves one of that name with another text", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "same" });
    await aPackage(context, { name: "mine", body: "Mine\n" });
    const folder = aFolder({
      "same/SKILL.md": skillText("same"),
      "mine/SKILL.md": skillText("mine", "Theirs\n"),
    });
    const report = await load(context, folder);
    expect(outcomes(report)).toEqual(["mine: conflict", "same: unchanged"]);
    expect(messageOf(report, "mine")).toContain("was not read from here");
    expect(await draftText(context, "mine")).toContain("Mine");
    writeFiles(folder, { "same/SKILL.md": skillText("same", "Newer\n") });
    expect(outcomes(await load(context, folder))).toContain("same: changed");
  });

  it("needs an admin, and stays in its workspace", async () => {
    const context = await aContext(db);
    const other = await aContext(db);
    const folder = aFolder({ "a/SKILL.md": skillText("a") });
    const reviewer = await aColleague(context, "reviewer");
    await expect(load(reviewer, folder)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await load(context, folder);
    await expect(getSkill(other, { skill: "a" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(outcomes(await load(other, folder))).toEqual(["a: new"]);
  });
});

describe("a later reading", () => {
  async function loaded(names: readonly string[]) {
    const context = await aContext(db);
    const folder = aFolder(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])));
    await load(context, folder);
    return { context, folder };
  }

  it("tells new, changed, unchanged, gone, broken and edited apart, and writes only what the disk has newer", async () => {
    const { context, folder } = await loaded(["broken", "changed", "edited", "gone", "same"]);
    await edit(context, "edited", skillText("edited", "Here\n"));
    rmSync(path.join(folder, "gone"), { recursive: true });
    writeFiles(folder, {
      "new/SKILL.md": skillText("new"),
      "changed/SKILL.md": skillText("changed", "On disk\n"),
      "changed/notes.md": "Added",
      "broken/SKILL.md": "---\nname: [\n---\n",
    });
    const report = await load(context, folder);
    expect(outcomes(report)).toEqual([
      "changed: changed",
      "edited: edited",
      "new: new",
      "same: unchanged",
      "gone: gone",
      "broken: failed",
    ]);
    expect(report).toMatchObject({ loaded: 4, failed: 1 });
    expect(report.entries[0]?.files).toEqual([
      { path: "SKILL.md", change: "changed" },
      { path: "notes.md", change: "added" },
    ]);
    expect(await getDraft(context, { skill: "changed" })).toMatchObject({ revision: 2 });
    expect(await draftText(context, "changed")).toContain("On disk");
    expect(await draftText(context, "edited")).toContain("Here");
    expect(await draftText(context, "broken")).toContain("Do it");
    expect(await getDraft(context, { skill: "same" })).toMatchObject({ revision: 1 });
    expect(await getSkill(context, { skill: "gone" })).toMatchObject({ name: "gone" });
    expect(outcomes(await load(context, folder))).toContain("changed: unchanged");
  });

  it("leaves a draft that was edited here and on disk, until a person takes the text on disk", async () => {
    const { context, folder } = await loaded(["both"]);
    const changes = [{ op: "write" as const, path: "mine.md", text: "Here" }];
    await edit(context, "both", skillText("both", "Here\n"));
    await changeDraft(context, { skill: "both", baseRevision: 2, changes });
    writeFiles(folder, { "both/SKILL.md": skillText("both", "On disk\n") });
    const left = await load(context, folder);
    expect(outcomes(left)).toEqual(["both: conflict"]);
    expect(left.entries[0]?.files).toEqual([
      { path: "SKILL.md", change: "changed" },
      { path: "mine.md", change: "removed" },
    ]);
    expect(await draftText(context, "both")).toContain("Here");
    const report = await load(context, folder, { take: [path.join(folder, "both")] });
    expect(report.entries).toMatchObject([{ outcome: "changed", message: expect.stringContaining("taken") }]);
    expect(await draftText(context, "both")).toContain("On disk");
    expect(outcomes(await load(context, folder))).toEqual(["both: unchanged"]);
  });

  it("knows a skill again that was renamed here, moved on disk, or found through another path", async () => {
    const { context, folder } = await loaded(["moved", "renamed"]);
    await renameSkill(context, { skill: "renamed", name: "called-otherwise" });
    rmSync(path.join(folder, "moved"), { recursive: true });
    writeFiles(folder, { "team/moved/SKILL.md": skillText("moved", "Newer\n") });
    const report = await load(context, folder);
    expect(outcomes(report)).toEqual(["called-otherwise: edited", "moved: changed"]);
    expect((await getSkill(context, { skill: "moved" })).origin?.path).toBe(path.join(folder, "team/moved"));
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(2);
  });

  it("takes another name in the same folder for another skill", async () => {
    const { context, folder } = await loaded(["old"]);
    writeFiles(folder, { "old/SKILL.md": skillText("new-name") });
    expect(outcomes(await load(context, folder))).toEqual(["new-name: new", "old: gone"]);
  });

  it("brings back a skill that was deleted here: what should be gone goes from the disk", async () => {
    const { context, folder } = await loaded(["again"]);
    await deleteSkill(context, { skill: "again", confirmName: "again" });
    expect(outcomes(await load(context, folder))).toEqual(["again: new"]);
  });

  it("says nothing is gone while its folder cannot be reached", async () => {
    const { context, folder } = await loaded(["a", "b"]);
    rmSync(folder, { recursive: true });
    expect(outcomes(await load(context, folder))).toEqual([`${path.basename(folder)}: failed`]);
  });

  it("names a link that leads out, with the rest loaded", async () => {
    const { context, folder } = await loaded(["a"]);
    symlinkSync("/etc", path.join(folder, "evil"));
    const report = await load(context, folder);
    expect(outcomes(report)).toEqual(["a: unchanged", "evil: failed"]);
  });

  it("keeps the last twenty reports", async () => {
    const { context, folder } = await loaded(["a"]);
    for (let time = 0; time < 21; time += 1) await load(context, folder);
    expect(await db.directoryLoad.count({ where: { workspaceId: context.workspace.id } })).toBe(20);
  });
});

describe("two servers", () => {
  it("take turns: the second is told so, and nothing is stored twice", async () => {
    const context = await aContext(db);
    const folder = aFolder(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`s-${at}/SKILL.md`, skillText(`s-${at}`)])),
    );
    const both = await Promise.allSettled([load(context, folder), load(context, folder)]);
    const refused = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toMatchObject([{ code: "CONFLICT" }]);
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(20);
  });
});

describe("1,000 skills", () => {
  it("are read whole, and read again without a write", async () => {
    const context = await aContext(db);
    const name = (at: number) => `skill-${String(at).padStart(4, "0")}`;
    const folder = aFolder(
      Object.fromEntries(
        Array.from({ length: 1_000 }, (_, at) => at).flatMap((at) => [
          [`team-${at % 10}/${name(at)}/SKILL.md`, skillText(name(at))],
          [`team-${at % 10}/${name(at)}/references/guide.md`, `Guide ${at}`],
        ]),
      ),
    );
    const first = await load(context, folder);
    expect(first).toMatchObject({ loaded: 1_000, failed: 0 });
    const again = await load(context, folder);
    expect(new Set(again.entries.map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
    expect(await db.draft.count({ where: { workspaceId: context.workspace.id, revision: 1 } })).toBe(1_000);
  }, 120_000);
});
