import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { readArchive } from "@/lib/bundles/read-archive";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { targetIds } from "@/lib/targets/target-options";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { getSkillsTarget } from "./export-for-target";
import type { ExportSkills } from "./export-schema";
import { exportSkills } from "./export-skills";

const { db } = testDatabase();
const names = ["plain", "typed", "kept", "sketch", "missing"];
const skills = { names };

/** `typed` has a list where hosts want a text, `kept` is kept from models, `sketch` was never published. */
async function aLibrary(): Promise<Context> {
  const context = await aContext(db);
  await aPackage(context, { name: "plain", files: { "more.md": "More.\n" }, publishNote: "1" });
  await withField(context, "typed", "allowed-tools: [Read, Bash]");
  await withField(context, "kept", "disable-model-invocation: true");
  await aPackage(context, { name: "sketch" });
  return context;
}

async function withField(context: Context, name: string, line: string): Promise<void> {
  await aPackage(context, { name });
  const text = skillText(name).replace("---\n\n", `${line}\n---\n\n`);
  await changeDraft(context, {
    skill: name,
    baseRevision: 1,
    changes: [{ op: "write", path: "SKILL.md", text }],
  });
}

async function unpacked(context: Context, asked: Partial<ExportSkills>) {
  const { pieces, ...head } = await exportSkills(context, { skills, ...asked });
  const bytes = new Uint8Array(await buffer(pieces));
  const contents = await readArchive(bytes, { fileName: head.fileName });
  if (!contents.ok) throw new Error(contents.error.message);
  const texts = new Map(
    contents.value.files.map(({ path, bytes: content }) => [path, new TextDecoder().decode(content)]),
  );
  const report = texts.get("export-report.json");
  return { ...head, bytes, paths: [...texts.keys()], texts, report: JSON.parse(report ?? "null") };
}

const outcomes = ({ leftOut }: { leftOut: { skill: string; reasons: { rule: string }[] }[] }) =>
  leftOut.map(({ skill, reasons }) => [skill, ...reasons.map(({ rule }) => rule)]);

describe("many skills in the form of one host", () => {
  it("leaves out and names what cannot go, changes what must, and refuses none for another", async () => {
    const context = await aLibrary();
    const draft = { version: "draft", target: "adk" } as const;
    const { fileName, mediaType, paths, texts, report } = await unpacked(context, draft);
    expect([fileName, mediaType]).toEqual([`${context.workspace.slug}-adk.zip`, "application/zip"]);
    expect(paths).toEqual([
      "export-report.json",
      "skills/plain/SKILL.md",
      "skills/plain/more.md",
      "skills/sketch/SKILL.md",
      "skills/typed/SKILL.md",
    ]);
    expect(texts.get("skills/typed/SKILL.md")).toContain("allowed-tools: Read Bash");
    expect(outcomes(report)).toEqual([
      ["missing", "not-exported"],
      ["kept", "flag-lost"],
    ]);
    const said = await getSkillsTarget(context, { skills, ...draft });
    expect(
      said.skills.map(({ skill, refusals, changes }) => [skill, refusals.length, changes.length]),
    ).toEqual([
      ["plain", 0, 0],
      ["typed", 0, 1],
      ["kept", 1, 0],
      ["sketch", 0, 0],
    ]);
    expect(said.leftOut).toEqual([
      { skill: "missing", why: "There is no skill \u201cmissing\u201d in this workspace." },
    ]);
  });

  it("has a form for every host, the same bytes every time, also as tar.gz", async () => {
    const context = await aLibrary();
    for (const target of targetIds) {
      const asked = { version: "draft", target } as const;
      const first = await unpacked(context, asked);
      expect(first.paths, target).toContain("export-report.json");
      expect((await unpacked(context, asked)).bytes, target).toEqual(first.bytes);
    }
    const packed = await unpacked(context, { version: "draft", target: "claude-code", format: "tar.gz" });
    expect(packed.fileName).toBe(`${context.workspace.slug}-claude-code.tar.gz`);
    expect(packed.paths.filter((path) => path.endsWith("plugin.json"))).toHaveLength(1);
  });

  it("keeps two that were published under one name apart, in the report as in the archive", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "notes", publishNote: "1" });
    await renameSkill(context, { skill: "notes", name: "old-notes" });
    await aPackage(context, { name: "notes", publishNote: "1" });
    const both = { names: ["old-notes", "notes"] };
    const { leftOut, skills: going } = await getSkillsTarget(context, { skills: both, target: "orion" });
    expect(going).toHaveLength(1);
    expect(leftOut).toEqual([{ skill: "notes", why: "Another of the skills unpacks into notes already." }]);
    const { report } = await unpacked(context, { skills: both, target: "orion" });
    expect(outcomes(report)).toEqual([["notes", "not-exported"]]);
  });

  it("is refused with every reason when nothing is left, and tells a stranger nothing", async () => {
    const context = await aLibrary();
    const asked = { skills: { names: ["kept"] }, ...({ version: "draft", target: "orion" } as const) };
    await expect(exportSkills(context, asked)).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("None of these skills goes to Orion."),
      details: { leftOut: [{ skill: "kept", reasons: [{ rule: "flag-lost", file: "SKILL.md", line: 4 }] }] },
    });
    const stranger = await aContext(db);
    expect(await getSkillsTarget(stranger, asked)).toMatchObject({
      skills: [],
      leftOut: [{ skill: "kept", why: expect.stringContaining("There is no skill") }],
    });
  });

  it("is asked for over the API, and downloaded as it was said", async () => {
    const context = await aLibrary();
    const cookie = await sessionCookie(context);
    const path = `/workspaces/${context.workspace.slug}/skills/export`;
    const body = { skills, version: "draft", target: "orion" };
    const said = await callApi("post", `${path}/targets`, { cookie, body });
    expect(said.status).toBe(200);
    const { title, skills: going, leftOut } = await said.json();
    expect([title, going.length, leftOut.length]).toEqual(["Orion", 4, 1]);
    const answer = await callApi("post", path, { cookie, body: { ...body, format: "tar.gz" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    expect(answer.headers.get("content-disposition")).toContain(`${context.workspace.slug}-orion.tar.gz`);
    const unknown = await callApi("post", path, { cookie, body: { skills, target: "nowhere" } });
    expect(unknown.status).toBe(422);
  });
});
