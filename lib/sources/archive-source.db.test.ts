import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { writeTarGz } from "@/lib/bundles/write-tar";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { aWebServer } from "@/lib/testing/servers/web-server";
import { packed, plain, zipOf } from "@/lib/testing/uploads";
import { createSource } from "./commands/create-source";
import { editSource } from "./commands/edit-source";
import { syncSource } from "./commands/sync-source";
import { listSkillOrigins } from "./list-skill-origins";
import type { Source } from "./schema";

allowLocalServers();
const { db } = testDatabase();
const archive = { kind: "archive" } as const;

const outcomes = ({ report }: Source) =>
  Object.fromEntries((report?.entries ?? []).map(({ outcome, path }) => [path, outcome]));

describe("an archive at an address", () => {
  it.each([
    [
      "zip",
      () =>
        zipOf({ "skills-main": { "pdf/SKILL.md": plain("pdf")["SKILL.md"] ?? "", "README.md": "About" } }),
    ],
    [
      "tar.gz",
      () =>
        buffer(
          writeTarGz(packed({ "skills-main": { "pdf/SKILL.md": plain("pdf")["SKILL.md"] ?? "" } }), {
            layout: "folder",
          }),
        ),
    ],
  ])(
    "as a %s opens drafts, without the folder that hosts wrap it in, and pins its digest",
    async (_, pack) => {
      const context = await aContext(db);
      const bytes = await pack();
      const { origin } = await aWebServer({ "/skills": bytes });
      const { sync } = await aSource(context, `${origin}/skills`, archive);
      const synced = await sync();
      expect(synced).toMatchObject({ kind: "archive", failure: null, synced: { revision: sha256(bytes) } });
      expect(outcomes(synced)).toEqual({ pdf: "new" });
      const { items } = await listSkillOrigins(context, { skill: "pdf" });
      expect(items).toMatchObject([{ revision: sha256(bytes), path: "pdf", isDraft: true }]);
    },
  );

  it("may have a query, and is asked for with a token as GitLab's API takes it", async () => {
    const context = await aContext(db);
    const path = "/api/v4/projects/7/repository/archive.zip?sha=main&path=skills";
    const { origin, seen } = await aWebServer({ [path]: await zipOf({ pdf: plain("pdf") }) });
    const { sync } = await aSource(context, `${origin}${path}`, { ...archive, token: "glpat-1" });
    expect((await sync()).failure).toBeNull();
    expect(seen).toEqual([{ path, authorization: "Bearer glpat-1" }]);
  });

  it.each([
    "private_token=abc",
    "sha=main&access_token=abc",
    "job-token=abc",
    "X-Amz-Signature=abc",
    "sig=abc",
    "key=abc",
    "q=ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "q=eyJhbGciOi.eyJzdWIi",
  ])("has no secret in its query: %s", async (query) => {
    const context = await aContext(db);
    const url = `https://git.example.org/a.zip?${query}`;
    const refused = { code: "UNPROCESSABLE", message: expect.stringMatching(/has a secret in it/) };
    await expect(createSource(context, { ...archive, name: "A", url })).rejects.toMatchObject(refused);
    const { source } = await aSource(context, "https://git.example.org/a.zip", archive);
    await expect(editSource(context, { source: source.id, url })).rejects.toMatchObject(refused);
    await expect(
      createSource(context, { name: "B", url: "https://git.example.org/a?b=c" }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    const told = await db.audit.findMany({ where: { workspaceId: context.workspace.id } });
    expect(JSON.stringify(told.map(({ detail }) => detail))).not.toContain(query);
  });

  it("is asked for again by its tag, read again only when it is another one, and follows what changed", async () => {
    const context = await aContext(db);
    let bytes = await zipOf({ pdf: plain("pdf"), notes: plain("notes") });
    const asked: (string | undefined)[] = [];
    const { origin } = await aWebServer({
      "/skills.zip": (answer, headers) => {
        asked.push(headers["if-none-match"]);
        const etag = `"${sha256(bytes).slice(0, 8)}"`;
        if (headers["if-none-match"] === etag) answer.writeHead(304).end();
        else answer.writeHead(200, { etag }).end(bytes);
      },
    });
    const { sync } = await aSource(context, `${origin}/skills.zip`, archive);
    const first = await sync();
    const again = await sync();
    expect(again).toMatchObject({ failure: null, synced: { revision: sha256(bytes) } });
    expect(again.report).toEqual(first.report);
    const tag = `"${sha256(bytes).slice(0, 8)}"`;
    bytes = await zipOf({ pdf: plain("pdf", "Do it now.\n") });
    expect(outcomes(await sync())).toEqual({ pdf: "changed", notes: "gone" });
    expect(asked).toEqual([undefined, tag, tag]);
  });

  it("of one folder, or of one digest, is that and nothing else", async () => {
    const context = await aContext(db);
    const bytes = await zipOf({
      repo: { "tools/pdf/SKILL.md": "---\nname: pdf\ndescription: A.\n---\n", "a.md": "A" },
    });
    const { origin, pages } = await aWebServer({ "/a.zip": bytes });
    const ref = `sha256:${sha256(bytes)}`;
    const { source, sync } = await aSource(context, `${origin}/a.zip`, { ...archive, ref, folder: "tools" });
    expect(source.ref).toBe(sha256(bytes));
    expect(outcomes(await sync())).toEqual({ pdf: "new" });
    pages["/a.zip"] = await zipOf({ pdf: plain("pdf", "Other.\n") });
    const other = await sync();
    expect(other).toMatchObject({ failure: { kind: "other-digest" }, synced: { revision: sha256(bytes) } });
    const none = await editSource(context, { source: source.id, ref: "", folder: "nowhere" });
    expect((await syncSource(context, { source: none.id })).failure?.kind).toBe("no-such-folder");
  });

  it("may lie on another host of whoever gives it, which is not told the token", async () => {
    const context = await aContext(db);
    const there = await aWebServer({ "/x.zip": await zipOf({ pdf: plain("pdf") }) });
    const here = await aWebServer({
      "/a.zip": (answer) => answer.writeHead(302, { location: `${there.origin}/x.zip` }).end(),
    });
    const { id } = await createSource(context, {
      ...archive,
      name: "A",
      url: `${here.origin}/a.zip`,
      token: "secret",
    });
    expect(await syncSource(context, { source: id })).toMatchObject({ failure: null, hasToken: true });
    expect(here.seen[0]?.authorization).toMatch(/^Basic /);
    expect(there.seen).toEqual([{ path: "/x.zip", authorization: undefined }]);
  });
});

describe("what is no such archive", () => {
  it.each([
    ["a page", "not-archive", "<html>"],
    ["cut short", "bad-archive", new Uint8Array([0x50, 0x4b, 3, 4, 0])],
    ["gone", "not-found", undefined],
    ["without skills", "no-skills", () => zipOf({ docs: { "a.md": "A" } })],
    ["out of its folder", "bad-archive", climbing],
  ] as const)("is told where it is %s, and changes nothing", async (_, kind, page) => {
    const context = await aContext(db);
    const { origin } = await aWebServer(
      page === undefined ? {} : { "/a.zip": typeof page === "function" ? await page() : page },
    );
    const { sync } = await aSource(context, `${origin}/a.zip`, archive);
    const synced = await sync();
    expect(synced).toMatchObject({ failure: { kind }, synced: null, report: null });
    expect(synced.failure?.message).not.toBe("");
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it.each([
    ["to the machine itself", "https://[::1]:1/", "address"],
    ["to where clouds keep their secrets", "http://169.254.169.254/latest/meta-data/", "address"],
    ["to another scheme", "file:///etc/passwd", "redirect"],
  ])("is not followed %s", async (_, location, kind) => {
    const context = await aContext(db);
    const { origin } = await aWebServer({
      "/a.zip": (answer) => answer.writeHead(302, { location }).end(),
    });
    const { sync } = await aSource(context, `${origin}/a.zip`, archive);
    expect((await sync()).failure?.kind).toBe(kind);
  });

  it("is not asked for by a name that means this machine, whatever it meant before", async () => {
    const context = await aContext(db);
    const { port, seen } = await aWebServer({ "/a.zip": await zipOf({ pdf: plain("pdf") }) });
    const { sync } = await aSource(context, `https://localhost:${port}/a.zip`, archive);
    expect((await sync()).failure?.kind).toBe("address");
    expect(seen).toEqual([]);
  });

  it.each([
    [{ ref: "main" }, /sha256 digest/],
    [{ kind: "well-known", ref: "main" }, /no branch/],
    [{ kind: "well-known", folder: "skills" }, /no folders/],
  ] as const)("is not stored with %j", async (place, words) => {
    const context = await aContext(db);
    const input = { ...archive, name: "A", url: "https://skills.example/a.zip", ...place };
    await expect(createSource(context, input)).rejects.toThrow(words);
    const { id } = await createSource(context, { ...input, ref: "", folder: "" });
    const { kind: _, name: __, url: ___, ...change } = { ...input };
    await expect(editSource(context, { source: id, ...change })).rejects.toThrow(words);
  });
});

/** A zip whose only file has a name that leaves the archive, as no packer writes it. */
async function climbing(): Promise<Uint8Array> {
  const zip = Buffer.from(await zipOf({ aa: { "SKILL.md": plain("pdf")["SKILL.md"] ?? "" } }));
  return Buffer.from(zip.toString("latin1").replaceAll("aa/SKILL.md", "../SKILL.md"), "latin1");
}
