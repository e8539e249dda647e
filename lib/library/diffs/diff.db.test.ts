import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { changeDraft } from "../commands/change-draft";
import type { DraftChange } from "../drafts/draft-schema";
import { getDraft } from "../drafts/get-draft";
import { getDiffLines, getFileDiff } from "./get-file-diff";
import { getPackageDiff } from "./get-package-diff";

const { db } = testDatabase();
const skill = "pdf-tools";
const guide = Array.from({ length: 40 }, (_, at) => `Rule ${at + 1} of the guide.\n`).join("");

async function aHistory() {
  const context = await aContext(db);
  const files = {
    "references/guide.md": guide,
    "references/old.md": "One line.\nAnother line.\nA third line.\n",
    "scripts/gone.py": "print('gone')\n",
    "assets/logo.png": new Uint8Array([0, 1, 2]),
    "assets/kept.png": new Uint8Array([0, 9]),
  };
  await aPackage(context, { name: skill, files, publishNote: "First" });
  const save = async (...changes: DraftChange[]) => {
    const { revision } = await getDraft(context, { skill });
    return changeDraft(context, { skill, baseRevision: revision, changes });
  };
  return { context, save };
}

const edit = skillText(skill, "Do it well.\n").replace("somebody asks for it", "somebody asks for PDFs");

