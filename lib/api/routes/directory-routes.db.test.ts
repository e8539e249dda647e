import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  directoriesSchema,
  directoryChangesSchema,
  directoryLoadSchema,
} from "@/lib/imports/directory-schema";
import { skillDetailSchema } from "@/lib/library/skill-schema";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { writeFiles } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { setEnvironment } from "@/lib/testing/set-environment";

const { db } = testDatabase();
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "greenroom-directories-")));
const file = path.join(folder, "greenroom.yaml");
setEnvironment({ GREENROOM_CONFIG: file });
const context = await aContext(db);
const operator = await aContext(db, { isOperator: true });
const admin = await sessionCookie(context);
const operators = await sessionCookie(operator);
const base = `/workspaces/${context.workspace.slug}/directories`;
const configure = (text: string) => writeFileSync(file, text);
configure(`skills:\n  paths: [skills, gone]\n  workspace: ${context.workspace.slug}\n`);
writeFiles(folder, { "skills/a/SKILL.md": skillText("a"), "skills/b/SKILL.md": skillText("b") });
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function ask<T extends z.ZodType>(schema: T, method: string, address: string, body?: unknown) {
  const response = await callApi(method, address, { cookie: admin, ...(body === undefined ? {} : { body }) });
  return schema.parse(await response.json());
}
const problemSchema = z.object({ status: z.number(), code: z.string(), detail: z.string() });
const outcomes = ({
  entries,
}: z.infer<typeof directoryChangesSchema> | z.infer<typeof directoryLoadSchema>) =>
  entries.map(({ outcome, skill }) => `${skill}: ${outcome}`);

describe("directories", () => {
  it("answer what is configured and that nothing was read yet", async () => {
    expect(await ask(directoriesSchema, "get", base)).toEqual({
      configured: true,
      source: file,
      strict: false,
      paths: [
        { path: path.join(folder, "skills"), state: "found", skills: 0, include: [], exclude: [] },
        { path: path.join(folder, "gone"), state: "missing", skills: 0, include: [], exclude: [] },
      ],
      waiting: [],
      lastLoad: null,
      problem: null,
    });
  });

  it("say what a reading would do, write nothing, and then do exactly that", async () => {
    const changes = await ask(directoryChangesSchema, "get", `${base}/changes`);
    expect(outcomes(changes)).toEqual(["a: new", "b: new", "null: failed"]);
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
    const report = await ask(directoryLoadSchema, "post", `${base}/reads`, {
      fingerprint: changes.fingerprint,
    });
    expect(outcomes(report)).toEqual(outcomes(changes));
    expect(await ask(directoriesSchema, "get", base)).toMatchObject({
      lastLoad: report,
      paths: [{ skills: 2 }, { skills: 0 }],
    });
    const skill = await ask(skillDetailSchema, "get", `/workspaces/${context.workspace.slug}/skills/a`);
    expect(skill.origin?.path).toBe(path.join(folder, "skills/a"));
  });

  it("refuse to do what nobody looked at: the disk has moved on", async () => {
    const { fingerprint } = await ask(directoryChangesSchema, "get", `${base}/changes`);
    writeFiles(folder, { "skills/a/SKILL.md": skillText("a", "Newer\n") });
    const problem = await ask(problemSchema, "post", `${base}/reads`, { fingerprint });
    expect(problem).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(outcomes(await ask(directoryChangesSchema, "get", `${base}/changes`))).toContain("a: changed");
  });

  it("show a configuration that cannot be used, why to its operators alone, and read nothing by it", async () => {
    configure("skills:\n  path: [skills]\n");
    const reason = `${file}:2:3: skills.path: Extra inputs are not permitted`;
    const where = `/workspaces/${operator.workspace.slug}/directories`;
    const shown = await callApi("get", where, { cookie: operators });
    expect(directoriesSchema.parse(await shown.json())).toMatchObject({ configured: false, problem: reason });
    const message =
      "The server's configuration file cannot be used. Its operators find the reason on this page.";
    expect(await ask(directoriesSchema, "get", base)).toMatchObject({ configured: false, problem: message });
    expect(await ask(problemSchema, "post", `${base}/reads`, {})).toMatchObject({
      status: 409,
      detail: message,
    });
    expect(await ask(problemSchema, "get", `${base}/changes`)).toMatchObject({
      status: 409,
      detail: message,
    });
    configure(`skills:\n  paths: [skills, gone]\n  workspace: ${context.workspace.slug}\n`);
  });

  it("of another workspace are not shown and not read", async () => {
    const other = await aContext(db);
    const cookie = await sessionCookie(other);
    const theirs = `/workspaces/${other.workspace.slug}/directories`;
    const shown = await (await callApi("get", theirs, { cookie })).text();
    expect(directoriesSchema.parse(JSON.parse(shown))).toMatchObject({
      configured: false,
      paths: [],
      lastLoad: null,
    });
    expect(shown).not.toContain(folder);
    expect((await callApi("post", `${theirs}/reads`, { cookie, body: {} })).status).toBe(409);
    expect((await callApi("get", base, { cookie })).status).toBe(404);
  });

  it("of several workspaces are each shown and read in their own, and what waits is told to operators", async () => {
    const other = await aContext(db);
    const slugs = [context, other].map(({ workspace }) => workspace.slug);
    writeFiles(folder, { "theirs/c/SKILL.md": skillText("c"), "theirs/d/SKILL.md": skillText("d") });
    configure(
      `skills:\n  folders:\n    - {workspace: ${slugs[0]}, paths: [skills]}\n    - {workspace: ${slugs[1]}, paths: [theirs], exclude: [d]}\n    - {workspace: nobodys, paths: [gone]}\n`,
    );
    const cookie = await sessionCookie(other);
    const theirs = `/workspaces/${slugs[1]}/directories`;
    const shown = await (await callApi("get", theirs, { cookie })).text();
    expect(directoriesSchema.parse(JSON.parse(shown))).toMatchObject({
      configured: true,
      paths: [{ path: path.join(folder, "theirs"), include: [], exclude: ["d"] }],
      waiting: [],
    });
    for (const hidden of [path.join(folder, "skills"), slugs[0], "nobodys"])
      expect(shown).not.toContain(hidden);
    const report = await (await callApi("post", `${theirs}/reads`, { cookie, body: {} })).json();
    expect(outcomes(directoryLoadSchema.parse(report))).toEqual(["c: new"]);
    expect((await ask(directoriesSchema, "get", base)).paths).toMatchObject([
      { path: path.join(folder, "skills") },
    ]);
    expect(outcomes(await ask(directoryChangesSchema, "get", `${base}/changes`))).not.toContain("c: new");
    const where = `/workspaces/${operator.workspace.slug}/directories`;
    const told = await callApi("get", where, { cookie: operators });
    expect(directoriesSchema.parse(await told.json())).toMatchObject({
      configured: false,
      waiting: [{ workspace: "nobodys", place: `${file}:5:8` }],
    });
    configure(`skills:\n  paths: [skills, gone]\n  workspace: ${context.workspace.slug}\n`);
  });

  it("are read by admins only; everybody sees the report", async () => {
    const cookie = await sessionCookie(await aColleague(context, "reviewer"));
    const statusOf = async (method: string, address: string, body?: unknown) =>
      (await callApi(method, address, { cookie, ...(body ? { body } : {}) })).status;
    expect(await statusOf("get", base)).toBe(200);
    expect(await statusOf("get", `${base}/changes`)).toBe(403);
    expect(await statusOf("post", `${base}/reads`, {})).toBe(403);
  });
});
