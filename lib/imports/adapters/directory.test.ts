import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import type { PackagePatterns } from "../choose-packages";
import { type DirectoryListing, listDirectory, readListedPackage } from "./directory";

async function listed(folder: string, patterns: Partial<PackagePatterns> = {}): Promise<DirectoryListing> {
  const listing = await listDirectory(folder, { include: [], exclude: [], ...patterns });
  if (!listing.ok) throw new Error(listing.error.message);
  return listing.value;
}
const refusalOf = async (folder: string) => {
  const listing = await listDirectory(folder, { include: [], exclude: [] });
  return listing.ok ? null : listing.error;
};
const shape = ({ packages }: DirectoryListing) =>
  Object.fromEntries(packages.map(({ root, files }) => [root, files.map((file) => file.path)]));
const roots = ({ packages }: DirectoryListing) => packages.map(({ root }) => root);

describe("what is read of a file", () => {
  it.skipIf(process.platform === "win32")("is whether its owner may run it", async () => {
    const folder = aFolder({
      "pdf/SKILL.md": skillText("pdf"),
      "pdf/run.sh": "echo\n",
      "pdf/theirs.sh": "echo\n",
    });
    chmodSync(path.join(folder, "pdf/run.sh"), 0o755);
    chmodSync(path.join(folder, "pdf/theirs.sh"), 0o611);
    const [found] = (await listed(folder)).packages;
    const read = found && (await readListedPackage(found));
    const files = read?.ok ? read.value.files : [];
    expect(files.map((file) => [file.path, file.executable])).toEqual([
      ["SKILL.md", false],
      ["run.sh", true],
      ["theirs.sh", false],
    ]);
  });
});

describe("what is found", () => {
  it("is one skill when the folder is one, named after the folder", async () => {
    const folder = aFolder({ "pdf/SKILL.md": skillText("pdf"), "pdf/references/a.md": "A" });
    const listing = await listed(path.join(folder, "pdf"));
    expect(shape(listing)).toEqual({ "": ["SKILL.md", "references/a.md"] });
    expect(listing.packages[0]?.folderName).toBe("pdf");
  });

  it("is each skill of a folder of skills, and of a tree, in the order of their paths", async () => {
    const folder = aFolder({
      "b/SKILL.md": skillText("b"),
      "a/skill.md": skillText("a"),
      "team/ops/c/SKILL.md": skillText("c"),
      "team/readme.md": "no skill",
    });
    expect(shape(await listed(folder))).toEqual({
      a: ["skill.md"],
      b: ["SKILL.md"],
      "team/ops/c": ["SKILL.md"],
    });
  });

  it("is what a project keeps under .skills, whichever folder is named", async () => {
    const folder = aFolder({ ".skills/slack_search/SKILL.md": skillText("slack_search"), "src/main.ts": "" });
    expect(roots(await listed(folder))).toEqual([".skills/slack_search"]);
    expect(roots(await listed(path.join(folder, ".skills")))).toEqual(["slack_search"]);
  });

  it("is a skill inside of another one too, whose files stay in the outer one", async () => {
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "a/inner/SKILL.md": skillText("inner") });
    const listing = await listed(folder);
    expect(shape(listing)).toEqual({ a: ["SKILL.md", "inner/SKILL.md"], "a/inner": ["SKILL.md"] });
    expect(listing.packages[1]?.nestedIn).toBe("a");
  });

  it("is nothing, with the reason, where there is no folder, no SKILL.md, or a file", async () => {
    const folder = aFolder({ "notes/readme.md": "x", "wrong/Skill.md": skillText("wrong") });
    expect(await refusalOf(path.join(folder, "gone"))).toMatchObject({ rule: "path-missing", path: "" });
    expect(await refusalOf(path.join(folder, "notes"))).toMatchObject({ rule: "skill-file-missing" });
    expect(await refusalOf(path.join(folder, "notes/readme.md"))).toMatchObject({
      rule: "path-not-a-folder",
    });
    expect((await listed(path.join(folder, "wrong"))).failures).toMatchObject([
      { rule: "skill-file-case", path: "Skill.md" },
    ]);
  });
});

