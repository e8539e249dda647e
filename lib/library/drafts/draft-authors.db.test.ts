import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { applySuggestion } from "@/lib/discussion/commands/apply-suggestion";
import { loadDirectories } from "@/lib/imports/commands/load-directories";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, configuredFolders, writeFiles } from "@/lib/testing/folders";
import { aPackage, skillText } from "@/lib/testing/packages";
import { aMachine, askForReview, aTeam, reviewed, withKey } from "@/lib/testing/reviews/team";
import { commentOf, onLines, revisionNow } from "@/lib/testing/reviews/threads";
import { store, upload, zipOf } from "@/lib/testing/uploads";
import { addMaintainer } from "../commands/add-maintainer";
import { changeDraft } from "../commands/change-draft";
import { createSkill } from "../commands/create-skill";
import { duplicateSkill } from "../commands/duplicate-skill";
import { renameSkill } from "../commands/rename-skill";
import { restoreVersion } from "../commands/restore-version";
import { withdrawVersion } from "../commands/withdraw-version";
import { createVersion } from "../writes/create-version";
import { currentWritings, readAuthors, readDraftAuthors } from "./draft-authors";
import type { DraftChange } from "./draft-schema";
import { getDraft } from "./get-draft";

const { db } = testDatabase();

/** The team's draft differs from its version 1 by what Ada saved. */
let team: Awaited<ReturnType<typeof aTeam>>;
beforeEach(async () => {
  team = await aTeam(db);
});

async function change(context: Context, ...changes: DraftChange[]): Promise<void> {
  const { revision } = await getDraft(context, { skill: reviewed });
  await changeDraft(context, { skill: reviewed, baseRevision: revision, changes });
}

async function authorsOf(skill: string): Promise<string[]> {
  const { id } = await db.skill.findFirstOrThrow({
    where: { name: skill, workspaceId: team.owner.workspace.id },
  });
  const ids = await readDraftAuthors(team.owner, id);
  const users = await db.user.findMany({ where: { id: { in: ids } } });
  return ids.map((one) => users.find((user) => user.id === one)?.name ?? "Nobody");
}

async function publish({ db: client, ...context }: Context): Promise<number> {
  const { skillId, revision, digest } = await getDraft({ db: client, ...context }, { skill: reviewed });
  const { number } = await client.$transaction((tx) =>
    createVersion({ ...context, db: tx }, { skillId, revision, digest, note: "" }),
  );
  return number;
}

