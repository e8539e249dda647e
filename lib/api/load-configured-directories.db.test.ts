import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { log } from "@/lib/platform/log";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { loadConfiguredDirectories } from "./load-configured-directories";

const { db } = testDatabase();
afterEach(() => vi.unstubAllEnvs());

/** A configuration of this test, as a start finds it. */
async function configured(lines: string) {
  const folder = aFolder({
    "skills/good/SKILL.md": skillText("good"),
    "skills/yaml/SKILL.md": "---\nname: [\n---\n",
    "skills/twin/SKILL.md": skillText("good"),
    "empty/readme.md": "x",
  });
  const file = path.join(folder, "greenroom.yaml");
  writeFileSync(file, lines);
  vi.stubEnv("GREENROOM_CONFIG", file);
  globalThis.greenroomEnv = undefined;
  return { folder, file, load: loadConfiguredDirectories };
}

const claim = (operatorId: string | null) =>
  db.instance.update({ where: { id: "instance" }, data: { claimedById: operatorId, claimedAt: new Date() } });

describe("a start with configured folders", () => {
  it("has nothing to do, and no reason not to start, without any", async () => {
    expect(await loadConfiguredDirectories()).toEqual([]);
    expect(await db.directoryLoad.count()).toBe(0);
  });

  it("lenient: starts, loads what it can in the operator's name and keeps the report", async () => {
    const context = await aContext(db, { isOperator: true });
    await claim(context.actor.userId);
    const { load } = await configured(
      `skills:\n  paths: [skills, gone]\n  workspace: ${context.workspace.slug}\n`,
    );
    expect(await load()).toEqual([]);
    await vi.waitFor(async () => expect(await db.directoryLoad.count()).toBe(1), { timeout: 60_000 });
    const report = await db.directoryLoad.findFirstOrThrow();
    expect(report).toMatchObject({
      workspaceId: context.workspace.id,
      trigger: "start",
      loaded: 1,
      failed: 2,
    });
    const audit = await db.audit.findFirstOrThrow({ where: { action: "skill.imported" } });
    expect(audit).toMatchObject({
      actorId: context.actor.userId,
      objectName: "good",
      traceId: report.traceId,
    });
  });

  it("applies what else the file says once its folders were read, in the operator's name", async () => {
    const context = await aContext(db, { isOperator: true });
    await claim(context.actor.userId);
    const source = "{name: Team, url: https://example.org/skills.git}";
    const agent = "{name: Desk, skills: [good@draft]}";
    const { load } = await configured(
      `workspace: ${context.workspace.slug}\nskills: {paths: [skills]}\nsources: [${source}]\nagents: [${agent}]\n`,
    );
    expect(await load()).toEqual([]);
    const where = { workspaceId: context.workspace.id, declaredIn: "greenroom.yaml" };
    await vi.waitFor(async () => expect(await db.agent.count({ where })).toBe(1), { timeout: 60_000 });
    expect(await db.source.findFirst({ where })).toMatchObject({
      name: "Team",
      createdById: context.actor.userId,
    });
  }, 30_000);

  it("loads each workspace its own folder, waits for one that is not there yet and says which that is", async () => {
    const [context, other] = [await aContext(db, { isOperator: true }), await aContext(db)];
    await claim(context.actor.userId);
    const slugs = [other, context].map(({ workspace }) => workspace.slug);
    const said = vi.spyOn(log, "info");
    const { folder, file } = await configured(
      `workspace: ${slugs[1]}\nskills:\n  folders:\n    - {workspace: not-yet, paths: [empty]}\n    - {workspace: ${slugs[0]}, paths: [theirs]}\n    - {workspace: ${slugs[1]}, paths: [skills]}\nagents: [{name: Desk, skills: [good@draft]}]\n`,
    );
    writeFiles(folder, { "theirs/one/SKILL.md": skillText("one") });
    expect(await loadConfiguredDirectories()).toEqual([]);
    await vi.waitFor(
      async () => expect(await db.agent.count({ where: { workspaceId: context.workspace.id } })).toBe(1),
      { timeout: 60_000 },
    );
    const namesIn = async ({ workspace }: Context) =>
      (await db.skill.findMany({ where: { workspaceId: workspace.id } })).map(({ name }) => name);
    expect(await namesIn(other)).toEqual(["one"]);
    expect(await namesIn(context)).toEqual(["good"]);
    expect(said.mock.calls.flat().map(String)).toContain(
      `Skills on disk (${file}:4:8) wait to be loaded: there is no workspace not-yet yet.`,
    );
    said.mockRestore();
  }, 30_000);

  it("strict: says of every workspace's folders what cannot be loaded", async () => {
    const { folder, load } = await configured(
      "skills:\n  strict: true\n  folders:\n    - {workspace: one, paths: [gone]}\n    - {workspace: two, paths: [empty]}\n",
    );
    expect(await load()).toEqual([
      `${path.join(folder, "gone")}: There is no folder ${path.join(folder, "gone")}. Make it, or take it out of the configuration.`,
      `${path.join(folder, "empty")}: There is no SKILL.md in ${path.join(folder, "empty")}, nor in the folders below it.`,
    ]);
  });

  it("strict: answers every reason at once, and writes nothing", async () => {
    const context = await aContext(db, { isOperator: true });
    await claim(context.actor.userId);
    const { folder, load } = await configured(
      `skills:\n  paths: [skills, gone, empty]\n  strict: true\n  workspace: ${context.workspace.slug}\n`,
    );
    const at = (...names: string[]) => path.join(folder, ...names);
    expect((await load()).map((reason) => reason.replace(/\d+:\d+: (Invalid YAML).*/, "$1"))).toEqual([
      `${at("skills/twin")}: ${at("skills/good")} has the name good already, and comes first.`,
      `${at("skills/yaml")}: SKILL.md:Invalid YAML`,
      `${at("gone")}: There is no folder ${at("gone")}. Make it, or take it out of the configuration.`,
      `${at("empty")}: There is no SKILL.md in ${at("empty")}, nor in the folders below it.`,
      `${at("skills/twin")}: SKILL.md:2:7: Directory name 'twin' must match skill name 'good' (name-mismatch). Make them the same.`,
    ]);
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("strict: fails on what the standard calls an error, each with file, line, column, rule and what to do", async () => {
    const { folder, load } = await configured("skills:\n  paths: [skills]\n  strict: true\n");
    for (const name of ["yaml", "twin"]) rmSync(path.join(folder, "skills", name), { recursive: true });
    const texts = {
      "no-name": "---\ndescription: Use when asked.\n---\nx",
      "no-text": "---\nname: no-text\ndescription: 42\n---\nx",
      outside: skillText("outside", "[other](../good/SKILL.md)\n"),
      Upper: skillText("Upper"),
    };
    for (const [name, text] of Object.entries(texts))
      writeFiles(folder, { [`skills/${name}/SKILL.md`]: text });
    writeFiles(folder, { "skills/links/SKILL.md": skillText("links") });
    symlinkSync("../good/SKILL.md", path.join(folder, "skills/links/other.md"));
    const reasons = (await load()).map((reason) => path.relative(path.join(folder, "skills"), reason));
    expect(reasons).toEqual([
      "Upper: SKILL.md:2:7: Skill name 'Upper' must be lowercase (name-upper-case). Write it in lower case.",
      "links: links/other.md is a link to good/SKILL.md, which does not belong to its skill.",
      "no-name: SKILL.md:1:1: Missing required field in frontmatter: name (name-missing). Add name: with the folder's name.",
      "no-text: SKILL.md:3:14: Other readers take the description for a number; quote it to keep it text (description-typed). Put it in quotes, or say in words what the skill does and when to use it.",
      expect.stringMatching(
        /^outside: SKILL\.md:\d+:\d+: \.\.\/good\/SKILL\.md leaves the package; nothing outside it is delivered \(link-outside\)\. Copy the file into the package\.$/,
      ),
    ]);
  });

  it("does not start on a configuration that cannot be used, strict or not", async () => {
    const { file, load } = await configured("skills:\n  path: [skills]\n");
    expect(await load()).toEqual([`${file}:2:3: skills.path: Extra inputs are not permitted`]);
  });

  it("starts when nobody has claimed it yet, or its workspace does not exist yet, and loads nothing", async () => {
    const { load } = await configured("skills:\n  paths: [skills]\n  workspace: not-yet\n");
    const before = await db.directoryLoad.count();
    expect(await load()).toEqual([]);
    await claim(null);
    expect(await load()).toEqual([]);
    expect(await db.directoryLoad.count()).toBe(before);
  });
});
