import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { archivePackages } from "./archive-packages";
import { readArchive } from "./read-archive";

/** What the packers of this machine make; where one is missing, its test is left out with a message. */
const leftOut = (program: string): void =>
  console.info(`Left out a test of archives: there is no ${program}`);
const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;
const isGnuTar = (): boolean => String(spawnSync("tar", ["--version"]).stdout).includes("GNU tar");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "archives-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, ...args: string[]): void => {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  execFileSync(program, args, { cwd: path.join(folder, "repo"), stdio: "pipe", env });
};

function write(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, "repo", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [name, target] of Object.entries(links)) {
    const file = path.join(folder, "repo", name);
    mkdirSync(path.dirname(file), { recursive: true });
    symlinkSync(target, file);
  }
}

async function read(name: string) {
  const contents = await readArchive(new Uint8Array(readFileSync(path.join(folder, name))), {
    fileName: name,
  });
  if (!contents.ok) throw new Error(`${name}: ${contents.error.rule}`);
  return archivePackages(contents.value, "top");
}

const skill = (name: string): string => `---\nname: ${name}\ndescription: Does it.\n---\nBody\n`;

/** As repositories of skills are laid out: instructions under two names, hosts' folders that link to the skills. */
const files = {
  "AGENTS.md": "Instructions.\n",
  "README.md": "Read me.\n",
  "skills/a/SKILL.md": skill("a"),
  "skills/a/references/v2.md": "Second.\n",
  "skills/a/references/deep/x.md": "x\n",
  "skills/b/SKILL.md": skill("b"),
  "skills/c/SKILL.md": skill("c"),
  "shared/terms.md": "Terms.\n",
};
const links = {
  "CLAUDE.md": "AGENTS.md",
  ".claude/skills": "../skills",
  ".agents/skills/a": "../../skills/a",
  "skills/a/references/latest.md": "v2.md",
  "skills/a/docs": "references",
  "skills/c/terms.md": "../../shared/terms.md",
};

const expected = (top: string) => ({
  roots: [`${top}skills/a`, `${top}skills/b`, `${top}skills/c`],
  paths: [
    "SKILL.md",
    "docs/deep/x.md",
    "docs/latest.md",
    "docs/v2.md",
    "references/deep/x.md",
    "references/latest.md",
    "references/v2.md",
  ],
  left: [`${top}.agents/skills/a`, `${top}.claude/skills`, `${top}CLAUDE.md`],
});

async function expectRepository(name: string, top: string): Promise<void> {
  const { packages, notes } = await read(name);
  const { roots, paths, left } = expected(top);
  expect(packages.map(({ root }) => root)).toEqual(roots);
  const [a, b, c] = packages;
  expect(a?.refusal).toBeNull();
  expect(a?.files.map((file) => file.path).sort()).toEqual(paths);
  expect(new TextDecoder().decode(a?.files.find((file) => file.path === "docs/latest.md")?.bytes)).toBe(
    "Second.\n",
  );
  expect(b).toMatchObject({ refusal: null, notes: [] });
  expect(c?.refusal).toEqual({
    rule: "archive-link",
    path: "terms.md",
    message: "terms.md is a link to ../../shared/terms.md, which is outside of the package.",
  });
  expect(notes.map((note) => note.path).sort()).toEqual(left);
}

describe("a repository with links, as it is handed out", () => {
  if (!has("git")) leftOut("git");
  else
    test.each([
      ["zip", "repo-main/"],
      ["tar", ""],
      ["tar.gz", "repo-main/"],
    ])("git archive, %s with the prefix %j", async (format, prefix) => {
      write(files, links);
      run("git", "init", "--quiet");
      run("git", "add", "--all");
      run("git", "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "--quiet", "-m", "x");
      run("git", "archive", `--format=${format}`, `--prefix=${prefix}`, "-o", `../out.${format}`, "HEAD");
      await expectRepository(`out.${format}`, prefix);
    });

  if (!has("zip")) leftOut("zip");
  else
    test("zip, with links stored as links", async () => {
      write(files, links);
      run("zip", "--quiet", "--symlinks", "--recurse-paths", "../out.zip", ".");
      await expectRepository("out.zip", "");
    });

  if (!has("tar")) leftOut("tar");
  else
    test("tar, also with hard links to one file", async () => {
      write(files, links);
      run("ln", "skills/b/SKILL.md", "skills/b/copy.md");
      run("tar", "-czf", "../out.tgz", ".");
      const { packages } = await read("out.tgz");
      expect(packages[1]).toMatchObject({ root: "skills/b", refusal: null });
      const [first, second] = packages[1]?.files ?? [];
      expect(first?.bytes).toEqual(second?.bytes);
      expect(packages[1]?.notes).toHaveLength(1);
    });
});

if (!isGnuTar()) leftOut("GNU tar");
else
  test("8,861 files with long names, from GNU tar in its formats for them", async () => {
    const long = `references/${"a-folder-with-a-long-name/".repeat(3)}`;
    const skills = Array.from({ length: 20 }, (_, index) => `skills/s${index}`);
    const names = skills.flatMap((root) => [
      `${root}/SKILL.md`,
      ...Array.from({ length: 442 }, (_, index) => `${root}/${long}${index}.md`),
    ]);
    write(Object.fromEntries([...names, "README.md"].map((name) => [name, "The same text.\n".repeat(3)])));
    for (const format of ["pax", "gnu", "ustar"]) {
      run("tar", `--format=${format}`, "-czf", "../out.tgz", "skills", "README.md");
      const { packages, ignored } = await read("out.tgz");
      expect(packages.map(({ refusal, files: own }) => [refusal, own.length])).toEqual(
        skills.map(() => [null, 443]),
      );
      expect(ignored).toHaveLength(1);
    }
  });
