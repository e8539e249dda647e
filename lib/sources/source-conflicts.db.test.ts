import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource, editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { getSourceConflict } from "./get-source-conflict";
import { listSkillOrigins } from "./list-skill-origins";
import type { Source } from "./schema";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const first = {
  "skills/pdf/SKILL.md": skillText("pdf", "Do it."),
  "skills/notes/SKILL.md": skillText("notes", "Do it."),
};

const outcomes = ({ report }: Source) =>
  Object.fromEntries((report?.entries ?? []).map(({ outcome, path }) => [path, outcome]));

async function bodyOf(workspaceId: string, name: string): Promise<string | undefined> {
  const where = { workspaceId, name };
  const { draft } = await db.skill.findFirstOrThrow({ where, select: { draft: true } });
  return draft?.body.trim();
}

const oursOf = async (context: Context, source: string): Promise<string> =>
  (await getSourceConflict(context, { source, skill: "pdf" })).ours.digest;

async function aConflict() {
  const context = await aContext(db);
  const repository = await aSkillRepository(first);
  const { source, sync } = await aSource(context, repository.url);
  await sync();
  await editHere(context, "pdf", skillText("pdf", "Mine."));
  await repository.commit({
    "skills/pdf/SKILL.md": skillText("pdf", "Theirs."),
    "skills/pdf/more.md": "More.\n",
  });
  const synced = await sync();
  const body = () => bodyOf(context.workspace.id, "pdf");
  return { context, repository, source, sync, synced, body };
}

describe("a draft that was edited here", () => {
  it("is left, and shown with theirs, ours and base", async () => {
    const { context, source, synced, body, sync } = await aConflict();
    expect(outcomes(synced)).toMatchObject({ "skills/pdf": "conflict" });
    expect(await body()).toBe("Mine.");
    const [waiting] = synced.conflicts;
    expect(waiting?.skill).toBe("pdf");
    const shown = await getSourceConflict(context, { source: source.id, skill: "pdf" });
    expect(shown.theirs).toEqual({ digest: waiting?.digest, revision: synced.synced?.revision });
    expect(shown.files.map(({ path, changed }) => [path, changed])).toEqual([
      ["SKILL.md", "both"],
      ["more.md", "theirs"],
    ]);
    const { base, ours, theirs } = shown.files[0] ?? {};
    expect([base?.text, ours?.text, theirs?.text].map((text) => text?.trim().split("\n").at(-1))).toEqual([
      "Do it.",
      "Mine.",
      "Theirs.",
    ]);
    expect((await sync()).conflicts).toEqual([waiting]);
  });

  it("gives way when somebody takes theirs, at the text that they saw", async () => {
    const { context, source, sync, synced, body } = await aConflict();
    const [{ skill, digest } = { skill: "", digest: "" }] = synced.conflicts;
    const ours = await oursOf(context, source.id);
    const wrong = await sync({ take: [{ skill, digest: "0".repeat(64), ours }] });
    expect(wrong.conflicts).toHaveLength(1);
    expect(await body()).toBe("Mine.");
    const taken = await sync({ take: [{ skill, digest, ours }] });
    expect(taken.conflicts).toEqual([]);
    expect(outcomes(taken)).toMatchObject({ "skills/pdf": "changed" });
    expect(await body()).toBe("Theirs.");
  });

  it("stays when somebody keeps it, until the source has another text", async () => {
    const { repository, sync, synced, body } = await aConflict();
    const kept = await sync({ keep: synced.conflicts });
    expect(kept.conflicts).toEqual([]);
    expect(outcomes(kept)).toMatchObject({ "skills/pdf": "edited" });
    await repository.commit({ "skills/notes/SKILL.md": skillText("notes", "Newer.") });
    expect((await sync()).conflicts).toEqual([]);
    await repository.commit({ "skills/pdf/SKILL.md": skillText("pdf", "Once more.") });
    expect((await sync()).conflicts).toHaveLength(1);
    expect(await body()).toBe("Mine.");
  });

  it("is a conflict too where it never came from there", async () => {
    const context = await aContext(db);
    const { url } = await aSkillRepository({ "pdf/SKILL.md": skillText("pdf", "Theirs.") });
    const other = await aSkillRepository({ "pdf/SKILL.md": skillText("pdf", "First.") });
    await (await aSource(context, other.url)).sync();
    const { sync, source } = await aSource(context, url);
    const synced = await sync();
    expect(outcomes(synced)).toEqual({ pdf: "conflict" });
    expect((await getSourceConflict(context, { source: source.id, skill: "pdf" })).base).toBeNull();
    expect(await bodyOf(context.workspace.id, "pdf")).toBe("First.");
  });

  it("stays when it was edited once more than the person saw who takes theirs", async () => {
    const { context, source, sync, synced, body } = await aConflict();
    const ours = await oursOf(context, source.id);
    await editHere(context, "pdf", skillText("pdf", "Nobody saw this."));
    const take = synced.conflicts.map((seen) => ({ ...seen, ours }));
    const left = await sync({ take });
    expect(left.conflicts).toEqual(synced.conflicts);
    expect(outcomes(left)).toMatchObject({ "skills/pdf": "conflict" });
    expect(await body()).toBe("Nobody saw this.");
  });
});

