import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { KeyScope } from "@/lib/access/permissions";
import { createKey } from "@/lib/auth/commands/create-key";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aClient } from "@/lib/testing/delivery/deliver-on-loopback";
import { writeFiles } from "@/lib/testing/folders";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();

async function anAuthor(scopes: KeyScope[] = ["read", "write"]) {
  const context = await aContext(db);
  await aPackage(context, { name: "notes", files: { "references/a.md": "A\n" }, publishNote: "First" });
  await anAgentWith(context, ["notes"], "Desk");
  const client = await aClient(context, "desk");
  const { key } = await createKey(context, { name: "CI", scopes });
  const env = { GREENROOM_KEY: key, GREENROOM_ADDRESS: client.workspace };
  const push = (...more: string[]) => client.run(["push", ...more], { env });
  const draft = (skill: string) => getDraft(context, { skill });
  const saveThere = async (skill: string, file: string, text: string) => {
    const { revision } = await draft(skill);
    await changeDraft(context, {
      skill,
      baseRevision: revision,
      changes: [{ op: "write", path: file, text }],
    });
  };
  const textThere = async (skill: string, file: string) =>
    (await draft(skill)).files.find((one) => one.path === file)?.sha256;
  return { ...client, context, env, push, draft, saveThere, textThere };
}