describe("an author of a draft", () => {
  it("is whoever saved any of it since the newest version, in the order in which they began", async () => {
    expect(await authorsOf(reviewed)).toEqual(["Ada"]);
    await change(team.reviewer, { op: "write", path: "notes.md", text: "mine\n" });
    await change(team.author, { op: "write", path: "notes.md", text: "hers\n" });
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Rex"]);
  });

  it("is not whoever saved what was there already", async () => {
    await change(team.reviewer, { op: "write", path: "notes.md", text: "one\ntwo\nthree\n" });
    expect(await authorsOf(reviewed)).toEqual(["Ada"]);
  });

  it("stays one when everything of theirs is undone: the same bytes may come back by another hand", async () => {
    await change(team.reviewer, { op: "write", path: "x.md", text: "x" });
    await change(team.reviewer, { op: "delete", path: "x.md" });
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Rex"]);
  });

  it.each<[string, DraftChange[]]>([
    ["moves a file", [{ op: "move", from: "notes.md", to: "docs/notes.md" }]],
    ["deletes a file", [{ op: "delete", path: "notes.md" }]],
    [
      "moves a file and mends its links",
      [
        { op: "move", from: "notes.md", to: "docs/notes.md" },
        { op: "write", path: "SKILL.md", text: skillText(reviewed, "See [notes](docs/notes.md).\n") },
      ],
    ],
  ])("is whoever %s", async (_, changes) => {
    await change(team.reviewer, ...changes);
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Rex"]);
  });

  it("is whoever renames the skill, and forgets nobody by it", async () => {
    await renameSkill(team.reviewer, { skill: reviewed, name: "ship-tools" });
    expect(await authorsOf("ship-tools")).toEqual(["Ada", "Rex"]);
  });

  it("is whoever renames it where SKILL.md is no text that could say so", async () => {
    const base64 = Buffer.from([0xff, 0xfe, 0x00, 0x41]).toString("base64");
    await change(team.author, { op: "write", path: "SKILL.md", base64 });
    const { digest } = await getDraft(team.author, { skill: reviewed });
    await renameSkill(team.reviewer, { skill: reviewed, name: "ship-tools" });
    expect((await getDraft(team.author, { skill: "ship-tools" })).digest).toBe(digest);
    expect(await authorsOf("ship-tools")).toEqual(["Ada", "Rex"]);
  });

  it("is whoever restores a version, also where no byte differs", async () => {
    const { revision } = await getDraft(team.author, { skill: reviewed });
    await restoreVersion(team.reviewer, { skill: reviewed, number: 1, baseRevision: revision });
    await restoreVersion(team.admin, { skill: reviewed, number: 1, baseRevision: revision + 1 });
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Rex", "Ines"]);
  });

  it("is whoever wrote a suggestion, and whoever applied it", async () => {
    const { number } = await askForReview(team.author);
    const thread = await onLines(team.reviewer, number, [1, 1], { suggestion: "1" });
    const baseRevision = await revisionNow(team.author);
    await applySuggestion(team.admin, { comment: commentOf(thread).id, baseRevision });
    expect((await authorsOf(reviewed)).sort()).toEqual(["Ada", "Ines", "Rex"]);
  });

  it("is the person whose key saved; for a machine it and everybody who made a key of it", async () => {
    await change(await withKey(team.reviewer), { op: "write", path: "a.md", text: "a" });
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Rex"]);
    const bot = await aMachine(team.admin, "author");
    const { workspace, actor } = bot;
    await db.apiKey.create({
      data: {
        workspaceId: workspace.id,
        userId: actor.userId,
        name: "Second",
        prefix: "grk_",
        scopes: ["write"],
        createdById: team.owner.actor.userId,
        hash: "5".repeat(64),
      },
    });
    await change(bot, { op: "write", path: "b.md", text: "b" });
    expect((await authorsOf(reviewed)).sort()).toEqual(["Ada", "Build server", "Ines", "Omar", "Rex"]);
  });

  it("is a co-maintainer like everybody else, and somebody whose account is gone", async () => {
    const zoe = await aColleague(team.owner, "viewer", "Zoe");
    await addMaintainer(team.admin, { skill: reviewed, person: zoe.actor.userId });
    await change(zoe, { op: "write", path: "a.md", text: "a" });
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Zoe"]);
    await db.user.delete({ where: { id: zoe.actor.userId } });
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Nobody"]);
  });
});

describe("an author of a skill's first draft", () => {
  it("is whoever made it", async () => {
    await createSkill(team.reviewer, { name: "fresh" });
    expect(await authorsOf("fresh")).toEqual(["Rex"]);
  });

  it("is whoever copied it, and everybody who ever wrote what was copied", async () => {
    await change(team.reviewer, { op: "write", path: "a.md", text: "a" });
    await publish(team.owner);
    await change(team.admin, { op: "write", path: "b.md", text: "b" });
    await duplicateSkill(team.owner, { skill: reviewed, name: "copy" });
    expect((await authorsOf("copy")).sort()).toEqual(["Ada", "Ines", "Omar", "Rex"]);
  });

  it("is whoever uploaded it, and whoever stored it: new, under another name, or as an update", async () => {
    const zip = await zipOf({
      [reviewed]: { "SKILL.md": skillText(reviewed, "From elsewhere.\n") },
      other: { "SKILL.md": skillText("other") },
    });
    const storing = async (uploader: Context, storer: Context, choice: "create" | "update" | "rename") => {
      const { id, items } = await upload(uploader, { "skills.zip": zip });
      const name = choice === "update" ? reviewed : "other";
      const itemId = items.find((item) => item.name === name)?.id ?? "";
      await store(storer, id, { choices: [{ itemId, choice }], rest: "skip" });
    };
    await storing(team.reviewer, team.admin, "create");
    expect((await authorsOf("other")).sort()).toEqual(["Ines", "Rex"]);
    await storing(team.author, team.owner, "rename");
    expect((await authorsOf("other-2")).sort()).toEqual(["Ada", "Omar"]);
    await storing(team.reviewer, team.admin, "update");
    expect((await authorsOf(reviewed)).sort()).toEqual(["Ada", "Ines", "Rex"]);
  });

  it("is whoever read it from disk, at first and when it has changed there", async () => {
    const folder = aFolder({ "pdf/SKILL.md": skillText("pdf") });
    const directories = configuredFolders([folder]);
    await loadDirectories(team.admin, directories, { trigger: "request" });
    expect(await authorsOf("pdf")).toEqual(["Ines"]);
    writeFiles(folder, { "pdf/SKILL.md": skillText("pdf", "More.\n") });
    await loadDirectories(team.owner, directories, { trigger: "request" });
    expect(await authorsOf("pdf")).toEqual(["Ines", "Omar"]);
  });
});

