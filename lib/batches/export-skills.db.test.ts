import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { archivePackages } from "@/lib/bundles/archive-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { runOn, saveFile, told } from "@/lib/testing/batches";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { type ExportSkills, exportReportSchema, reportFileName } from "./export-schema";
import { exportSkills, reportExport } from "./export-skills";

const { db } = testDatabase();

/** `notes` has a version and a draft after it, `rota` a version, `sketch` a draft alone, `gone` a withdrawn version. */
async function aLibrary(): Promise<Context> {
  const context = await aContext(db);
  await aPackage(context, { name: "notes", files: { "more.md": "v1\n" }, publishNote: "1" });
  await saveFile(context, "notes", { path: "more.md", text: "draft\n" });
  await aPackage(context, { name: "rota", publishNote: "1" });
  await aPackage(context, { name: "sketch" });
  await aPackage(context, { name: "gone", publishNote: "1" });
  await withdrawVersion(context, { skill: "gone", number: 1, reason: "Names the wrong rota" });
  return context;
}

const names = ["rota", "sketch", "notes", "gone", "missing"];

async function unpack(bytes: Uint8Array) {
  const contents = await readArchive(bytes, { fileName: "many" });
  if (!contents.ok) throw new Error(contents.error.message);
  const texts = new Map(
    contents.value.files.map(({ path, bytes: content }) => [path, new TextDecoder().decode(content)]),
  );
  const report = exportReportSchema.parse(JSON.parse(texts.get(reportFileName) ?? ""));
  texts.delete(reportFileName);
  const { packages } = archivePackages(contents.value, "many");
  return { paths: [...texts.keys()], texts, report, packages };
}

async function exported(context: Context, more: Partial<ExportSkills> = {}) {
  const { pieces, ...head } = await exportSkills(context, { skills: { names }, ...more });
  const bytes = new Uint8Array(await buffer(pieces));
  return { ...head, bytes, ...(await unpack(bytes)) };
}

