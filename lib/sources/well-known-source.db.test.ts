import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { deliveryDoor } from "@/lib/api/delivery-door";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSource } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { aPackage, skillText } from "@/lib/testing/packages";
import { onLoopback } from "@/lib/testing/servers/git-on-loopback";
import { aWebServer } from "@/lib/testing/servers/web-server";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { plain, zipOf } from "@/lib/testing/uploads";
import type { Source } from "./schema";

allowLocalServers();
const { db } = testDatabase();
const wellKnown = { kind: "well-known" } as const;
const path = "/team/.well-known/agent-skills/index.json";
const schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

type Entry = Partial<Record<"name" | "type" | "description" | "url" | "digest", string>>;
const listed = (name: string, bytes: string | Uint8Array, more: Entry = {}): Entry => ({
  name,
  type: "skill-md",
  description: `Does ${name}.`,
  url: `${name}/SKILL.md`,
  digest: `sha256:${sha256(bytes)}`,
  ...more,
});
const indexOf = (skills: readonly unknown[]) => JSON.stringify({ $schema: schema, skills });
const at = (name: string) => `/team/.well-known/agent-skills/${name}`;

const said = ({ report }: Source) =>
  Object.fromEntries(
    (report?.entries ?? []).map(({ outcome, path, message }) => [path, `${outcome} ${message}`.trim()]),
  );

