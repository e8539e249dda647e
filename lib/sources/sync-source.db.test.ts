import { describe, expect, it, vi } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { createSource } from "./commands/create-source";
import { editSource } from "./commands/edit-source";
import { removeSource } from "./commands/remove-source";
import { syncSource } from "./commands/sync-source";
import { getSourceConflict } from "./get-source-conflict";
import { listSkillOrigins } from "./list-skill-origins";
import { listSources } from "./list-sources";
import type { Source } from "./schema";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const two = {
  "skills/pdf/SKILL.md": skillText("pdf", "Do it."),
  "skills/pdf/scripts/run.sh": { runs: "#!/bin/sh\n" },
  "skills/notes/SKILL.md": skillText("notes", "Do it."),
  "README.md": "About.\n",
};

const outcomes = ({ report }: Source) =>
  Object.fromEntries((report?.entries ?? []).map(({ outcome, path }) => [path, outcome]));

const bodyOf = async (workspaceId: string, name: string) => {
  const { draft } = await db.skill.findFirstOrThrow({
    where: { workspaceId, name },
    select: { draft: true },
  });
  return draft?.body.trim();
};

describe("a first sync of a repository", () => {
  it("opens a draft for each skill, through an import, and pins the commit", async () => {
    const context = await aContext(db);
    const { url, head } = await aSkillRepository(two);
    const { sync } = await aSource(context, url);
    const synced = await sync();
    expect(synced).toMatchObject({ failure: null, isSyncing: false, conflicts: [] });
    expect(synced.synced?.revision).toBe(await head());
    expect(outcomes(synced)).toEqual({ "skills/notes": "new", "skills/pdf": "new" });
    const files = await db.draftFile.findMany({
      where: { workspaceId: context.workspace.id },
      orderBy: { path: "asc" },
    });
    expect(files.map(({ path, executable }) => [path, executable])).toEqual([
      ["SKILL.md", false],
      ["SKILL.md", false],
      ["scripts/run.sh", true],
    ]);
    const staged = await db.import.findUniqueOrThrow({ where: { id: synced.report?.importId ?? "" } });
    expect(staged).toMatchObject({ state: "done", sourceId: synced.id, revision: await head() });
    const actions = (await listAudit(context, {})).items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["source.created", "source.synced", "skill.imported"]));
  });

  it("lets what earlier imports left behind go in its time, as an upload does", async () => {
    const context = await aContext(db);
    const { url, commit } = await aSkillRepository(two);
    const { sync } = await aSource(context, url);
    const id = (await sync()).report?.importId ?? "";
    expect(await db.import.count({ where: { id } })).toBe(1);
    await commit({ "skills/pdf/SKILL.md": skillText("pdf", "Do it now.") });
    const later = new Date(Date.now() + 40 * 24 * 60 * 60_000);
    expect(await sync({}, { ...context, now: () => later })).toMatchObject({ failure: null });
    await vi.waitFor(async () => expect(await db.import.count({ where: { id } })).toBe(0), {
      timeout: 60_000,
    });
  });

  it("reads one folder, of a branch, a tag or a commit", async () => {
    const context = await aContext(db);
    const { url, git, commit, head } = await aSkillRepository(two);
    const old = await head();
    await git("-C", "work", "-c", "user.name=T", "-c", "user.email=t@e.org", "tag", "-a", "v1", "-m", "One");
    await git("-C", "work", "push", "-q", "origin", "v1");
    await commit({ "skills/pdf/SKILL.md": skillText("pdf", "Newer.") });
    for (const ref of ["v1", old]) {
      const { sync } = await aSource(await aContext(db), url, { ref, folder: "/skills/pdf/" });
      const synced = await sync();
      expect(synced.synced?.revision).toBe(old);
      expect(outcomes(synced)).toEqual({ ".": "new" });
    }
    const { sync } = await aSource(context, url, { ref: "main", folder: "skills" });
    expect(outcomes(await sync())).toEqual({ notes: "new", pdf: "new" });
    expect(await bodyOf(context.workspace.id, "pdf")).toBe("Newer.");
  });

  it("sends the token to the repository alone, and shows it nowhere", async () => {
    const context = await aContext(db);
    const remote = await aSkillRepository(two, {
      user: "ines:glpat-secret",
      meddle: ({ headers }, answer) => {
        if (headers.authorization || headers["user-agent"]?.startsWith("git/2")) return false;
        answer.writeHead(401).end();
        return true;
      },
    });
    const input = { name: "Private", url: remote.url, userName: "ines" };
    const { id } = await createSource(context, input);
    expect((await syncSource(context, { source: id })).failure?.kind).toBe("credentials");
    const edited = await editSource(context, { source: id, token: "glpat-secret" });
    expect(edited).toMatchObject({ hasToken: true, failure: null });
    const synced = await syncSource(context, { source: id });
    expect(synced.failure).toBeNull();
    expect(JSON.stringify([synced, await listAudit(context, {})])).not.toContain("glpat-secret");
    await expect(
      editSource(context, { source: id, url: "https://git.example.org/x.git" }),
    ).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });
});

