import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aFolder } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { type DirectoryListing, listDirectory, readListedPackage } from "./directory";

async function listed(folder: string): Promise<DirectoryListing> {
  const listing = await listDirectory(folder, { include: [], exclude: [] });
  if (!listing.ok) throw new Error(listing.error.message);
  return listing.value;
}
const shape = ({ packages }: DirectoryListing) =>
  Object.fromEntries(packages.map(({ root, files }) => [root, files.map((file) => file.path)]));
const roots = ({ packages }: DirectoryListing) => packages.map(({ root }) => root);

describe("links", () => {
  it("inside of the folder are followed, to files and to folders", async () => {
    const folder = aFolder({
      "shared/guide.md": "Guide",
      "a/SKILL.md": skillText("a"),
      "real/b/SKILL.md": skillText("b"),
    });
    symlinkSync("../shared/guide.md", path.join(folder, "a/guide.md"));
    symlinkSync("../shared", path.join(folder, "a/all"));
    symlinkSync("real/b", path.join(folder, "z"));
    const listing = await listed(folder);
    expect(shape(listing)).toEqual({
      a: ["SKILL.md", "all/guide.md", "guide.md"],
      "real/b": ["SKILL.md"],
      z: ["SKILL.md"],
    });
    const [first] = listing.packages;
    const read = first && (await readListedPackage(first));
    expect(read?.ok && new TextDecoder().decode(read.value.files[2]?.bytes)).toBe("Guide");
  });

  it("out of the folder are named and never opened, whether absolute, relative or in two steps", async () => {
    const outside = aFolder({ "secret.md": "Secret", "evil/SKILL.md": skillText("evil") });
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "skillless/readme.md": "x" });
    symlinkSync(path.join(outside, "secret.md"), path.join(folder, "a/absolute.md"));
    symlinkSync(
      path.relative(path.join(folder, "a"), path.join(outside, "secret.md")),
      path.join(folder, "a/relative.md"),
    );
    symlinkSync("absolute.md", path.join(folder, "a/twice.md"));
    symlinkSync(path.join(outside, "evil"), path.join(folder, "evil"));
    symlinkSync(path.join(outside, "evil/SKILL.md"), path.join(folder, "skillless/SKILL.md"));
    const listing = await listed(folder);
    expect(shape(listing)).toEqual({ a: ["SKILL.md"] });
    expect(listing.packages[0]?.notes).toHaveLength(3);
    expect(listing.failures).toMatchObject([
      { path: "evil", rule: "link-outside" },
      { path: "skillless/SKILL.md", rule: "link-outside" },
    ]);
  });

  it("to a sibling whose name only begins like the folder's lead out of it", async () => {
    const parent = aFolder({
      "skills/a/SKILL.md": skillText("a"),
      "skills-private/b/SKILL.md": skillText("b"),
    });
    symlinkSync("../skills-private/b", path.join(parent, "skills/b"));
    const listing = await listed(path.join(parent, "skills"));
    expect(roots(listing)).toEqual(["a"]);
    expect(listing.failures).toMatchObject([{ path: "b", rule: "link-outside" }]);
  });

  it("that go round are left, and so are those that lead nowhere", async () => {
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
    symlinkSync("..", path.join(folder, "a/up"));
    symlinkSync("../b", path.join(folder, "a/other"));
    symlinkSync("../a", path.join(folder, "b/other"));
    symlinkSync("self", path.join(folder, "a/self"));
    symlinkSync("gone.md", path.join(folder, "a/dangling.md"));
    const listing = await listed(folder);
    expect(roots(listing)).toContain("a");
    const notes = listing.packages.flatMap((one) => one.notes).join("\n");
    expect(notes).toContain("a/up is a link back to a folder above it");
    expect(notes).toContain("a/self is a link that leads back to itself");
    expect(notes).toContain("a/dangling.md is a link that leads nowhere");
  });

  it("do not bring in under another name what is left out under its own", async () => {
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "a/.env": "KEY=1", ".git/config": "[core]" });
    symlinkSync(".env", path.join(folder, "a/settings.txt"));
    symlinkSync("../.git/config", path.join(folder, "a/config.txt"));
    symlinkSync("../.git", path.join(folder, "a/history"));
    expect(shape(await listed(folder))).toEqual({ a: ["SKILL.md"] });
  });

  it("may be the configured folder itself", async () => {
    const folder = aFolder({ "real/a/SKILL.md": skillText("a") });
    symlinkSync("real", path.join(folder, "link"));
    expect(roots(await listed(path.join(folder, "link")))).toEqual(["a"]);
  });
});
