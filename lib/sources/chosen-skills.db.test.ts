import { describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { readDraft } from "@/lib/library/drafts/read-draft";
import { sha256 } from "@/lib/platform/crypto";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource, editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { anArtifact, aRegistry } from "@/lib/testing/servers/registry";
import { aWebServer } from "@/lib/testing/servers/web-server";
import { plain, zipOf } from "@/lib/testing/uploads";
import { createSource } from "./commands/create-source";
import { editSource } from "./commands/edit-source";
import { pushVersion } from "./commands/push-version";
import { getVersionPush } from "./get-version-push";
import type { Source } from "./schema";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const outcomes = ({ report }: Source) =>
  Object.fromEntries((report?.entries ?? []).map(({ outcome, path }) => [path, outcome]));
const draftPaths = async (workspaceId: string) =>
  (await db.draftFile.findMany({ where: { workspaceId } })).map(({ path }) => path).sort();

const tree = {
  "tools/pdf/SKILL.md": skillText("pdf"),
  "tools/pdf/logo.psd": "art",
  "tools/logs/SKILL.md": skillText("log-search"),
  "drafts/new/SKILL.md": skillText("new"),
};
const asked = { include: ["tools/*", "log-*"], exclude: ["*.psd", "**/drafts"] };
const index = "/team/.well-known/agent-skills";

/** The same tree, wherever a source may lie. */
const remotes = {
  git: async () => (await aSkillRepository(tree)).url,
  archive: async () => {
    const server = await aWebServer({ "/a.zip": await zipOf({ repo: tree }) });
    return `${server.origin}/a.zip`;
  },
  oci: async () => {
    const layer = await zipOf({
      "tools/pdf": { ...plain("pdf"), "logo.psd": "art" },
      "tools/logs": plain("log-search"),
      "drafts/new": plain("new"),
    });
    return (await aRegistry("meridian/skills", { latest: anArtifact([{ bytes: layer }]) })).url;
  },
};

describe.each([
  ["git", remotes.git],
  ["archive", remotes.archive],
  ["oci", remotes.oci],
] as const)("of a source of kind %s", (kind, open) => {
  it("only those skills are taken that its patterns ask for, by folder and by name", async () => {
    const context = await aContext(db);
    const { source, sync } = await aSource(context, await open(), { kind, ...asked });
    expect(source).toMatchObject(asked);
    const synced = await sync();
    expect(synced.failure).toBeNull();
    expect(outcomes(synced)).toEqual({ "tools/logs": "new", "tools/pdf": "new" });
    expect(await draftPaths(context.workspace.id)).toEqual(["SKILL.md", "SKILL.md"]);
    const byName = await aSource(await aContext(db), await open(), { kind, include: ["log-*"] });
    expect(outcomes(await byName.sync())).toEqual({ "tools/logs": "new" });
    const without = await aSource(await aContext(db), await open(), { kind, exclude: ["log-search"] });
    expect(outcomes(await without.sync())).toEqual({ "drafts/new": "new", "tools/pdf": "new" });
  });

  it("patterns that are edited hold at the next sync, though nothing there is new", async () => {
    const context = await aContext(db);
    const { source, sync } = await aSource(context, await open(), { kind, include: ["tools/pdf"] });
    expect(outcomes(await sync())).toEqual({ "tools/pdf": "new" });
    await editSource(context, { source: source.id, include: ["tools/*"], exclude: ["*.psd"] });
    expect(outcomes(await sync())).toEqual({ "tools/logs": "new", "tools/pdf": "changed" });
    await editSource(context, { source: source.id, include: ["tools/logs"] });
    expect(outcomes(await sync())).toEqual({ "tools/logs": "unchanged", "tools/pdf": "gone" });
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(2);
  });

  it("patterns that leave none change nothing, and say so", async () => {
    const context = await aContext(db);
    const { source, sync } = await aSource(context, await open(), { kind });
    const before = (await sync()).report;
    await editSource(context, { source: source.id, include: ["elsewhere/*"] });
    const failed = await sync();
    expect(failed).toMatchObject({
      failure: { kind: "none-chosen", message: expect.stringMatching(/^Its patterns leave no skill of it/) },
    });
    expect(failed.report).toEqual(before);
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(3);
  });
});

describe("of an index", () => {
  const entry = (name: string, bytes: string | Uint8Array, url: string) => ({
    name,
    type: url.endsWith(".zip") ? "archive" : "skill-md",
    description: `Does ${name}.`,
    url,
    digest: `sha256:${sha256(bytes)}`,
  });
  const $schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
  async function anIndex() {
    const [notes, zip] = [skillText("notes"), await zipOf({ pdf: { ...plain("pdf"), "logo.psd": "art" } })];
    const skills = [entry("notes", notes, "notes/SKILL.md"), entry("pdf", zip, "pdf.zip")];
    const server = await aWebServer({
      [`${index}/index.json`]: JSON.stringify({ $schema, skills }),
      [`${index}/notes/SKILL.md`]: notes,
      [`${index}/pdf.zip`]: zip,
    });
    const fetched = () => server.seen.splice(0).map(({ path }) => path.slice(index.length + 1));
    return { url: `${server.origin}/team`, fetched };
  }

  it("what is not chosen by its listed name is not fetched", async () => {
    const { url, fetched } = await anIndex();
    const only = await aSource(await aContext(db), url, { kind: "well-known", include: ["no*"] });
    expect(outcomes(await only.sync())).toEqual({ notes: "new" });
    expect(fetched()).toEqual(["index.json", "notes/SKILL.md"]);
    const without = await aSource(await aContext(db), url, { kind: "well-known", exclude: ["notes"] });
    expect(outcomes(await without.sync())).toEqual({ pdf: "new" });
    expect(fetched()).toEqual(["index.json", "pdf.zip"]);
    const none = await aSource(await aContext(db), url, { kind: "well-known", include: ["x"] });
    expect(await none.sync()).toMatchObject({ failure: { kind: "none-chosen" }, report: null });
    expect(fetched()).toEqual(["index.json"]);
  });

  it("kept parts are forgotten with the patterns by which they were read", async () => {
    const context = await aContext(db);
    const { url, fetched } = await anIndex();
    const { source, sync } = await aSource(context, url, { kind: "well-known" });
    await sync();
    expect(await draftPaths(context.workspace.id)).toEqual(["SKILL.md", "SKILL.md", "logo.psd"]);
    fetched();
    await editSource(context, { source: source.id, exclude: ["*.psd"] });
    expect(outcomes(await sync())).toEqual({ notes: "unchanged", pdf: "changed" });
    expect(fetched()).toEqual(["index.json", "notes/SKILL.md", "pdf.zip"]);
    expect(await draftPaths(context.workspace.id)).toEqual(["SKILL.md", "SKILL.md"]);
    await editSource(context, { source: source.id, exclude: ["*.psd"], name: "Renamed" });
    await sync();
    expect(fetched(), "the same patterns again forget nothing").toEqual(["index.json"]);
  });
});

describe("patterns of a source", () => {
  it("are told in the audit trail, and refused where they would keep a matcher busy", async () => {
    const context = await aContext(db);
    const input = { name: "A", url: "https://git.example.org/a.git" };
    await expect(createSource(context, { ...input, include: ["{a,b}"] })).rejects.toMatchObject({
      issues: [{ path: ["include", 0] }],
    });
    const { id } = await createSource(context, { ...input, ...asked });
    await editSource(context, { source: id, exclude: [] });
    const [edited, created] = (await listAudit(context, {})).items;
    expect(created?.detail).toMatchObject(asked);
    expect(edited?.detail).toMatchObject({ include: asked.include, exclude: [], changed: ["exclude"] });
  });

  it("leave what they keep out as it is there when a version is pushed back", async () => {
    const context = await aContext(db);
    const remote = await aSkillRepository(tree);
    const { source, sync } = await aSource(context, remote.url, {
      ...asked,
      token: "glpat-0123456789abcdef",
    });
    await sync();
    await editHere(context, "pdf", skillText("pdf", "Mine."));
    const { revision, digest } = await readDraft(context, "pdf");
    await publishSkill(context, { skill: "pdf", revision, digest, note: "Shorter." });
    const wanted = { source: source.id, skill: "pdf", number: 1 };
    const { commit, files } = await getVersionPush(context, wanted);
    expect(files).toEqual([{ path: "tools/pdf/SKILL.md", change: "changed" }]);
    await pushVersion(context, { ...wanted, commit: commit ?? "" });
    const git = (...args: string[]) => remote.git("-C", "skills.git", ...args);
    expect(await git("show", "greenroom/pdf-v1:tools/pdf/logo.psd")).toBe("art");
    expect(await git("diff", "--name-only", "main", "greenroom/pdf-v1")).toBe("tools/pdf/SKILL.md\n");
  });
});
