import { describe, expect, it } from "vitest";
import { archivePackages } from "@/lib/bundles/archive-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { storeImport } from "@/lib/imports/commands/store-import";
import { getImport } from "@/lib/imports/get-import";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { requestReview } from "@/lib/reviews/commands/request-review";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { settled, upload, zipOf } from "@/lib/testing/uploads";
import { changeDraft } from "./commands/change-draft";
import { duplicateSkill } from "./commands/duplicate-skill";
import { renameSkill } from "./commands/rename-skill";
import { restoreVersion } from "./commands/restore-version";
import { getFileDiff } from "./diffs/get-file-diff";
import { getPackageDiff } from "./diffs/get-package-diff";
import { getDraft, getDraftFile } from "./drafts/get-draft";
import { exportSkill } from "./exports/export-skill";
import { getVersion, getVersionFile } from "./versions/get-version";

const { db } = testDatabase();
const skill = "pdf-tools";
const script = "scripts/run.sh";

const runnable = (files: readonly { path: string; executable?: boolean }[]): string[] =>
  files.filter(({ executable }) => executable).map(({ path }) => path);

async function aSkill() {
  const context = await aContext(db);
  const files = { [script]: "echo\n", "references/a.md": "a" };
  await aPackage(context, { name: skill, files, publishNote: "First" });
  const set = async (executable: boolean, baseRevision?: number) => {
    const { revision } = await getDraft(context, { skill });
    return changeDraft(context, {
      skill,
      baseRevision: baseRevision ?? revision,
      changes: [{ op: "set-executable", path: script, executable }],
    });
  };
  const publish = async (note: string) => {
    const { revision, digest } = await getDraft(context, { skill });
    return publishSkill(context, { skill, revision, digest, note });
  };
  return { context, set, publish };
}

async function filesOf(content: unknown) {
  if (!(content instanceof Uint8Array)) throw new Error("An archive is bytes.");
  const contents = await readArchive(content, { fileName: "skill.zip" });
  if (!contents.ok) throw new Error(contents.error.message);
  return archivePackages(contents.value, skill).packages[0]?.files ?? [];
}

