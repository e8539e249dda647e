import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
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
    const folder = aFolder({
      "a/SKILL.md": skillText("a"),
      "b/SKILL.md": skillText("b"),
      "skillless/readme.md": "x",
    });
    symlinkSync(path.join(outside, "secret.md"), path.join(folder, "a/absolute.md"));
    symlinkSync(
      path.relative(path.join(folder, "a"), path.join(outside, "secret.md")),
      path.join(folder, "a/relative.md"),
    );
    symlinkSync("absolute.md", path.join(folder, "a/twice.md"));
    symlinkSync(path.join(outside, "evil"), path.join(folder, "evil"));
    symlinkSync(path.join(outside, "evil/SKILL.md"), path.join(folder, "skillless/SKILL.md"));
    const listing = await listed(folder);
    expect(shape(listing)).toEqual({ b: ["SKILL.md"] });
    expect(listing.failures).toMatchObject([
      {
        path: "a/absolute.md",
        rule: "link-outside",
        message:
          "a/absolute.md is a link that leads out of the configured folder; the skill is not read without it.",
      },
      { path: "a/relative.md", rule: "link-outside" },
      { path: "a/twice.md", rule: "link-outside" },
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

  it("that go round or lead nowhere keep their skills out, and no other; elsewhere they are left out", async () => {
    const folder = aFolder({
      "a/SKILL.md": skillText("a"),
      "b/SKILL.md": skillText("b"),
      "c/SKILL.md": skillText("c"),
      "docs/readme.md": "x",
    });
    symlinkSync("gone.md", path.join(folder, "docs/dangling.md"));
    symlinkSync("..", path.join(folder, "a/up"));
    symlinkSync("../b", path.join(folder, "a/other"));
    symlinkSync("../a", path.join(folder, "b/other"));
    symlinkSync("self", path.join(folder, "a/self"));
    symlinkSync("gone.md", path.join(folder, "a/dangling.md"));
    const listing = await listed(folder);
    expect(roots(listing)).toEqual(["c"]);
    const failures = listing.failures.map(({ message }) => message).join("\n");
    expect(failures).toContain("a/up is a link back to a folder above it; the skill is not read without it.");
    expect(failures).toContain("a/self is a link that leads back to itself");
    expect(failures).toContain("a/dangling.md is a link that leads nowhere");
    expect(failures).toContain("b/other/other is a link back to a folder above it");
    expect(listing.notes).toEqual(["docs/dangling.md is a link that leads nowhere; it is left out."]);
  });

  it("keep a skill out like a socket does, which is no file either", async () => {
    const folder = aFolder({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path.join(folder, "a/socket"), resolve));
    onTestFinished(() => void server.close());
    const listing = await listed(folder);
    expect(roots(listing)).toEqual(["b"]);
    expect(listing.failures).toMatchObject([{ path: "a/socket", rule: "special-file" }]);
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