describe("the next version", () => {
  it("starts anew, and keeps who wrote the one before", async () => {
    await change(team.reviewer, { op: "write", path: "a.md", text: "a" });
    const number = await publish(team.owner);
    expect(await authorsOf(reviewed)).toEqual([]);
    await change(team.admin, { op: "write", path: "b.md", text: "b" });
    expect(await authorsOf(reviewed)).toEqual(["Ines"]);
    const before = { skillId: team.skillId, since: number - 1 };
    const authorsBefore = (await readAuthors(team.owner, [before]))(before);
    expect(authorsBefore).toEqual([team.author.actor.userId, team.reviewer.actor.userId]);
  });

  it("counts from its number, withdrawn or not, and whichever version the draft started from", async () => {
    await change(team.reviewer, { op: "write", path: "a.md", text: "a" });
    const number = await publish(team.owner);
    await withdrawVersion(team.reviewer, { skill: reviewed, number, reason: "It lies." });
    expect(await authorsOf(reviewed)).toEqual([]);
    const { revision } = await getDraft(team.author, { skill: reviewed });
    await restoreVersion(team.admin, { skill: reviewed, number: 1, baseRevision: revision });
    expect(await authorsOf(reviewed)).toEqual(["Ines"]);
  });
});

describe("what is kept of authors", () => {
  it("cannot be changed or removed, not even past the code, and goes with the skill", async () => {
    const where = { skillId: team.skillId };
    await expect(db.draftAuthor.deleteMany({ where })).rejects.toThrow(/denied|append-only/);
    await expect(db.draftAuthor.updateMany({ where, data: { sinceVersion: 7 } })).rejects.toThrow(
      /denied|append-only/,
    );
    await db.skill.delete({ where: { id: team.skillId } });
    expect(await db.draftAuthor.count({ where })).toBe(0);
  });

  it("is of one workspace alone", async () => {
    const stranger = await aContext(db);
    expect(await readDraftAuthors(stranger, team.skillId)).toEqual([]);
    expect((await currentWritings(stranger, [team.skillId]))(team.skillId)).toMatchObject({ since: 0 });
  });

  it("is written once by two saves at the same moment", async () => {
    const { revision } = await getDraft(team.author, { skill: reviewed });
    const saving = ["a.md", "b.md", "c.md"].map((path) =>
      changeDraft(team.reviewer, {
        skill: reviewed,
        baseRevision: revision,
        changes: [{ op: "write", path, text: path }],
      }),
    );
    await Promise.all(saving);
    expect(await authorsOf(reviewed)).toEqual(["Ada", "Rex"]);
  });

  it("is of the right version when a save meets a publication", async () => {
    const saving = change(team.reviewer, { op: "write", path: "a.md", text: "a" });
    const [published] = await Promise.allSettled([publish(team.owner), saving]);
    const { sinceVersion } = await db.draftAuthor.findFirstOrThrow({
      where: { skillId: team.skillId, userId: team.reviewer.actor.userId },
    });
    const { files } = await getDraft(team.author, { skill: reviewed });
    expect(files.some(({ path }) => path === "a.md")).toBe(true);
    const inVersion = await db.versionFile.count({
      where: { path: "a.md", version: { skillId: team.skillId, number: 2 } },
    });
    if (published.status === "fulfilled") expect(sinceVersion).toBe(inVersion === 1 ? 1 : 2);
    else expect(sinceVersion).toBe(1);
  });
});

it("knows nobody of a skill that has no draft of ours", async () => {
  const { skillId } = await aPackage(team.owner, { name: "bare" });
  expect((await readAuthors(team.owner, []))({ skillId, since: 0 })).toEqual([]);
});