describe("a sync again", () => {
  it("does nothing at the same commit, and updates only what is another text", async () => {
    const context = await aContext(db);
    const { url, commit } = await aSkillRepository(two);
    const { sync } = await aSource(context, url);
    const first = await sync();
    const imports = () => db.import.count({ where: { workspaceId: context.workspace.id } });
    expect((await sync()).report).toEqual(first.report);
    expect(await imports()).toBe(1);
    await commit({ "skills/pdf/SKILL.md": skillText("pdf", "Newer."), "skills/notes": null });
    const second = await sync();
    expect(outcomes(second)).toEqual({ "skills/pdf": "changed", "skills/notes": "gone" });
    expect(second.report?.entries[0]?.files).toEqual([{ path: "SKILL.md", change: "changed" }]);
    expect(await bodyOf(context.workspace.id, "pdf")).toBe("Newer.");
    expect(await bodyOf(context.workspace.id, "notes")).toBe("Do it.");
  });

  it("tells of each version which commit it is from", async () => {
    const context = await aContext(db);
    const { url, commit, head } = await aSkillRepository(two);
    const { source, sync } = await aSource(context, url);
    await sync();
    const first = await head();
    const where = { skill: { name: "pdf", workspaceId: context.workspace.id } };
    const { revision, digest } = await db.draft.findFirstOrThrow({ where });
    await publishSkill(context, { skill: "pdf", revision, digest, note: "One" });
    await commit({ "skills/pdf/SKILL.md": skillText("pdf", "Newer.") });
    await sync();
    await removeSource(context, { source: source.id });
    const { items } = await listSkillOrigins(context, { skill: "pdf" });
    expect(items.map(({ revision, versions, isDraft }) => [revision, versions, isDraft])).toEqual([
      [await head(), [], true],
      [first, [1], false],
    ]);
  });

  it("goes on with a skill that was renamed here", async () => {
    const context = await aContext(db);
    const { url, commit } = await aSkillRepository(two);
    const { sync } = await aSource(context, url);
    await sync();
    await db.skill.updateMany({
      where: { workspaceId: context.workspace.id, name: "pdf" },
      data: { name: "papers", nameKey: "papers" },
    });
    await commit({ "skills/pdf/SKILL.md": skillText("pdf", "Newer.") });
    expect((await sync()).report?.entries.find(({ outcome }) => outcome === "changed")?.skill).toBe("papers");
    expect(await bodyOf(context.workspace.id, "papers")).toBe("Newer.");
  });
});

describe("who may", () => {
  it("is another workspace's nobody, and an admin for everything but reading", async () => {
    const context = await aContext(db);
    const stranger = await aContext(db);
    const author = await aColleague(context, "author");
    const { url } = await aSkillRepository(two);
    const { source, sync } = await aSource(context, url);
    const its = { source: source.id };
    for (const act of [
      () => syncSource(stranger, its),
      () => editSource(stranger, { ...its, folder: "x" }),
      () => removeSource(stranger, its),
      () => getSourceConflict(stranger, { ...its, skill: "pdf" }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(sync({}, author)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await listSources(author)).map(({ id }) => id)).toEqual([source.id]);
    expect(await listSources(stranger)).toEqual([]);
  });

  it("loses a race with a word", async () => {
    const context = await aContext(db);
    const { url } = await aSkillRepository(two);
    const { source, sync } = await aSource(context, url);
    const leaseUntil = new Date(Date.now() + 60_000);
    await db.source.update({ where: { id: source.id }, data: { leaseUntil } });
    for (const act of [() => sync(), () => editSource(context, { source: source.id, folder: "x" })])
      await expect(act()).rejects.toMatchObject({ code: "CONFLICT" });
    const twin = createSource(context, { name: source.name, url });
    await expect(twin).rejects.toMatchObject({ code: "CONFLICT" });
    await removeSource(context, { source: source.id });
    await expect(removeSource(context, { source: source.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