describe("greenroom push", () => {
  it("opens a draft for a new skill with exactly what is in the folder", async () => {
    const { push, draft, home, workspace } = await anAuthor();
    const bytes = Buffer.from([0, 255, 1]);
    writeFiles(home, { "skills/fresh/SKILL.md": skillText("fresh"), "skills/fresh/run.sh": "echo\n" });
    writeFiles(home, { "skills/fresh/assets/a.bin": bytes, "skills/fresh/.env": "KEY=1" });
    chmodSync(path.join(home, "skills/fresh/run.sh"), 0o755);
    const { code, out, err } = await push("skills/fresh");
    expect([code, out]).toEqual([0, `created  fresh  ${workspace}/skills/fresh\n`]);
    expect(err).toContain(".env is left out: its name says that it holds secrets.");
    const { files } = await draft("fresh");
    expect(files.map(({ path: at, executable, size }) => [at, executable, size])).toEqual([
      ["SKILL.md", false, skillText("fresh").length],
      ["assets/a.bin", false, 3],
      ["run.sh", true, 5],
    ]);
    expect((await push("skills/fresh")).out).toBe(`current  fresh  ${workspace}/skills/fresh\n`);
  });

  it("updates a draft that is as it was pulled, then goes on from what it pushed", async () => {
    const { push, pull, draft, folder } = await anAuthor();
    await pull();
    writeFiles(folder, { "notes/SKILL.md": skillText("notes", "Mine\n"), "notes/b.md": "B\n" });
    rmSync(path.join(folder, "notes/references/a.md"));
    expect((await push("skills")).out).toMatch(/^saved {4}notes /);
    expect((await draft("notes")).files.map((file) => file.path)).toEqual(["SKILL.md", "b.md"]);
    writeFiles(folder, { "notes/SKILL.md": skillText("notes", "Mine again\n") });
    const { code, document } = await push("skills", "--json");
    const { revision, digest } = await draft("notes");
    expect([code, document()]).toMatchObject([
      0,
      { command: "push", ok: true, skills: [{ skill: "notes", outcome: "saved", digest, why: null }] },
    ]);
    expect(revision).toBe(3);
  });

  it("leaves a draft alone that was changed meanwhile, names what differs, and goes on with --onto", async () => {
    const { push, pull, draft, folder, saveThere, textThere } = await anAuthor();
    await pull();
    await saveThere("notes", "theirs.md", "Theirs\n");
    writeFiles(folder, { "notes/SKILL.md": skillText("notes", "Mine\n") });
    const before = await draft("notes");
    const { code, out } = await push("skills");
    expect(code).toBe(1);
    expect(out).toMatch(/^refused {2}notes /);
    expect(out).toContain(`push with --onto ${before.digest}\n         differs: theirs.md\n`);
    expect((await draft("notes")).revision).toBe(before.revision);
    expect((await push("skills", "--onto", "0".repeat(64))).code).toBe(1);
    expect((await push("skills", "--onto", before.digest)).code).toBe(0);
    expect(await textThere("notes", "theirs.md")).toBeUndefined();
    expect((await push("skills")).code).toBe(0);
  });

  it("leaves a draft alone that it has never seen, and takes one for seen that is the same", async () => {
    const { push, folder, home, draft } = await anAuthor();
    writeFiles(folder, { "notes/SKILL.md": skillText("notes", "Mine\n") });
    const refused = await push("skills");
    expect([refused.code, refused.out]).toEqual([
      1,
      expect.stringMatching(/differs: SKILL\.md\n +differs: references\/a\.md\n$/),
    ]);
    writeFiles(folder, { "notes/SKILL.md": skillText("notes"), "notes/references/a.md": "A\n" });
    expect((await push("skills")).out).toMatch(/^current {2}notes/);
    writeFiles(folder, { "notes/SKILL.md": skillText("notes", "Mine\n") });
    expect((await push("skills")).code).toBe(0);
    expect((await draft("notes")).revision).toBe(2);
    expect(readFileSync(path.join(home, "skills/.greenroom-drafts.json"), "utf8")).not.toContain("Mine");
  });

  it("goes on from what the same machine pushed, from another empty folder each time, and from nobody else's save", async () => {
    const { context, folder, draft, saveThere, ...client } = await anAuthor();
    const { key } = await createKey(context, {
      name: "CI",
      scopes: ["read", "write"],
      machine: { role: "author" },
    });
    const push = (...more: string[]) =>
      client.run(["push", ...more], { env: { ...client.env, GREENROOM_KEY: key } });
    const fresh = (text: string) => {
      rmSync(folder, { recursive: true, force: true });
      writeFiles(folder, { "fresh/SKILL.md": skillText("fresh", text) });
    };
    fresh("One\n");
    expect((await push("skills")).out).toMatch(/^created {2}fresh/);
    fresh("Two\n");
    expect((await push("skills")).out).toMatch(/^saved {4}fresh/);
    await saveThere("fresh", "notes.md", "A person's\n");
    fresh("Three\n");
    const refused = await push("skills");
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("notes.md")]);
    expect((await draft("fresh")).files.map((file) => file.path)).toEqual(["SKILL.md", "notes.md"]);
  });

  it("does not go on from a save of its machine that went through beside a person's", async () => {
    const { context, folder, draft, saveThere, interpose, ...client } = await anAuthor();
    const { key } = await createKey(context, {
      name: "CI",
      scopes: ["read", "write"],
      machine: { role: "author" },
    });
    const push = async (text: string) => {
      rmSync(folder, { recursive: true, force: true });
      writeFiles(folder, { "fresh/SKILL.md": skillText("fresh", text) });
      return client.run(["push", "skills"], { env: { ...client.env, GREENROOM_KEY: key } });
    };
    await push("One\n");
    let isSaved = false;
    interpose(async (request, real) => {
      if (request.method === "POST" && !isSaved) {
        isSaved = true;
        await saveThere("fresh", "notes.md", "A person's\n");
      }
      return real(request);
    });
    expect((await push("Two\n")).out).toContain("both are in the draft");
    const refused = await push("Three\n");
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("notes.md")]);
    expect((await draft("fresh")).files.map((file) => file.path)).toEqual(["SKILL.md", "notes.md"]);
  });

  it("loses nothing to a save between its look and its save", async () => {
    const { push, pull, folder, saveThere, interpose, draft } = await anAuthor();
    await pull();
    writeFiles(folder, { "notes/SKILL.md": skillText("notes", "Mine\n") });
    let theirs: { file: string; text: string } | null = {
      file: "SKILL.md",
      text: skillText("notes", "Theirs\n"),
    };
    interpose(async (request, real) => {
      if (request.method === "POST" && theirs) {
        const { file, text } = theirs;
        theirs = null;
        await saveThere("notes", file, text);
      }
      return real(request);
    });
    const same = await push("skills");
    expect([same.code, same.out]).toEqual([1, expect.stringContaining("differs: SKILL.md")]);
    const { digest } = await draft("notes");
    theirs = { file: "other.md", text: "Theirs\n" };
    const other = await push("skills", "--onto", digest);
    expect([other.code, other.out]).toEqual([0, expect.stringContaining("both are in the draft")]);
    expect((await draft("notes")).files.map((file) => file.path)).toContain("other.md");
    const next = await push("skills");
    expect([next.code, next.out]).toEqual([1, expect.stringContaining("differs: other.md")]);
  });

  it("asks for review, and names the one that is open", async () => {
    const { push, folder, workspace } = await anAuthor();
    writeFiles(folder, { "fresh/SKILL.md": skillText("fresh") });
    const { code, out } = await push("skills", "--ask-review", "--title", "Please");
    expect([code, out]).toEqual([0, expect.stringContaining(`review: ${workspace}/reviews/1\n`)]);
    const again = await push("skills", "--ask-review");
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/review: .*review/i)]);
  });

  it("makes no skill of a name that none can have, and changes nothing without the right", async () => {
    const { push, folder, run, env, key } = await anAuthor();
    writeFiles(folder, { "Odd_Name/SKILL.md": skillText("Odd_Name") });
    const odd = await push("skills");
    expect([odd.code, odd.out]).toEqual([1, expect.stringContaining("comes in by an import in the app")]);
    writeFileSync(path.join(folder, "Odd_Name/SKILL.md"), skillText("notes", "Mine\n"));
    const delivering = await run(["push", "skills"], { env: { ...env, GREENROOM_KEY: key } });
    expect([delivering.code, delivering.err]).toEqual([
      3,
      expect.stringContaining("This key may not do that."),
    ]);
    expect(existsSync(path.join(folder, ".greenroom-push.lock"))).toBe(false);
    const reader = await anAuthor(["read"]);
    writeFiles(reader.folder, { "fresh/SKILL.md": skillText("fresh") });
    const reading = await reader.push("skills");
    expect([reading.code, reading.err]).toEqual([3, expect.stringContaining("It needs: write.")]);
  });

  it("refuses --onto for several skills, and a damaged file of what was seen", async () => {
    const { push, folder } = await anAuthor();
    writeFiles(folder, { "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
    expect((await push("skills", "--onto", "0".repeat(64))).code).toBe(64);
    writeFiles(folder, { ".greenroom-drafts.json": "{" });
    const { code, err } = await push("skills/a");
    expect([code, err]).toEqual([4, expect.stringContaining("is damaged or of a newer release")]);
  });

  it("tells programs what was pushed, also where the report cannot be written", async () => {
    const { push, folder, draft } = await anAuthor();
    writeFiles(folder, { "fresh/SKILL.md": skillText("fresh") });
    const { code, err, document } = await push("skills", "--json", "--junit", "nowhere/report.xml");
    expect([code, err]).toEqual([4, expect.stringMatching(/^Error: The report .*cannot be written/)]);
    expect(document()).toMatchObject({
      command: "push",
      ok: false,
      failures: [],
      error: { kind: "machine" },
      skills: [{ skill: "fresh", outcome: "created", digest: (await draft("fresh")).digest }],
    });
  });

  describe("where the server fails at one of several", () => {
    const broken = () => Response.json({ detail: "It broke." }, { status: 500 });

    async function aBreaking(isBroken: (request: Request) => boolean) {
      const author = await anAuthor();
      for (const name of ["a", "b", "c", "d"])
        writeFiles(author.folder, { [`${name}/SKILL.md`]: skillText(name) });
      author.interpose(async (request, real) => (isBroken(request) ? broken() : real(request)));
      return author;
    }

    it("tells of those before it, of it and of those after it, also to programs and CI", async () => {
      const { push, home, draft } = await aBreaking(({ url }) => url.includes("/skills/c"));
      const { code, document, err } = await push("skills", "--json", "--junit", "report.xml");
      expect([code, err]).toEqual([3, expect.stringContaining("Error: ")]);
      const { skills, ok, error } = document();
      expect([ok, error]).toMatchObject([false, { kind: "server" }]);
      expect(skills).toMatchObject([
        { skill: "a", outcome: "created", digest: (await draft("a")).digest },
        { skill: "b", outcome: "created" },
        { skill: "c", outcome: "failed", why: expect.stringContaining("500") },
        { skill: "d", outcome: "not-tried" },
      ]);
      const report = readFileSync(path.join(home, "report.xml"), "utf8");
      expect(report).toContain('<testsuites name="greenroom push" tests="4" failures="2" errors="0">');
      expect(report).toContain('name="the draft of b" file="skills/b/SKILL.md" line="1"/>');
      const again = await push("skills");
      expect([again.code, again.out]).toEqual([3, expect.stringMatching(/^current {2}a .*\ncurrent {2}b /)]);
    });

    it("keeps what was saved in the report when it was the review that failed", async () => {
      const { push, home, draft } = await aBreaking(({ url }) => url.includes("/skills/b/reviews"));
      const junit = ["--junit", "report.xml"];
      const { code, document } = await push("skills", "--ask-review", "--json", ...junit);
      expect(code).toBe(3);
      expect(document().skills).toMatchObject([
        { skill: "a", outcome: "created", review: expect.stringContaining("/reviews/1") },
        { skill: "b", outcome: "created", review: null, why: expect.stringContaining("500") },
        { skill: "c", outcome: "not-tried" },
        { skill: "d", outcome: "not-tried" },
      ]);
      expect((await draft("b")).digest).toMatch(/^[0-9a-f]{64}$/);
      const report = readFileSync(path.join(home, "report.xml"), "utf8");
      expect(report).toContain('tests="4" failures="3" errors="0">');
      expect(report).toContain('name="the draft of a" file="skills/a/SKILL.md" line="1"/>');
      expect(report).toMatch(
        /name="the draft of b" file="skills\/b\/SKILL\.md" line="1">\s*<failure message="[^"]*500/,
      );
    });

    it("keeps its own error where the report cannot be written either", async () => {
      const { push } = await aBreaking(({ url }) => url.includes("/skills/b"));
      const { code, err, document } = await push("skills", "--json", "--junit", "nowhere/report.xml");
      expect([code, err]).toEqual([3, expect.stringMatching(/Error: The report .*cannot be written/)]);
      expect(document()).toMatchObject({ ok: false, error: { kind: "server" }, skills: [{}, {}, {}, {}] });
    });
  });
});