describe("exporting many skills", () => {
  it.each([
    ["zip", "application/zip"],
    ["tar.gz", "application/gzip"],
  ] as const)("gives one %s with a folder each, and says what was left out and why", async (format, type) => {
    const context = await aLibrary();
    const { fileName, mediaType, paths, texts, report } = await exported(context, { format });
    expect([fileName, mediaType]).toEqual([`${context.workspace.slug}-skills.${format}`, type]);
    expect(paths).toEqual(["rota/SKILL.md", "notes/SKILL.md", "notes/more.md"]);
    expect(texts.get("notes/more.md")).toBe("v1\n");
    expect(report.exported).toMatchObject([
      { skill: "rota", folder: "rota", version: "v1" },
      { skill: "notes", folder: "notes", version: "v1" },
    ]);
    expect(report.leftOut).toEqual([
      {
        skill: "sketch",
        code: "NOT_FOUND",
        message: "sketch has never been published. Export its draft, or publish it first.",
      },
      { skill: "gone", code: "UNPROCESSABLE", message: expect.stringContaining("Names the wrong rota") },
      { skill: "missing", code: "NOT_FOUND", message: "There is no skill “missing” in this workspace." },
    ]);
  });

  it("gives drafts when they are asked for, and the same bytes every time", async () => {
    const context = await aLibrary();
    const first = await exported(context, { version: "draft" });
    expect(first.texts.get("notes/more.md")).toBe("draft\n");
    expect(first.report.exported.map(({ version }) => version)).toEqual([
      "draft-r1",
      "draft-r1",
      "draft-r2",
      "draft-r1",
    ]);
    expect((await exported(context, { version: "draft" })).bytes).toEqual(first.bytes);
  });

  it("leaves out what has no portable form, with the rule that it breaks", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "good", publishNote: "1" });
    await aPackage(context, { name: "bad", publishNote: "1" });
    await saveFile(context, "bad", {
      path: "SKILL.md",
      text: `---\nname: bad\ndescription: ${"x".repeat(1_100)}\n---\n\nDo it.\n`,
    });
    const skills = { names: ["good", "bad"] };
    const form = { version: "draft", portable: true } as const;
    const { fileName, report } = await exported(context, { skills, ...form });
    expect(fileName).toBe(`${context.workspace.slug}-skills-portable.zip`);
    expect(report.exported.map(({ skill }) => skill)).toEqual(["good"]);
    expect(report.leftOut[0]?.message).toContain("bad has no portable form.");
    const before = await reportExport(context, { skills, ...form });
    expect(before.items[1]?.problem?.details).toMatchObject({ problems: [{ rule: expect.any(String) }] });
  });

  it("keeps two that would unpack into one folder apart", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "notes", publishNote: "1" });
    await renameSkill(context, { skill: "notes", name: "old-notes" });
    await aPackage(context, { name: "notes", publishNote: "1" });
    const { paths, report } = await exported(context, { skills: { names: ["old-notes", "notes"] } });
    expect(paths).toEqual(["notes/SKILL.md"]);
    expect(report.exported).toMatchObject([{ skill: "old-notes", folder: "notes" }]);
    expect(report.leftOut[0]?.message).toBe("Another of the skills unpacks into notes already.");
  });

  it("is refused when nothing can be exported, and sees nothing of another workspace", async () => {
    await aLibrary();
    const stranger = await aContext(db);
    await expect(exportSkills(stranger, { skills: { names: ["notes"] } })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "None of these can be exported. There is no skill “notes” in this workspace.",
      details: { leftOut: [{ skill: "notes", code: "NOT_FOUND" }] },
    });
  });

  it("says beforehand what the archive holds", async () => {
    const context = await aLibrary();
    const report = await reportExport(context, { skills: { names } });
    expect(told(report)).toEqual([
      "rota: done, Exports version 1",
      "sketch: refused, sketch has never been published. Export its draft, or publish it first.",
      "notes: done, Exports version 1",
      expect.stringContaining("gone: refused, gone: Version 1 was withdrawn"),
      "missing: refused, There is no skill “missing” in this workspace.",
    ]);
    expect(report).toMatchObject({ preview: true, counts: { done: 2, unchanged: 0, refused: 3 } });
    const { report: packed } = await exported(context);
    expect(packed.exported.map(({ skill }) => skill)).toEqual(["rota", "notes"]);
  });
});

describe("the download of many skills", () => {
  it("is in one form: that of a host, or the portable one", async () => {
    const context = await aContext(db);
    const cookie = await sessionCookie(context);
    await aPackage(context, { name: "notes", publishNote: "1" });
    const ask = (portable: boolean) =>
      callApi("post", `/workspaces/${context.workspace.slug}/skills/export`, {
        cookie,
        body: { skills: { names: ["notes"] }, target: "orion", portable },
      });
    const refused = await ask(true);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Leave out portable, or target.");
    expect((await ask(false)).status).toBe(200);
  });

  it("is safe to open and known by its name; what was published in a batch comes back whole", async () => {
    const context = await aContext(db);
    const cookie = await sessionCookie(context);
    const all = Array.from({ length: 60 }, (_, at) => `skill-${String(at).padStart(2, "0")}`);
    for (const name of all) await aPackage(context, { name, files: { "references/a.md": name } });
    await runOn(context, all, { kind: "publish" });
    const answer = await callApi("post", `/workspaces/${context.workspace.slug}/skills/export`, {
      cookie,
      body: { skills: { matching: { name: "skill-*", sort: "name" } } },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("content-disposition")).toContain(`${context.workspace.slug}-skills.zip`);
    const { texts, report, packages } = await unpack(new Uint8Array(await answer.arrayBuffer()));
    expect(report.exported.map(({ skill }) => skill)).toEqual(all);
    expect(all.map((name) => texts.get(`${name}/references/a.md`))).toEqual(all);
    expect(packages.map(({ folderName, refusal }) => refusal?.rule ?? folderName)).toEqual(all);
  });
});
