import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArchiveContents } from "@/lib/bundles/archive-contents";
import { aFolder, writeFiles } from "@/lib/testing/folders";
import { skillText } from "@/lib/testing/packages";
import { bytes } from "@/lib/testing/uploads";
import { listDirectory } from "./adapters/directory";
import { chooseContents, withoutExcluded } from "./choose-contents";
import type { PackagePatterns } from "./choose-packages";

const contentsOf = (files: Record<string, string>): ArchiveContents => ({
  files: Object.entries(files).map(([at, text]) => ({ path: at, bytes: bytes(text) })),
  links: [],
  barred: [],
  notes: [],
  ignored: [],
});

const tree = {
  "tools/pdf/SKILL.md": skillText("pdf"),
  "tools/pdf/logo.psd": "art",
  "tools/logs/SKILL.md": skillText("log-search"),
  "drafts/new/SKILL.md": skillText("new"),
};

async function chosen(patterns: Partial<PackagePatterns>, files: Record<string, string> = tree) {
  const all = { include: [], exclude: [], ...patterns };
  const read = await chooseContents(contentsOf(files), { fallback: "top", patterns: all });
  if (!read.ok) return read.error;
  const { packages, leftOut } = read.value;
  const shape = Object.fromEntries(
    packages.map(({ root, files: own }) => [root, own.map((file) => file.path).sort()]),
  );
  return { shape, leftOut };
}

describe("what is chosen of a flat list of files", () => {
  it("is everything without patterns", async () => {
    expect(await chosen({})).toMatchObject({
      shape: {
        "drafts/new": ["SKILL.md"],
        "tools/logs": ["SKILL.md"],
        "tools/pdf": ["SKILL.md", "logo.psd"],
      },
      leftOut: [],
    });
  });

  it("goes by folders and by the names in SKILL.md", async () => {
    expect(await chosen({ include: ["tools/pdf"] })).toMatchObject({
      shape: { "tools/pdf": ["SKILL.md", "logo.psd"] },
    });
    const byName = await chosen({ include: ["log-*", "drafts/*"] });
    expect(byName).toMatchObject({ shape: { "drafts/new": ["SKILL.md"], "tools/logs": ["SKILL.md"] } });
  });

  it("says what is left out, by its path or by its name", async () => {
    expect(await chosen({ exclude: ["log-*", "*.psd", "**/drafts"] })).toEqual({
      shape: { "tools/pdf": ["SKILL.md"] },
      leftOut: ["The patterns leave out 2 files.", "log-search in tools/logs is left out by its name."],
    });
    const atTop = { "SKILL.md": skillText("one"), "a/SKILL.md": skillText("two") };
    expect(await chosen({ exclude: ["one"] }, atTop)).toMatchObject({
      leftOut: ["one is left out by its name."],
    });
  });

  it("is nothing, told apart from files in which there never was a skill", async () => {
    expect(await chosen({ include: ["elsewhere/*"] })).toBe("none-chosen");
    expect(await chosen({ exclude: ["*"] })).toBe("none-chosen");
    expect(await chosen({ exclude: ["SKILL.md"] })).toBe("none-chosen");
    expect(await chosen({ exclude: ["pdf", "new", "log-*"] })).toBe("none-chosen");
    expect(await chosen({ include: ["*"] }, { "a.md": "A" })).toBe("no-skills");
  });

  it("has links and barred entries left out too, and folders that are no part of the paths", async () => {
    const contents: ArchiveContents = {
      ...contentsOf({ "a.md": "A" }),
      links: [{ path: "drafts/a", target: "../a.md", isHard: false }],
    };
    const { kept, out } = await withoutExcluded(contents, { exclude: ["drafts"] });
    expect([kept.links, kept.files.length, out]).toEqual([[], 1, 1]);
    expect((await withoutExcluded(contents, { exclude: ["pdf/*.md"] }, "pdf")).out).toBe(1);
    expect((await withoutExcluded(contents, { exclude: [] })).kept).toBe(contents);
  });
});

it("is the same of a tree on disk and in an archive", async () => {
  const segment = fc.constantFrom("a", "b", "tools", "drafts");
  const folder = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const name = fc.constantFrom("pdf", "log-search", "notes");
  const pattern = fc.constantFrom(
    "a",
    "*/b",
    "tools/*",
    "**/drafts",
    "log-*",
    "pdf",
    "*.md",
    "a.*",
    "**/b/*",
    "?",
  );
  const patterns = fc.record({
    include: fc.array(pattern, { maxLength: 2 }),
    exclude: fc.array(pattern, { maxLength: 2 }),
  });
  const skills = fc.uniqueArray(fc.tuple(folder, name), {
    minLength: 1,
    maxLength: 5,
    selector: ([at]) => at,
  });
  const base = aFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(skills, patterns, async (placed, asked) => {
      const files = Object.fromEntries(
        placed.flatMap(([at, named]) => [
          [`${at}/SKILL.md`, skillText(named)],
          [`${at}/a.txt`, "A"],
        ]),
      );
      run += 1;
      const at = path.join(base, String(run), "top");
      writeFiles(at, files);
      const listing = await listDirectory(at, asked);
      const onDisk = listing.ok
        ? Object.fromEntries(
            listing.value.packages.map((one) => [one.root, one.files.map((file) => file.path).sort()]),
          )
        : {};
      const packed = await chosen(asked, files);
      expect(typeof packed === "string" ? {} : packed.shape).toEqual(onDisk);
    }),
    { numRuns: 100 },
  );
});