describe("include and exclude", () => {
  const tree = () =>
    aFolder({
      ".skills/log-a/SKILL.md": skillText("log-a"),
      ".skills/log-a/drafts/x.md": "x",
      ".skills/pdf/SKILL.md": skillText("pdf"),
      "drafts/log-b/SKILL.md": skillText("log-b"),
    });

  it.each([
    [{ include: ["log-*"] }, [".skills/log-a", "drafts/log-b"]],
    [{ include: [".skills/*/SKILL.md"] }, [".skills/log-a", ".skills/pdf"]],
    [{ include: ["./.skills/**"] }, [".skills/log-a", ".skills/pdf"]],
    [{ include: ["*/{pdf,log-b}"] }, [".skills/pdf", "drafts/log-b"]],
    [{ exclude: ["drafts"] }, [".skills/log-a", ".skills/pdf"]],
    [{ exclude: ["**/log-*"] }, [".skills/pdf"]],
    [{ exclude: [".skills/"] }, ["drafts/log-b"]],
    [{ include: ["log-*"], exclude: ["drafts/**"] }, [".skills/log-a"]],
    [{ include: ["nothing"] }, []],
  ])("%j", async (patterns, expected) => {
    expect(roots(await listed(tree(), patterns))).toEqual(expected);
  });

  it("go by the name in SKILL.md too, where a pattern has no slash", async () => {
    const tree = () =>
      aFolder({
        "one/SKILL.md": skillText("log-a"),
        "log-two/SKILL.md": skillText("pdf"),
        "three/SKILL.md": skillText("csv"),
      });
    expect(roots(await listed(tree(), { include: ["log-*"] }))).toEqual(["log-two", "one"]);
    expect(roots(await listed(tree(), { include: ["three/log-*"] }))).toEqual([]);
    const without = await listed(tree(), { exclude: ["log-?", "csv"] });
    expect(roots(without)).toEqual(["log-two"]);
    expect(without.notes).toEqual([
      "log-a in one is excluded by the configuration, by its name.",
      "csv in three is excluded by the configuration, by its name.",
    ]);
    expect(roots(await listed(tree(), { include: ["log-*"], exclude: ["log-a"] }))).toEqual(["log-two"]);
  });

  it("take a package whose name cannot be read by its folder alone", async () => {
    const folder = aFolder({ "a/SKILL.md": "\u0000\u0001", "b/SKILL.md": skillText("b") });
    expect(roots(await listed(folder, { exclude: ["b"] }))).toEqual(["a"]);
    expect(roots(await listed(folder, { include: ["b"] }))).toEqual(["b"]);
  });

  it("leaves an excluded folder out of a package, with a note", async () => {
    const listing = await listed(tree(), { exclude: ["drafts"], include: ["log-a"] });
    expect(listing.packages).toMatchObject([
      { files: [{ path: "SKILL.md" }], notes: [".skills/log-a/drafts is excluded by the configuration."] },
    ]);
  });
});

describe("what is left out of a package", () => {
  it("is junk, version control and secrets, each with a note", async () => {
    const folder = aFolder({
      "a/SKILL.md": skillText("a"),
      "a/.DS_Store": "x",
      "a/.git/config": "x",
      "a/node_modules/x/SKILL.md": skillText("x"),
      "a/.env": "KEY=1",
      "a/.env.example": "KEY=",
      "a/.ssh/known": "x",
      "credentials/SKILL.md": skillText("credentials"),
    });
    const listing = await listed(folder);
    expect(shape(listing)).toEqual({ a: [".env.example", "SKILL.md"], credentials: ["SKILL.md"] });
    expect(listing.packages[0]?.notes.map((note) => note.split(" ")[0])).toEqual([
      "a/.DS_Store",
      "a/.env",
      "a/.git",
      "a/.ssh",
      "a/node_modules",
    ]);
  });

  it("is named twenty times at most", async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`a/${at}.png`, "x"]));
    const listing = await listed(aFolder({ "a/SKILL.md": skillText("a"), ...files }), { exclude: ["*.png"] });
    expect(listing.packages[0]?.notes).toHaveLength(21);
    expect(listing.packages[0]?.notes.at(-1)).toBe("10 more files were left out.");
  });

  it("ends the search below six levels and says so", async () => {
    const folder = aFolder({
      "1/2/3/4/5/6/SKILL.md": skillText("6"),
      "1/2/3/4/5/x/7/SKILL.md": skillText("7"),
    });
    const listing = await listed(folder);
    expect(roots(listing)).toEqual(["1/2/3/4/5/6"]);
    expect(listing.notes).toEqual(["Deeper than 6 levels, so not searched: 1/2/3/4/5/x/7."]);
  });

  it("is everything past 2,000 folders, which is a failure", async () => {
    const folder = aFolder({ "a/SKILL.md": skillText("a") });
    for (let at = 0; at < 2_000; at += 1) mkdirSync(path.join(folder, `empty-${at}`));
    const listing = await listed(folder);
    expect(roots(listing)).toEqual(["a"]);
    expect(listing.failures).toMatchObject([{ rule: "too-many-folders" }]);
  });
});