describe("a conflict that is over", () => {
  const leftOf = (sourceId: string) =>
    Promise.all([
      db.sourceSkill.count({
        where: { sourceId, OR: [{ theirsDigest: { not: null } }, { theirsRevision: { not: null } }] },
      }),
      db.sourceFile.count({ where: { sourceId, side: "theirs" } }),
    ]);

  it.each([
    [
      "the source takes its change back",
      { "skills/pdf/SKILL.md": skillText("pdf", "Do it."), "skills/pdf/more.md": null },
      "edited",
    ],
    ["the source lets the skill go", { "skills/pdf": null }, "gone"],
    [
      "both have the same text now",
      { "skills/pdf/SKILL.md": skillText("pdf", "Mine."), "skills/pdf/more.md": null },
      "unchanged",
    ],
  ])("is counted no more where %s", async (_, changes, outcome) => {
    const { repository, source, sync, body } = await aConflict();
    await repository.commit(changes);
    const synced = await sync();
    expect(outcomes(synced)).toMatchObject({ "skills/pdf": outcome });
    expect(synced.conflicts).toEqual([]);
    expect(await leftOf(source.id)).toEqual([0, 0]);
    expect(await body()).toBe("Mine.");
  });

  it("is counted no more where the skill goes that never came from there", async () => {
    const context = await aContext(db);
    const other = await aSkillRepository({ "pdf/SKILL.md": skillText("pdf", "First.") });
    await (await aSource(context, other.url)).sync();
    const { url, commit } = await aSkillRepository({
      "pdf/SKILL.md": skillText("pdf", "Theirs."),
      "notes/SKILL.md": skillText("notes", "Do it."),
    });
    const { sync, source } = await aSource(context, url);
    expect((await sync()).conflicts).toHaveLength(1);
    await commit({ pdf: null });
    const synced = await sync();
    expect([outcomes(synced).pdf, synced.conflicts]).toEqual(["gone", []]);
    expect(await leftOf(source.id)).toEqual([0, 0]);
    await commit({ "notes/SKILL.md": skillText("notes", "Newer.") });
    expect(outcomes(await sync())).toEqual({ notes: "changed" });
  });
});

describe("many conflicts", () => {
  it("are noted some at a time, so that no transaction grows with their number", async () => {
    const context = await aContext(db);
    const names = Array.from({ length: 26 }, (_, at) => `skill-${at}`);
    const repository = (body: string) =>
      aSkillRepository(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name, body)])));
    await (await aSource(context, (await repository("First.")).url)).sync();
    const { sync, source } = await aSource(context, (await repository("Theirs.")).url);
    const synced = await sync();
    expect(synced.conflicts).toHaveLength(26);
    const written = async () => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(DISTINCT xmin::text)::int AS count FROM "SourceSkill" WHERE "sourceId" = ${source.id}::uuid`;
      return row?.count;
    };
    expect(await written()).toBe(2);
    expect((await sync({ keep: synced.conflicts })).conflicts).toEqual([]);
    expect(await written()).toBe(2);
  });
});

describe("where a text is from", () => {
  it("is said of no text that was refused, or written here first", async () => {
    const { context, sync, synced } = await aConflict();
    const before = await listSkillOrigins(context, { skill: "pdf" });
    await sync({ keep: synced.conflicts });
    expect(await listSkillOrigins(context, { skill: "pdf" })).toEqual(before);
    const twin = await aSkillRepository({ "notes/SKILL.md": skillText("notes", "Do it.") });
    const { source, sync: syncTwin } = await aSource(context, twin.url);
    expect(outcomes(await syncTwin())).toEqual({ notes: "unchanged" });
    expect(await db.sourceSkill.count({ where: { sourceId: source.id, digest: { not: null } } })).toBe(1);
    const { items } = await listSkillOrigins(context, { skill: "notes" });
    expect(items.map(({ url }) => url)).not.toContain(twin.url);
  });
});

describe("which files are executable", () => {
  const script = "skills/pdf/run.sh";
  const runs = { runs: "#!/bin/sh\n" };

  async function aScript(content: string | { runs: string }) {
    const context = await aContext(db);
    const repository = await aSkillRepository({ ...first, [script]: content });
    const { source, sync } = await aSource(context, repository.url);
    await sync();
    const where = { path: "run.sh", workspaceId: context.workspace.id };
    const isExecutable = async () => (await db.draftFile.findFirstOrThrow({ where })).executable;
    const here = (executable: boolean) => db.draftFile.updateMany({ where, data: { executable } });
    return { context, repository, source, sync, isExecutable, here };
  }

  it.each([
    ["is", runs.runs, runs, true],
    ["is no more", runs, runs.runs, false],
  ])("comes from the source where one %s", async (_, before, after, executable) => {
    const { repository, sync, isExecutable } = await aScript(before);
    await repository.commit({ [script]: after });
    const synced = await sync();
    expect(outcomes(synced)).toMatchObject({ "skills/pdf": "changed" });
    expect(synced.report?.entries.flatMap(({ files }) => files)).toEqual([
      { path: "run.sh", change: "changed" },
    ]);
    expect(await isExecutable()).toBe(executable);
    await repository.commit({ "skills/notes/SKILL.md": skillText("notes", "Newer.") });
    expect(outcomes(await sync())).toMatchObject({ "skills/pdf": "unchanged" });
  });

  it("stays as somebody made it here, and is a conflict with another text", async () => {
    const { context, repository, source, sync, isExecutable, here } = await aScript(runs.runs);
    await here(true);
    await repository.commit({ "skills/notes/SKILL.md": skillText("notes", "Newer.") });
    expect(outcomes(await sync())).toMatchObject({ "skills/pdf": "edited" });
    await repository.commit({ "skills/pdf/SKILL.md": skillText("pdf", "Newer.") });
    expect(outcomes(await sync())).toMatchObject({ "skills/pdf": "conflict" });
    expect(await isExecutable()).toBe(true);
    const { files } = await getSourceConflict(context, { source: source.id, skill: "pdf" });
    expect(
      files.map(({ path, changed, ours, theirs }) => [path, changed, ours?.executable, theirs?.executable]),
    ).toEqual([
      ["SKILL.md", "theirs", false, false],
      ["run.sh", "ours", true, false],
    ]);
  });
});
