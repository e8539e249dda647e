import { describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource, editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { listContestedNames, listSkillPlaces } from "./list-skill-places";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const package1 = { "one/pdf/SKILL.md": skillText("pdf", "First.") };
const package2 = { "two/pdf/SKILL.md": skillText("pdf", "Second.") };

describe("listSkillPlaces", () => {
  it("says of two sources with one name which holds, and that the later one waits", async () => {
    const context = await aContext(db);
    const [one, two] = [await aSkillRepository(package1), await aSkillRepository(package2)];
    const first = await aSource(context, one.url, { name: "Team" });
    await first.sync();
    const second = await aSource(context, two.url, { name: "Vendor" });
    await second.sync();
    const { items } = await listSkillPlaces(context, { skill: "pdf" });
    expect(items.map(({ kind, name, path, state }) => [kind, name, path, state])).toEqual([
      ["source", "Team", "one/pdf", "holds"],
      ["source", "Vendor", "two/pdf", "waits"],
    ]);
    expect(items[0]?.why).toBe("The draft has exactly this text.");
    expect(items[1]?.why).toMatch(/somebody has to take it\.$/);
    await editHere(context, "pdf", skillText("pdf", "Mine."));
    const after = await listSkillPlaces(context, { skill: "pdf" });
    expect(after.items.map(({ name, state }) => [name, state])).toEqual([
      ["Team", "replaced"],
      ["Vendor", "waits"],
    ]);
  });

  it("tells which package of the same source is shadowed, and by which", async () => {
    const context = await aContext(db);
    const repository = await aSkillRepository({ ...package1, ...package2 });
    await (await aSource(context, repository.url, { name: "Team" })).sync();
    const { items } = await listSkillPlaces(context, { skill: "pdf" });
    expect(items.map(({ path, state }) => [path, state])).toEqual([
      ["one/pdf", "holds"],
      ["two/pdf", "shadowed"],
    ]);
    expect(items[1]?.why).toBe("one/pdf has the name pdf already, and comes first.");
  });

  it("tells of configured folders the one that comes first, and those behind it", async () => {
    const context = await aContext(db);
    const skillId = await aStoredSkill(context, triage);
    const workspaceId = context.workspace.id;
    const draft = await db.draft.findFirstOrThrow({ where: { skillId } });
    const origin = { workspaceId, root: "/srv/a", path: "triage", name: triage.name, digest: draft.digest };
    await db.skillOrigin.create({ data: { skillId, ...origin } });
    const entry = { skill: triage.name.toUpperCase(), notes: [], files: [] };
    const entries = [
      { ...entry, outcome: "duplicate", path: "/srv/b/triage", message: "/srv/a/triage comes first." },
      { ...entry, outcome: "duplicate", skill: "another", path: "/srv/b/x", message: "x" },
      { ...entry, outcome: "new", path: "/srv/a/triage", message: "" },
    ];
    const load = {
      trigger: "start",
      strict: false,
      loaded: 1,
      failed: 0,
      durationMs: 1,
      traceId: "0".repeat(32),
    };
    const shadowed = [{ skill: entry.skill, path: "/srv/b/triage", message: "/srv/a/triage comes first." }];
    await db.directoryLoad.create({ data: { workspaceId, entries, shadowed, ...load } });
    const { items } = await listSkillPlaces(context, { skill: triage.name });
    expect(items).toMatchObject([
      { kind: "folder", name: "/srv/a", path: "triage", state: "holds" },
      { kind: "folder", name: "/srv/b/triage", state: "shadowed", why: "/srv/a/triage comes first." },
    ]);
  });

  it("holds for no draft in which another file is executable, of a source as of a folder", async () => {
    const context = await aContext(db);
    const files = { ...package1, "one/pdf/run.sh": { runs: "echo hi\n" } };
    await (await aSource(context, (await aSkillRepository(files)).url, { name: "Team" })).sync();
    const states = async () =>
      (await listSkillPlaces(context, { skill: "pdf" })).items.map(({ kind, state }) => [kind, state]);
    expect(await states()).toEqual([["source", "holds"]]);
    const where = { skill: { name: "pdf", workspaceId: context.workspace.id } };
    const { skillId, digest, revision } = await db.draft.findFirstOrThrow({ where });
    const origin = { workspaceId: context.workspace.id, root: "/srv", path: "pdf", name: "pdf", digest };
    await db.skillOrigin.create({ data: { skillId, ...origin, executables: ["run.sh"] } });
    const changes = [{ op: "set-executable" as const, path: "run.sh", executable: false }];
    await changeDraft(context, { skill: "pdf", baseRevision: revision, changes });
    expect(await states()).toEqual([
      ["source", "replaced"],
      ["folder", "replaced"],
    ]);
    await db.skillOrigin.update({ where: { skillId }, data: { executables: [] } });
    expect(await states()).toEqual([
      ["folder", "holds"],
      ["source", "replaced"],
    ]);
  });

  it("reads no report, however long those of the sources are", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const asked: unknown[] = [];
    const listening = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(of, key) {
          const value: unknown = Reflect.get(of, key);
          if (typeof value !== "function")
            return typeof value === "object" && value ? listening(value) : value;
          return (...given: unknown[]) => {
            asked.push({ key, given });
            return Reflect.apply(value, of, given);
          };
        },
      });
    await listSkillPlaces({ ...context, db: listening(db) }, { skill: triage.name });
    const text = JSON.stringify(asked);
    expect(text).toContain("shadowed");
    expect(text).not.toMatch(/"(?:report|entries)":true/);
  });

  it("has none for a skill that was written here, and is NOT_FOUND elsewhere", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    expect(await listSkillPlaces(context, { skill: triage.name })).toEqual({ items: [] });
    await expect(listSkillPlaces(await aContext(db), { skill: triage.name })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("listContestedNames", () => {
  it("lists the names that more than one place has, and no others", async () => {
    const context = await aContext(db);
    const notes = { "notes/SKILL.md": skillText("notes", "Alone.") };
    const one = await aSkillRepository({ ...package1, ...notes });
    const two = await aSkillRepository(package2);
    await (await aSource(context, one.url, { name: "Team" })).sync();
    await (await aSource(context, two.url, { name: "Vendor" })).sync();
    const { total, items } = await listContestedNames(context);
    expect(total).toBe(1);
    expect(items.map(({ skill, places }) => [skill, places.map(({ name, state }) => [name, state])])).toEqual(
      [
        [
          "pdf",
          [
            ["Team", "holds"],
            ["Vendor", "waits"],
          ],
        ],
      ],
    );
    expect(items[0]?.places).toEqual((await listSkillPlaces(context, { skill: "pdf" })).items);
    expect(await listContestedNames(await aContext(db))).toEqual({ total: 0, items: [] });
  });
});
