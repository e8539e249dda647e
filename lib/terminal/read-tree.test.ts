import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { packageDigest } from "@/lib/skills/digest";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import { compareTree, findTree, sayDifference } from "./read-tree";
import { sha256Of } from "./sha256";

const file = (at: string, text: string, executable = false) => ({
  path: at,
  sha256: sha256Of(text),
  size: Buffer.byteLength(text),
  executable,
});

describe("findTree", () => {
  it("reads every file with its mode, in the order of a digest", async () => {
    const folder = aFolder({ "a/SKILL.md": "S", "a/Z.md": "Z", "a/b/c.sh": "c", "a/.env": "secret" });
    chmodSync(path.join(folder, "a/b/c.sh"), 0o755);
    const wanted = [
      file(".env", "secret"),
      file("SKILL.md", "S"),
      file("Z.md", "Z"),
      file("b/c.sh", "c", true),
    ];
    expect(await findTree(path.join(folder, "a"))).toEqual({
      files: wanted,
      odd: [],
      ofSystems: [],
      digest: packageDigest(wanted, sha256Of),
    });
  });

  it("is null where there is nothing, and odd where there is no folder", async () => {
    const folder = aFolder({ "a.md": "A", "b/SKILL.md": "B" });
    symlinkSync(path.join(folder, "b"), path.join(folder, "link"));
    expect(await findTree(path.join(folder, "missing"))).toBeNull();
    expect(await findTree(path.join(folder, "a.md"))).toMatchObject({ files: [], odd: ["a.md"] });
    expect(await findTree(path.join(folder, "link"))).toMatchObject({ files: [], odd: ["link"] });
  });

  it("follows no link, and names each", async () => {
    const folder = aFolder({ "a/SKILL.md": "S", "outside/secret.md": "top" });
    symlinkSync(path.join(folder, "outside"), path.join(folder, "a/folder"));
    symlinkSync("SKILL.md", path.join(folder, "a/inside.md"));
    symlinkSync("nowhere", path.join(folder, "a/dangling"));
    const tree = await findTree(path.join(folder, "a"));
    expect(tree?.odd.toSorted()).toEqual(["dangling", "folder", "inside.md"]);
    expect(tree?.files.map((one) => one.path)).toEqual(["SKILL.md"]);
  });

  it("names apart what systems leave behind, and passes over empty folders", async () => {
    const folder = aFolder({ "a/SKILL.md": "S", "a/.DS_Store": "x", "a/b/._c": "x", "a/b/Thumbs.db": "x" });
    mkdirSync(path.join(folder, "a/empty"));
    const tree = await findTree(path.join(folder, "a"));
    expect(tree).toMatchObject({ odd: [], files: [file("SKILL.md", "S")] });
    expect(tree?.ofSystems.toSorted()).toEqual([".DS_Store", "b/._c", "b/Thumbs.db"]);
  });

  it("takes for added what programs would load: folders of packages, and links and folders with such names", async () => {
    const folder = aFolder({ "a/SKILL.md": "S", "a/node_modules/x/a.js": "x", "a/b/__MACOSX/c": "x" });
    writeFiles(folder, { "a/._d/run.js": "x", "a/.Trashes": "x" });
    symlinkSync("SKILL.md", path.join(folder, "a/.DS_Store"));
    const tree = await findTree(path.join(folder, "a"));
    expect(tree?.odd.toSorted()).toEqual([".DS_Store", "b/__MACOSX", "node_modules"]);
    expect(tree?.files.map((one) => one.path)).toEqual([".Trashes", "._d/run.js", "SKILL.md"]);
  });

  it("does not read to its end what no package can be", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_050 }, (_, at) => [`a/${at}.md`, ""]));
    const tree = await findTree(path.join(aFolder(many), "a"));
    expect(tree).toMatchObject({ files: [], odd: ["more than a skill may have"] });
  });

  it("has names in the composed form of Unicode, as deliveries have", async () => {
    const folder = aFolder({ "a/cafe\u0301.md": "A" });
    expect((await findTree(path.join(folder, "a")))?.files[0]?.path).toBe("caf\u00e9.md");
  });
});

describe("compareTree", () => {
  const tree = { files: [file("a", "1"), file("b", "1", true)], odd: [], digest: "" };

  it("is null for the same files in any order", () => {
    expect(compareTree(tree, [file("b", "1", true), file("a", "1")], true)).toBeNull();
  });

  it("names what is added, changed and missing", () => {
    expect(compareTree({ ...tree, odd: ["link"] }, [file("a", "2"), file("c", "1")], true)).toEqual({
      added: ["b", "link"],
      changed: ["a"],
      missing: ["c"],
    });
  });

  it("heeds modes where the system has them", () => {
    const wanted = [file("a", "1"), file("b", "1")];
    expect(compareTree(tree, wanted, true)).toEqual({ added: [], changed: ["b"], missing: [] });
    expect(compareTree(tree, wanted, false)).toBeNull();
  });
});

describe("sayDifference", () => {
  it("names three of each and counts the rest", () => {
    const changed = ["a", "b", "c", "d", "e"];
    expect(sayDifference({ added: ["x"], changed, missing: [] })).toBe(
      "changed: a, b, c and 2 more; added: x",
    );
    expect(sayDifference({ added: [], changed: [], missing: ["y"] })).toBe("missing: y");
  });
});