describe("getPackageDiff", () => {
  it("tells the sides, the frontmatter word by word, the weights and every file that changed", async () => {
    const { context, save } = await aHistory();
    await save(
      { op: "write", path: "SKILL.md", text: edit },
      { op: "write", path: "references/guide.md", text: guide.replace("Rule 20", "Law 20") },
      { op: "move", from: "references/old.md", to: "references/moved.md" },
      { op: "delete", path: "scripts/gone.py" },
      { op: "write", path: "scripts/new.py", text: "print('new')\nprint('more')\n" },
      { op: "write", path: "assets/logo.png", base64: "AAEC/w==" },
    );
    const diff = await getPackageDiff(context, { skill, from: "1", to: "draft" });
    expect(diff.from).toMatchObject({ kind: "version", number: 1, note: "First", withdrawn: null });
    expect(diff.to).toMatchObject({ kind: "draft", revision: 2, author: { id: context.actor.userId } });
    expect(diff.frontmatter.map(({ field }) => field)).toEqual(["description"]);
    expect(diff.frontmatter[0]?.pieces.filter(({ kind }) => kind !== "same")).toEqual([
      { kind: "removed", text: "it" },
      { kind: "added", text: "PDFs" },
    ]);
    const { descriptionLength } = diff.measures;
    expect(descriptionLength.after - descriptionLength.before).toBe(2);
    expect(diff.unchangedFiles).toBe(1);
    expect(
      diff.files.map(({ path, oldPath, change, added, removed }) => [path, oldPath, change, added, removed]),
    ).toEqual([
      ["SKILL.md", undefined, "changed", 2, 2],
      ["assets/logo.png", undefined, "changed", null, null],
      ["references/guide.md", undefined, "changed", 1, 1],
      ["references/moved.md", "references/old.md", "renamed", 0, 0],
      ["scripts/gone.py", undefined, "removed", 0, 1],
      ["scripts/new.py", undefined, "added", 2, 0],
    ]);
  });

  it("finds a file that was renamed and edited at once", async () => {
    const { context, save } = await aHistory();
    await save(
      { op: "delete", path: "references/guide.md" },
      { op: "write", path: "references/rules.md", text: guide.replace("Rule 20", "Law 20") },
    );
    const { files } = await getPackageDiff(context, { skill, from: "latest", to: "draft" });
    expect(files).toMatchObject([
      {
        path: "references/rules.md",
        oldPath: "references/guide.md",
        change: "renamed",
        added: 1,
        removed: 1,
      },
    ]);
    const file = await getFileDiff(context, {
      skill,
      from: "1",
      to: "draft",
      path: "references/rules.md",
      oldPath: "references/guide.md",
    });
    expect(file).toMatchObject({ change: "renamed", added: 1, hunks: [{ oldStart: 17 }] });
  });

  it("compares a first version with the empty package, and a side with itself", async () => {
    const { context } = await aHistory();
    const { from, files } = await getPackageDiff(context, { skill, from: "none", to: "v1" });
    expect(from).toMatchObject({ kind: "none", digest: null });
    expect(new Set(files.map(({ change }) => change))).toEqual(new Set(["added"]));
    const same = await getPackageDiff(context, { skill, from: "1", to: "1" });
    expect(same).toMatchObject({ files: [], frontmatter: [], unchangedFiles: 6 });
  });

  it("follows labels, and says which side there is not", async () => {
    const { context } = await aHistory();
    const version = await db.version.findFirstOrThrow({ where: { workspaceId: context.workspace.id } });
    const { id: versionId, skillId, workspaceId } = version;
    await db.label.create({ data: { workspaceId, skillId, versionId, name: "production" } });
    const { from } = await getPackageDiff(context, { skill, from: "production", to: "draft" });
    expect(from).toMatchObject({ number: 1, label: "production" });
    for (const side of ["7", "staging"])
      await expect(getPackageDiff(context, { skill, from: side, to: "draft" })).rejects.toMatchObject({
        code: "NOT_FOUND",
        details: { side },
      });
  });

  it("finds nothing of another workspace", async () => {
    await aHistory();
    const stranger = await aContext(db);
    const sides = { skill, from: "1", to: "draft" };
    const path = "SKILL.md";
    const sha256 = "0".repeat(64);
    for (const ask of [
      () => getPackageDiff(stranger, sides),
      () => getFileDiff(stranger, { ...sides, path }),
      () => getDiffLines(stranger, { ...sides, path, start: 1, end: 2, sha256 }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("getFileDiff", () => {
  it("tells binary files and those that hold no UTF-8 by size and hash", async () => {
    const { context, save } = await aHistory();
    const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]).toString("base64");
    const nul = Buffer.from("a\0b\n").toString("base64");
    await save(
      { op: "write", path: "latin.txt", base64: latin },
      { op: "write", path: "zero.txt", base64: nul },
    );
    for (const path of ["latin.txt", "zero.txt"])
      expect(await getFileDiff(context, { skill, from: "1", to: "draft", path })).toMatchObject({
        kind: "binary",
        change: "added",
        before: null,
        hunks: [],
        added: null,
      });
  });

  it("tells a file of more than 2 MiB by size and hash and says why", async () => {
    const { context, save } = await aHistory();
    await save({ op: "write", path: "big.txt", text: "x".repeat(2 * 1024 * 1024 + 1) });
    const file = await getFileDiff(context, { skill, from: "1", to: "draft", path: "big.txt" });
    expect(file).toMatchObject({ kind: "text", limited: "too-large", hunks: [] });
    const { files } = await getPackageDiff(context, { skill, from: "1", to: "draft" });
    expect(files).toMatchObject([{ path: "big.txt", added: null, removed: null }]);
  });

  it("tells a file of more lines than anybody reads by size and hash, in the list too", async () => {
    const { context, save } = await aHistory();
    await save({ op: "write", path: "many.txt", text: "\n".repeat(200_001) });
    const file = await getFileDiff(context, { skill, from: "1", to: "draft", path: "many.txt" });
    expect(file).toMatchObject({ kind: "text", limited: "too-large", hunks: [] });
    const { files } = await getPackageDiff(context, { skill, from: "1", to: "draft" });
    expect(files).toMatchObject([{ path: "many.txt", added: null, removed: null }]);
  });

  it("gives the lines between the changes, and refuses when the draft has moved on", async () => {
    const { context, save } = await aHistory();
    const path = "references/guide.md";
    await save({ op: "write", path, text: guide.replace("Rule 20", "Law 20") });
    const sides = { skill, from: "1", to: "draft", path };
    const { after, hunks } = await getFileDiff(context, sides);
    expect(hunks[0]).toMatchObject({ oldStart: 17, rows: { length: 7 } });
    const between = { ...sides, start: 2, end: 3, sha256: after?.sha256 ?? "" };
    expect(await getDiffLines(context, between)).toEqual({
      start: 2,
      lines: ["Rule 2 of the guide.", "Rule 3 of the guide."],
    });
    await save({ op: "write", path, text: "Other.\n" });
    await expect(getDiffLines(context, between)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("has no file that neither side has", async () => {
    const { context } = await aHistory();
    const asked = getFileDiff(context, { skill, from: "1", to: "draft", path: "nothing.md" });
    await expect(asked).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
