import { describe, expect, it } from "vitest";
import { readArchive } from "@/lib/bundles/read-archive";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { createSkill } from "@/lib/library/commands/create-skill";
import type { DraftChange } from "@/lib/library/drafts/draft-schema";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { exportSkill, getPortableReport } from "@/lib/library/exports/export-skill";
import { listPackageFiles, readPackageFile } from "@/lib/library/read-packages";
import {
  getVersion,
  getVersionFile,
  listVersions,
  readVersionBytes,
} from "@/lib/library/versions/get-version";
import { getVersionByFollow } from "@/lib/library/which-version/get-version-by-follow";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { publishSkill } from "./commands/publish-skill";

const { db } = testDatabase();
const skill = "pdf-tools";

async function aSkill() {
  const context = await aContext(db);
  const { skillId } = await aPackage(context, { name: skill, files: { "a.md": "a" } });
  const save = async (...changes: DraftChange[]) => {
    const { revision } = await getDraft(context, { skill });
    return changeDraft(context, { skill, baseRevision: revision, changes });
  };
  const publish = async (note = "") => {
    const { revision, digest } = await getDraft(context, { skill });
    return publishSkill(context, { skill, revision, digest, note });
  };
  return { context, skillId, save, publish };
}

describe("publishSkill", () => {
  it("keeps the draft as an immutable version with its note and audit row", async () => {
    const { context, skillId, save, publish } = await aSkill();
    expect(await publish("First one")).toMatchObject({ number: 1, note: "First one", fileCount: 2 });
    await save({ op: "write", path: "a.md", text: "changed" });
    expect(await publish()).toMatchObject({ number: 2 });
    expect(await getVersionFile(context, { skill, number: 1, path: "a.md" })).toMatchObject({ text: "a" });
    const versions = await listVersions(context, { skill, limit: 1 });
    expect(versions.items.map(({ number }) => number)).toEqual([2]);
    const older = await listVersions(context, { skill, cursor: versions.nextCursor });
    expect(older.items.map(({ number }) => number)).toEqual([1]);
    expect(await db.audit.count({ where: { objectId: skillId, action: "skill.published" } })).toBe(2);
    await expect(db.version.updateMany({ where: { skillId }, data: { note: "x" } })).rejects.toThrow(
      /denied/,
    );
  });

  it("refuses a draft that has moved on, and one that changes nothing", async () => {
    const { context, save, publish } = await aSkill();
    const { revision, digest } = await getDraft(context, { skill });
    await save({ op: "write", path: "a.md", text: "changed" });
    const stale = publishSkill(context, { skill, revision, digest });
    await expect(stale).rejects.toMatchObject({ code: "CONFLICT", details: { reason: "draft-changed" } });
    await publish();
    await expect(publish()).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "unchanged", version: 1 },
    });
  });

  it("numbers without gaps when many publish at once: one wins", async () => {
    const { context, publish } = await aSkill();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => publish()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listVersions(context, { skill })).items.map(({ number }) => number)).toEqual([1]);
  });

  it("names every error instead of publishing", async () => {
    const { save, publish, skillId } = await aSkill();
    await save({ op: "write", path: "SKILL.md", text: "" }, { op: "write", path: ".env", text: "A=1" });
    await expect(publish()).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { issues: [{ severity: "error" }] },
    });
    expect(await db.version.count({ where: { skillId } })).toBe(0);
  });

  it("refuses a SKILL.md that has another name", async () => {
    const { save, publish } = await aSkill();
    await save({ op: "write", path: "SKILL.md", text: skillText("other") });
    await expect(publish()).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { name: { written: "other", expected: skill } },
    });
  });

  it("needs a reviewer and finds nothing of another workspace", async () => {
    const { context } = await aSkill();
    const { revision, digest } = await getDraft(context, { skill });
    const author = await aColleague(context, "author");
    const input = { skill, revision, digest };
    await expect(publishSkill(author, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const stranger = await aContext(db);
    await expect(publishSkill(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("exportSkill", () => {
  it.each([
    ["zip", "folder"],
    ["zip", "root"],
    ["tar.gz", "folder"],
    ["tar.gz", "root"],
  ] as const)("packs %s with layout %s byte for byte the same every time", async (format, layout) => {
    const { context, publish } = await aSkill();
    const { digest } = await publish();
    const [once, again] = [
      await exportSkill(context, { skill, format, layout }),
      await exportSkill(context, { skill, version: "1", format, layout }),
    ];
    expect(Buffer.compare(Buffer.from(once.content), Buffer.from(again.content))).toBe(0);
    expect(once).toMatchObject({ etag: digest, fileName: `pdf-tools-v1.${format}` });
  });

  it("packs the portable form, says what moved, and gives other bytes another ETag", async () => {
    const { context, save } = await aSkill();
    const text = "---\nname: pdf-tools\ndescription: Use when packing.\nmodel: small\n---\nBody\n";
    await save({ op: "write", path: "SKILL.md", text });
    const input = { skill, version: "draft" };
    expect(await getPortableReport(context, input)).toEqual({
      moved: [{ field: "model", to: "metadata.model" }],
      problems: [],
    });
    const stored = await exportSkill(context, input);
    const portable = await exportSkill(context, { ...input, portable: "true" });
    expect(portable.fileName).toBe("pdf-tools-draft-r2-portable.zip");
    expect(portable.etag).not.toBe(stored.etag);
    const read = await readArchive(portable.content, { fileName: portable.fileName });
    const document = read.ok && read.value.files.find((file) => file.path === "pdf-tools/SKILL.md");
    expect(document && new TextDecoder().decode(document.bytes)).toBe(
      "---\nname: pdf-tools\ndescription: Use when packing.\nmetadata:\n  model: small\n---\nBody\n",
    );
    const stranger = await aContext(db);
    await expect(getPortableReport(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("refuses a portable form that some host would refuse, with its rule", async () => {
    const { context } = await aSkill();
    await aPackage(context, { name: "slack_search" });
    const input = { skill: "slack_search", version: "draft" };
    await expect(exportSkill(context, { ...input, portable: "true" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      details: { problems: [expect.objectContaining({ rule: "name-characters" })] },
    });
    expect(await getPortableReport(context, input)).toMatchObject({
      problems: [{ rule: "name-characters" }],
    });
  });

  it("says what is missing", async () => {
    const { context } = await aSkill();
    await expect(exportSkill(context, { skill })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(exportSkill(context, { skill, version: "3" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await exportSkill(context, { skill, version: "draft" })).toMatchObject({
      fileName: "pdf-tools-draft-r1.zip",
    });
    const stranger = await aContext(db);
    await expect(exportSkill(stranger, { skill, version: "draft" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("what a skill stands for", () => {
  it("follows the newest version, a label, one version or the draft, and says why not", async () => {
    const { context, skillId, save, publish } = await aSkill();

    const follow = (follows: "latest" | "label" | "draft", label?: string) =>
      getVersionByFollow(context, { skillId, follows, ...(label ? { label } : {}) });
    expect(await follow("latest")).toEqual({
      ok: false,
      error: { kind: "none", reason: "Not published yet: there is no version to follow." },
    });
    const first = await publish();
    await save({ op: "write", path: "a.md", text: "b" });
    const second = await publish();
    await save({ op: "write", path: "a.md", text: "c" });
    expect(await follow("latest")).toMatchObject({ ok: true, value: { number: 2, digest: second.digest } });
    expect(await follow("draft")).toMatchObject({ ok: true, value: { kind: "draft", revision: 3 } });
    expect(await follow("label", "stable")).toMatchObject({ ok: false });
    const pinned = await getVersionByFollow(context, { skillId, follows: "version", versionId: first.id });
    expect(pinned).toMatchObject({ ok: true, value: { number: 1 } });
    const label = { workspaceId: context.workspace.id, skillId, name: "stable", versionId: first.id };
    await db.label.create({ data: label });
    expect(await follow("label", "stable")).toMatchObject({ ok: true, value: { number: 1 } });
    const stranger = await aContext(db);
    expect(await getVersionByFollow(stranger, { skillId, follows: "latest" })).toMatchObject({ ok: false });
    expect(await listPackageFiles(stranger, { versionId: first.id })).toEqual([]);
    expect(await readPackageFile(stranger, { skillId }, "a.md")).toBeNull();
    const file = await readPackageFile(context, { versionId: first.id }, "a.md");
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe("a");
  });
});

describe("reading versions", () => {
  it("finds nothing in another workspace, and no file that is not there", async () => {
    const { context, publish } = await aSkill();
    await publish();
    const stranger = await aContext(db);
    await createSkill(stranger, { name: skill });
    await expect(getVersion(stranger, { skill, number: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const path of ["gone.md", "../a.md"])
      await expect(readVersionBytes(context, { skill, number: 1, path })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
  });
});