describe("an index of skills", () => {
  it("opens a draft for each, of both types, named from here or by a whole address", async () => {
    const context = await aContext(db);
    const [notes, zip] = [
      skillText("notes"),
      await zipOf({ ".": {}, pdf: { ...plain("pdf"), "a.md": "A" } }),
    ];
    const server = await aWebServer({ [at("notes/SKILL.md")]: notes, "/files/pdf.zip": zip });
    server.pages[path] = indexOf([
      listed("notes", notes),
      listed("pdf", zip, { type: "archive", url: `${server.origin}/files/pdf.zip` }),
    ]);
    const { sync } = await aSource(context, `${server.origin}/team`, wellKnown);
    const synced = await sync();
    expect(synced).toMatchObject({ failure: null, synced: { revision: sha256(String(server.pages[path])) } });
    expect(said(synced)).toEqual({ notes: "new", pdf: "new" });
    const files = await db.draftFile.findMany({ where: { workspaceId: context.workspace.id } });
    expect(files.map((file) => file.path).sort()).toEqual(["SKILL.md", "SKILL.md", "a.md"]);
    expect((await sync()).report).toEqual(synced.report);
    expect(server.seen.filter((asked) => asked.path !== path)).toHaveLength(2);
  });

  it("names each entry that cannot be used, takes the others, and tries those again", async () => {
    const context = await aContext(db);
    const [notes, pdf] = [skillText("notes"), skillText("pdf")];
    const two = await zipOf({ a: plain("a"), b: plain("b") });
    const { origin, pages } = await aWebServer({
      [at("notes/SKILL.md")]: notes,
      [at("pdf/SKILL.md")]: pdf,
      [at("two.zip")]: two,
      [at("page.zip")]: "<html>",
      [at("big/SKILL.md")]: (answer) => answer.writeHead(403).end(),
    });
    pages[path] = indexOf([
      listed("pdf", "another"),
      listed("two", two, { type: "archive", url: "two.zip" }),
      listed("page", "<html>", { type: "archive", url: "page.zip" }),
      listed("gone", "x"),
      listed("big", "x"),
      listed("else", "x", { url: "https://elsewhere.example/SKILL.md" }),
      { name: "half" },
      listed("notes", notes),
    ]);
    const { sync } = await aSource(context, `${origin}/team`, wellKnown);
    const synced = await sync();
    expect(synced.failure).toBeNull();
    expect(said(synced)).toEqual({
      pdf: "failed pdf: What is at its address is not what its digest says.",
      two: "failed two: Its archive has several skills; an entry is for one.",
      page: expect.stringMatching(/^failed page: The archive of page is neither a zip/),
      gone: expect.stringMatching(/^failed gone: .*nothing at this address/),
      big: expect.stringMatching(/^failed big: /),
      else: "failed else: It lies on another host than the index, which is not asked.",
      half: "failed half: Its entry is not as the format wants it: type, description, url, digest.",
      notes: "new",
    });
    pages[path] = indexOf([listed("pdf", pdf), listed("notes", notes)]);
    expect(said(await sync())).toEqual({ pdf: "new", notes: "unchanged" });
  });

  it("fetches what was unchanged no more, however often one bad entry is tried again", async () => {
    const context = await aContext(db);
    const notes = skillText("notes");
    const zip = await zipOf({ pdf: { ...plain("pdf"), "run.sh": "true\n" } }, ["run.sh"]);
    const { origin, pages, seen } = await aWebServer({
      [at("notes/SKILL.md")]: notes,
      [at("pdf.zip")]: zip,
      [at("bad/SKILL.md")]: "x",
    });
    const good = [listed("notes", notes), listed("pdf", zip, { type: "archive", url: "pdf.zip" })];
    pages[path] = indexOf([...good, listed("bad", "another")]);
    const { sync } = await aSource(context, `${origin}/team`, wellKnown);
    const first = await sync();
    expect(said(first)).toMatchObject({ notes: "new", pdf: "new", bad: expect.stringMatching(/^failed/) });
    const asked = () => seen.splice(0).map((one) => one.path);
    asked();
    const second = await sync();
    expect(asked()).toEqual([path, at("bad/SKILL.md")]);
    expect(said(second)).toMatchObject({ notes: "unchanged", pdf: "unchanged" });
    const notesOf = ({ report }: Source) => report?.entries.map((entry) => entry.notes);
    expect(notesOf(second)).toEqual(notesOf(first));
    const newer = skillText("notes", "Newer.");
    pages[at("notes/SKILL.md")] = newer;
    pages[path] = indexOf([listed("notes", newer), ...good.slice(1)]);
    expect(said(await sync())).toEqual({ notes: "changed", pdf: "unchanged" });
    expect(asked()).toEqual([path, at("notes/SKILL.md")]);
    const files = await db.draftFile.findMany({
      where: { workspaceId: context.workspace.id, executable: true },
    });
    expect(files.map((file) => file.path)).toEqual(["run.sh"]);
  });

  it("is given up on when it drips, instead of holding the turn of others", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const context = await aContext(db);
    const names = Array.from({ length: 20 }, (_, at) => `skill-${at}`);
    const { origin, pages, seen } = await aWebServer({});
    for (const name of names)
      pages[at(`${name}/SKILL.md`)] = (answer) => {
        vi.advanceTimersByTime(20_000);
        answer.end(skillText(name));
      };
    pages[path] = indexOf(names.map((name) => listed(name, skillText(name))));
    const { sync } = await aSource(context, `${origin}/team`, wellKnown);
    expect(await sync()).toMatchObject({ failure: { kind: "timeout" }, report: null });
    expect(seen.length).toBeLessThan(5);
    pages[path] = (answer) => {
      answer.write("{");
      setTimeout(() => {
        vi.advanceTimersByTime(40_000);
        answer.write(" ");
      }, 20);
    };
    expect(await sync()).toMatchObject({ failure: { kind: "timeout" } });
  });

  it("is not said to have lost a skill whose entry cannot be used this time", async () => {
    const context = await aContext(db);
    const notes = skillText("notes");
    const { origin, pages } = await aWebServer({ [at("notes/SKILL.md")]: notes });
    pages[path] = indexOf([listed("notes", notes)]);
    const { sync } = await aSource(context, `${origin}/team`, wellKnown);
    await sync();
    pages[path] = indexOf([listed("notes", "newer")]);
    expect(said(await sync())).toEqual({ notes: expect.stringMatching(/^failed/) });
    pages[path] = indexOf([listed("notes", notes, { description: "The same." })]);
    expect(said(await sync())).toEqual({ notes: "unchanged" });
  });

  it.each([
    ["of nobody, though its host has one", "not-found", null],
    ["that is a page", "not-index", "<html>"],
    ["of before", "old-index", JSON.stringify({ skills: [] })],
    ["of 5 MB", "huge-index", indexOf([listed("a", "a", { description: "x".repeat(5_000_000) })])],
    ["that lists nothing", "no-skills", indexOf([])],
    ["that breaks off half-way", "unreachable", "break"],
  ] as const)("%s changes nothing", async (_, kind, page) => {
    const context = await aContext(db);
    const { origin, pages } = await aWebServer({ "/.well-known/agent-skills/index.json": indexOf([]) });
    const [notes, pdf] = [skillText("notes"), skillText("pdf")];
    pages[at("notes/SKILL.md")] = notes;
    pages[at("pdf/SKILL.md")] = (answer) => {
      answer.writeHead(200, { "content-length": "1000" });
      answer.write("short");
      answer.socket?.end();
    };
    if (page !== null)
      pages[path] = page === "break" ? indexOf([listed("notes", notes), listed("pdf", pdf)]) : page;
    const { sync } = await aSource(context, `${origin}/team`, wellKnown);
    expect(await sync()).toMatchObject({ failure: { kind }, synced: null, report: null });
    expect(await db.skill.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
    expect(await db.import.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });
});

describe("an index that Greenroom itself gives out", () => {
  it("is read by another workspace, byte for byte", async () => {
    const giver = await aContext(db);
    const files = { "references/a.md": "A\n", "logo.png": new Uint8Array([137, 80, 78, 71, 0, 255]) };
    await aPackage(giver, { name: "notes", files, publishNote: "First" });
    await aPackage(giver, { name: "triage", publishNote: "First" });
    const agent = await anAgentWith(giver, ["notes", "triage"], "Desk");
    const address = await createAddress(giver, { name: "Team", gives: { kind: "agent", agent } });
    const { origin, pathname } = new URL(address.url);
    const { origin: here } = await onLoopback(async (request) => {
      const answer = await deliveryDoor.fetch(request);
      // It says where it is in public; here that is another port.
      if (!request.url.endsWith(".json")) return answer;
      const { status } = answer;
      return new Response((await answer.text()).replaceAll(`${origin}/`, `${here}/`), { status });
    });
    const taker = await aContext(db);
    const { sync } = await aSource(taker, `${here}${pathname}`, wellKnown);
    expect(said(await sync())).toEqual({ notes: "new", triage: "new" });
    const digests = async (workspaceId: string) =>
      (await db.draft.findMany({ where: { skill: { workspaceId } }, orderBy: { digest: "asc" } })).map(
        ({ digest }) => digest,
      );
    expect(await digests(taker.workspace.id)).toEqual(await digests(giver.workspace.id));
  });
});