describe("an executable file", () => {
  it("is a save of its own without another digest, and no save when it is so already", async () => {
    const { context, set } = await aSkill();
    const before = await getDraft(context, { skill });
    const saved = await set(true);
    expect(saved).toMatchObject({ revision: before.revision + 1, digest: before.digest });
    expect(runnable(saved.files)).toEqual([script]);
    expect(runnable((await getDraft(context, { skill })).files)).toEqual([script]);
    expect(await getDraftFile(context, { skill, path: script })).toMatchObject({ executable: true });
    expect(await set(true)).toMatchObject({ revision: saved.revision });
    expect(runnable((await set(false)).files)).toEqual([]);
  });

  it("is a change that a save of the same file must have seen", async () => {
    const { context, set } = await aSkill();
    await set(true);
    const other = await aColleague(context, "author", "Noor");
    const write = { op: "write" as const, path: script, text: "exit\n" };
    const stale = { skill, baseRevision: 1, changes: [write] };
    await expect(changeDraft(other, stale)).rejects.toMatchObject({ code: "CONFLICT" });
    const { revision } = await getDraft(context, { skill });
    const saved = await changeDraft(other, { ...stale, baseRevision: revision });
    expect(runnable(saved.files)).toEqual([script]);
  });

  it("is reason enough for a version and for a review, and stays in the version", async () => {
    const { context, set, publish } = await aSkill();
    await expect(publish("Nothing new")).rejects.toMatchObject({ details: { reason: "unchanged" } });
    await set(true);
    await requestReview(context, { skill, title: "Can be run" });
    const version = await publish("Can be run");
    expect(version.number).toBe(2);
    expect(runnable((await getVersion(context, { skill, number: 1 })).files)).toEqual([]);
    expect(runnable((await getVersion(context, { skill, number: 2 })).files)).toEqual([script]);
    expect(await getVersionFile(context, { skill, number: 2, path: script })).toMatchObject({
      executable: true,
    });
    await expect(publish("Nothing new")).rejects.toMatchObject({ details: { reason: "unchanged" } });
  });

  it("is told by a comparison, of the package and of the file", async () => {
    const { context, set } = await aSkill();
    await set(true);
    const sides = { skill, from: "1", to: "draft" };
    const { files, unchangedFiles } = await getPackageDiff(context, sides);
    expect(files).toMatchObject([{ path: script, change: "changed", after: { executable: true } }]);
    expect(files[0]?.before).not.toHaveProperty("executable");
    expect(unchangedFiles).toBe(2);
    const file = await getFileDiff(context, { ...sides, path: script });
    expect(file).toMatchObject({ hunks: [], after: { executable: true } });
    expect(file.before).not.toHaveProperty("executable");
  });

  it("goes along when a version comes back, and when a skill is copied or renamed", async () => {
    const { context, set, publish } = await aSkill();
    await set(true);
    await publish("Can be run");
    const { revision } = await set(false);
    const restored = await restoreVersion(context, { skill, number: 2, baseRevision: revision });
    expect(runnable(restored.files)).toEqual([script]);
    await duplicateSkill(context, { skill, name: "pdf-copy" });
    expect(runnable((await getDraft(context, { skill: "pdf-copy" })).files)).toEqual([script]);
    await renameSkill(context, { skill, name: "pdf-kit" });
    expect(runnable((await getDraft(context, { skill: "pdf-kit" })).files)).toEqual([script]);
  });

  it("leaves in every archive, under a tag of its own, and comes back by an import", async () => {
    const { context, set } = await aSkill();
    const plain = await exportSkill(context, { skill, version: "draft" });
    await set(true);
    for (const format of ["zip", "tar.gz"] as const)
      for (const portable of ["true", "false"] as const) {
        const { content } = await exportSkill(context, { skill, version: "draft", format, portable });
        expect(runnable(await filesOf(content)), `${format} ${portable}`).toEqual([script]);
      }
    const { content, etag } = await exportSkill(context, { skill, version: "draft" });
    expect(etag).not.toBe(plain.etag);
    if (!(content instanceof Uint8Array)) throw new Error("An archive is bytes.");

    const elsewhere = await aContext(db);
    const found = await upload(elsewhere, { "pdf.zip": content });
    expect(found.items).toMatchObject([{ name: skill, executableFiles: [script] }]);
    await storeImport(elsewhere, { id: found.id });
    await settled(elsewhere, found.id);
    expect(runnable((await getDraft(elsewhere, { skill })).files)).toEqual([script]);
  });

  it("stays one when the same skill comes again from a folder, which says nothing about it", async () => {
    const { context, set } = await aSkill();
    await set(true);
    const text = skillText(skill, "Do it anew.\n");
    const found = await upload(context, {
      [`${skill}/SKILL.md`]: text,
      [`${skill}/${script}`]: "echo two\n",
    });
    await storeImport(context, { id: found.id, rest: "update" });
    await settled(context, found.id);
    expect((await getImport(context, { id: found.id })).items).toMatchObject([{ state: "stored" }]);
    expect(runnable((await getDraft(context, { skill })).files)).toEqual([script]);
  });

  it("is taken from an archive that has the same text and says so", async () => {
    const { context } = await aSkill();
    const draft = await getDraft(context, { skill });
    const plain = await exportSkill(context, { skill, version: "draft" });
    const files = await filesOf(plain.content);
    const marked = Object.fromEntries(files.map((file) => [file.path, file.bytes]));
    const found = await upload(context, { "same.zip": await zipOf({ [skill]: marked }, [script]) });
    const [item] = found.items;
    if (!item) throw new Error("Nothing was found.");
    await storeImport(context, { id: found.id, choices: [{ itemId: item.id, choice: "update" }] });
    await settled(context, found.id);
    const after = await getDraft(context, { skill });
    expect(after.digest).toBe(draft.digest);
    expect(runnable(after.files)).toEqual([script]);
  });
});