/** Root may read everything; then the reading is done as nobody. */
function asOrdinaryAccount(): void {
  if (process.getuid?.() !== 0) return;
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
}

async function readFirst(listing: DirectoryListing) {
  const [first] = listing.packages;
  if (!first) throw new Error("There is no package.");
  return readListedPackage(first);
}

describe("reading a package", () => {
  it("answers every byte as it is", async () => {
    const bytes = new Uint8Array([0, 255, 13, 10]);
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "a/logo.bin": bytes, "a/empty": "" });
    const read = await readFirst(await listed(folder));
    expect(read).toMatchObject({ ok: true, value: { root: "a", folderName: "a" } });
    expect(read.ok && read.value.files.map(({ path: at, bytes: content }) => [at, content.length])).toEqual([
      ["SKILL.md", skillText("a").length],
      ["empty", 0],
      ["logo.bin", 4],
    ]);
  });

  it("fails for a file or a folder that may not be read, and only for its package", async () => {
    const folder = aFolder({
      "a/SKILL.md": skillText("a"),
      "a/closed.md": "x",
      "b/SKILL.md": skillText("b"),
      "b/closed/x.md": "x",
      "c/SKILL.md": skillText("c"),
    });
    chmodSync(folder, 0o755);
    chmodSync(path.join(folder, "a/closed.md"), 0o000);
    chmodSync(path.join(folder, "b/closed"), 0o000);
    asOrdinaryAccount();
    const listing = await listed(folder);
    expect(roots(listing)).toEqual(["a", "c"]);
    expect(listing.failures).toMatchObject([{ path: "b/closed", rule: "unreadable" }]);
    expect(await readFirst(listing)).toEqual({
      ok: false,
      error: {
        path: "a/closed.md",
        rule: "unreadable",
        message: "a/closed.md may not be read by the server's account.",
      },
    });
  });

  it("refuses a file exchanged for a link, and a folder exchanged for one, after it was listed", async () => {
    const outside = aFolder({ "x.md": "Secret", "references/a.md": "Secret" });
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "a/x.md": "x" });
    const listing = await listed(folder);
    rmSync(path.join(folder, "a/x.md"));
    symlinkSync(path.join(outside, "x.md"), path.join(folder, "a/x.md"));
    expect(await readFirst(listing)).toMatchObject({
      ok: false,
      error: { path: "a/x.md", rule: "unreadable" },
    });

    const other = aFolder({ "a/SKILL.md": skillText("a"), "a/references/a.md": "A" });
    const before = await listed(other);
    renameSync(path.join(other, "a/references"), path.join(other, "a/old"));
    symlinkSync(path.join(outside, "references"), path.join(other, "a/references"));
    expect(await readFirst(before)).toEqual({
      ok: false,
      error: {
        path: "a/references/a.md",
        rule: "unreadable",
        message: "a/references/a.md was exchanged while it was read.",
      },
    });
  });

  it("fails for a file that has gone or grown beyond the limit, and before reading for one that is too large", async () => {
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "a/x.md": "x" });
    const listing = await listed(folder);
    writeFileSync(path.join(folder, "a/x.md"), new Uint8Array(10 * 1024 * 1024 + 1));
    expect(await readFirst(listing)).toMatchObject({
      ok: false,
      error: { message: "a/x.md has grown beyond the limit." },
    });
    expect(await readFirst(await listed(folder))).toMatchObject({
      ok: false,
      error: { rule: "file-too-large" },
    });
    rmSync(path.join(folder, "a/x.md"));
    expect(await readFirst(listing)).toMatchObject({
      ok: false,
      error: { message: "a/x.md has gone while it was read." },
    });
  });

  it("holds it to the limits of a package", async () => {
    const folder = aFolder({ "a/SKILL.md": skillText("a") });
    writeFiles(folder, Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`a/${at}.md`, "x"])));
    expect(await readFirst(await listed(folder))).toMatchObject({
      ok: false,
      error: { path: "a", rule: "package-too-many-files" },
    });
  });
});
