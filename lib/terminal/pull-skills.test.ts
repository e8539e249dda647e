import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aManifest, aPuller, type StubSkill, sendJson } from "@/lib/testing/delivery/stub-delivery";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import { lockFileName, workFolder } from "./lock-file";

/** The renaming at which a pull ends as one that is killed does: nothing is tidied, and there is no lock file. */
const killed = vi.hoisted(() => ({ at: 0, renamed: 0 }));

vi.mock(import("node:fs"), async (original) => {
  const real = await original();
  const renameSync: typeof real.renameSync = (from, to) => {
    killed.renamed += 1;
    if (killed.renamed === killed.at) throw Object.assign(new Error("stopped here"), { code: "EIO" });
    real.renameSync(from, to);
  };
  return { ...real, renameSync };
});
const killAt = (at: number): void => {
  Object.assign(killed, { at, renamed: 0 });
};
afterEach(() => killAt(0));

const skill = (name: string, version = 1): StubSkill => ({
  name,
  version,
  files: { "SKILL.md": `${name} ${version}\n`, "references/a.md": `${name} says ${version}\n` },
});
const read = (...parts: string[]) => readFileSync(path.join(...parts), "utf8");
// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what it looks for
const unseen = /[\u001b\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

describe("links in the folder of a pull", () => {
  it("are left alone in the place of a skill, and replaced by --force without what they lead to", async () => {
    const { home, pull } = await aPuller(skill("notes"));
    const outside = aFolder({ "SKILL.md": "Theirs\n" });
    mkdirSync(path.join(home, "skills"));
    const place = path.join(home, "skills/notes");
    symlinkSync(outside, place);
    const held = await pull();
    expect([held.code, held.out]).toEqual([
      1,
      expect.stringMatching(/^changed here notes v1 {2}added: notes;/),
    ]);
    expect(lstatSync(place).isSymbolicLink()).toBe(true);
    expect((await pull("--force")).code).toBe(0);
    expect([lstatSync(place).isDirectory(), read(place, "SKILL.md")]).toEqual([true, "notes 1\n"]);
    expect([readdirSync(outside), read(outside, "SKILL.md")]).toEqual([["SKILL.md"], "Theirs\n"]);
  });

  it("are left alone inside a skill, and replaced the same way", async () => {
    const { home, pull, publish } = await aPuller(skill("notes"));
    await pull();
    const outside = aFolder({ "a.md": "Theirs\n" });
    const folder = path.join(home, "skills/notes/references");
    renameSync(folder, path.join(home, "moved"));
    symlinkSync(outside, folder);
    publish(skill("notes", 2));
    const held = await pull();
    expect([held.code, held.out]).toEqual([1, expect.stringContaining("added: references; missing: refere")]);
    expect((await pull("--force")).code).toBe(0);
    expect([read(folder, "a.md"), read(outside, "a.md")]).toEqual(["notes says 2\n", "Theirs\n"]);
  });

  it.each([
    ["the next lock file", `${lockFileName}.next`],
    ["the lock file", lockFileName],
  ])("are not written through in the place of %s", async (_, name) => {
    const { home, pull, publish } = await aPuller(skill("notes"));
    await pull();
    publish(skill("notes", 2));
    const lock = path.join(home, "skills", lockFileName);
    const text = read(lock);
    const outside = path.join(aFolder({ "theirs.json": text }), "theirs.json");
    const place = path.join(home, "skills", name);
    if (existsSync(place)) renameSync(place, path.join(home, "moved"));
    symlinkSync(outside, place);
    expect((await pull()).code).toBe(0);
    expect(read(outside)).toBe(text);
    expect([lstatSync(lock).isFile(), read(home, "skills/notes/SKILL.md")]).toEqual([true, "notes 2\n"]);
    expect(readdirSync(path.join(home, "skills")).sort()).toEqual([lockFileName, "notes"]);
  });

  it("are taken away in the place of its own folder, and what they lead to stays", async () => {
    const { home, pull } = await aPuller(skill("notes"));
    const outside = aFolder({ "plan.json": "{}", "old/notes/SKILL.md": "Theirs\n", "new/b.md": "B\n" });
    mkdirSync(path.join(home, "skills"));
    symlinkSync(outside, path.join(home, "skills", workFolder));
    expect((await pull()).code).toBe(0);
    expect(read(home, "skills/notes/SKILL.md")).toBe("notes 1\n");
    expect(readdirSync(path.join(home, "skills")).sort()).toEqual([lockFileName, "notes"]);
    expect(readdirSync(outside, { recursive: true }).map(String).sort()).toEqual([
      "new",
      "new/b.md",
      "old",
      "old/notes",
      "old/notes/SKILL.md",
      "plan.json",
    ]);
  });

  it("may be the folder itself, which is then written where it leads", async () => {
    const { home, pull } = await aPuller(skill("notes"));
    const real = aFolder();
    symlinkSync(real, path.join(home, "skills"));
    expect((await pull()).code).toBe(0);
    expect(readdirSync(real).sort()).toEqual([lockFileName, "notes"]);
    expect(lstatSync(path.join(home, "skills")).isSymbolicLink()).toBe(true);
  });
});

describe("names that are delivered", () => {
  it.each([
    "no\u200btes",
    "no\u202etes",
    "notes\u00ad",
    "notes\u{e0041}",
    "no\u001b[2Jtes",
    "cafe\u0301",
    "con",
    "notes.",
    " notes",
    ".notes",
    "a/b",
    "..",
  ])("are written nowhere as %j", async (name) => {
    const { home, pull } = await aPuller(skill(name));
    const { code, out, err, document } = await pull("--json");
    expect([code, document()]).toMatchObject([3, { ok: false, error: { kind: "server" } }]);
    expect(err).toContain("gave an answer that cannot be used");
    expect(out + err).not.toMatch(unseen);
    expect(readdirSync(path.join(home, "skills"))).toEqual([]);
  });

  it.each([
    ["notes", "Notes"],
    ["stra\u00dfe", "STRASSE"],
    ["caf\u00e9", "CAF\u00c9"],
    ["\ufb01le", "file"],
  ])("are refused where two would be one folder: %s and %s", async (one, other) => {
    const { home, pull } = await aPuller(skill(one), skill(other));
    const { code, err } = await pull();
    expect([code, err]).toEqual([3, expect.stringContaining(": two skills have one folder. Nothing was w")]);
    expect(readdirSync(path.join(home, "skills"))).toEqual([]);
  });

  it.each([
    ["a.md", "A.md", "are the same file where case or Unicode form is ignored"],
    ["a", "a/b.md", "is a file, but a/b.md needs it to be a folder"],
    ["SKILL.md", "skill.MD", "are the same file where case"],
  ])("are refused where two files would be one: %s and %s", async (one, other, said) => {
    const files = { [one]: "1\n", [other]: "2\n" };
    const { home, pull } = await aPuller({ name: "notes", files });
    const { code, err } = await pull();
    expect([code, err]).toEqual([3, expect.stringContaining(said)]);
    expect(readdirSync(path.join(home, "skills"))).toEqual([]);
  });

  it.each(["a\u2066.md", "a\u200d.md", "../a.md", "/a.md", "a\\b.md", "aux.md", "a:b.md", ".git/config"])(
    "are refused for a file that is called %j",
    async (file) => {
      const { home, pull } = await aPuller({ name: "notes", files: { "SKILL.md": "S\n", [file]: "A\n" } });
      const { code, out, err } = await pull("--json");
      expect([code, err]).toEqual([3, expect.stringContaining("skills.0.files.")]);
      expect(out + err).not.toMatch(unseen);
      expect(readdirSync(home)).toEqual(["skills"]);
      expect(readdirSync(path.join(home, "skills"))).toEqual([]);
    },
  );

  it("may have letters of every script, and come as they are", async () => {
    const { home, pull, run } = await aPuller(skill("caf\u00e9"), skill("заметки"), skill("メモ"));
    expect((await pull()).out).toBe(
      "added        caf\u00e9 v1\nadded        заметки v1\nadded        メモ v1\n3 skills in skills as delivered.\n",
    );
    expect(readdirSync(path.join(home, "skills"))).toHaveLength(4);
    expect((await run("verify", "skills")).code).toBe(0);
  });

  it("of what is left out, and why, stay on one line and hide nothing", async () => {
    const { pull, answer, deliver } = await aPuller(skill("notes"));
    const leftOut = [{ skill: "ma\u202eils", detail: "Gone.\u001b[2J\nError: all is well" }];
    answer((response, request) =>
      request.path.includes("/files/")
        ? deliver(response, request)
        : sendJson(response, 200, { ...aManifest([skill("notes")]), leftOut }),
    );
    const people = await pull();
    expect([people.code, people.err]).toEqual([
      0,
      "ma[U+202E]ils is not delivered: Gone.[U+001B][2J Error: all is well\n",
    ]);
    const programs = await pull("--json");
    expect(programs.out).not.toMatch(unseen);
    expect(programs.document()).toMatchObject({ leftOut });
  });

  it("of folders here are shown by status with what they hide, and kept whole for programs", async () => {
    const { home, pull, run } = await aPuller(skill("notes"));
    await pull();
    writeFiles(home, { "skills/no\u202etes/SKILL.md": "Own\n" });
    const people = await run("status", "skills");
    expect([people.code, people.out]).toEqual([
      0,
      "current      notes v1\nnot ours     no[U+202E]tes\n1 of 1 skills in skills are what is delivered now.\n",
    ]);
    const programs = await run("status", "skills", "--json");
    expect(programs.out).not.toMatch(unseen);
    expect(programs.document()).toMatchObject({ skills: [{ name: "notes" }, { name: "no\u202etes" }] });
  });
});

describe("a pull that is killed while it puts skills in place", () => {
  /** Two skills with a newer version, and one that goes: five renamings. */
  async function aFolderToSwap() {
    const client = await aPuller(skill("a"), skill("b"), skill("gone"));
    await client.pull();
    client.publish(skill("a", 2), skill("b", 2));
    return { ...client, folder: path.join(client.home, "skills") };
  }

  it.each([1, 2, 3, 4, 5])("leaves skills that are old or new as a whole: before renaming %i", async (at) => {
    const { folder, pull, run } = await aFolderToSwap();
    killAt(at);
    const { code, document } = await pull("--json");
    expect([code, document()]).toMatchObject([4, { ok: false, error: { kind: "machine" } }]);
    for (const name of readdirSync(folder).filter((one) => !one.startsWith("."))) {
      const version = read(folder, name, "SKILL.md").split(" ")[1]?.trim();
      expect(read(folder, name, "references/a.md")).toBe(`${name} says ${version}\n`);
    }
    expect((await run("status", "skills")).err).toBe(
      "A pull was interrupted here, or is at work: greenroom pull puts it right.\n",
    );
    killAt(0);
    const next = await pull();
    expect([next.code, next.err]).toEqual([0, ""]);
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "a", "b"]);
    expect([read(folder, "a/SKILL.md"), read(folder, "b/SKILL.md")]).toEqual(["a 2\n", "b 2\n"]);
    expect((await run("verify", "skills")).code).toBe(0);
    expect((await run("status", "skills")).code).toBe(0);
  });

  it("is put right after others that were killed as well, and knows then what the first one brought", async () => {
    const { folder, pull, run, publish } = await aFolderToSwap();
    for (const at of [4, 2, 1]) {
      killAt(at);
      expect((await pull()).code).toBe(4);
    }
    killAt(0);
    publish(skill("a", 3), skill("b", 3));
    expect((await pull()).out).toContain("updated      a v3\nupdated      b v3\n");
    expect(readdirSync(folder).sort()).toEqual([lockFileName, "a", "b"]);
    expect((await run("verify", "skills")).code).toBe(0);
  });

  it("loses nothing of what was changed here before the next one", async () => {
    const { folder, pull } = await aFolderToSwap();
    killAt(3);
    await pull();
    killAt(0);
    writeFileSync(path.join(folder, "a/SKILL.md"), "Mine\n");
    const { code, out } = await pull();
    expect([code, out]).toEqual([1, expect.stringContaining("changed here a v2  changed: SKILL.md\n")]);
    expect([read(folder, "a/SKILL.md"), read(folder, "b/SKILL.md")]).toEqual(["Mine\n", "b 2\n"]);
  });
});
