import { describe, expect, it } from "vitest";
import { binaryTypeOf } from "@/lib/bundles/download";
import { toStorable, toStorableJson } from "@/lib/kernel/to-storable";
import { skillNameOf } from "@/lib/library/skill-name";
import { groupUpload } from "./read-source";

const part = (fileName: string) => ({ fileName, size: 1, tooLarge: false });
const grouped = (...names: string[]) =>
  groupUpload(names.map(part)).map(({ fileName, isArchive, parts }) => [fileName, isArchive, parts.length]);

describe("groupUpload", () => {
  it("looks at each archive by itself and at each dropped folder as a whole", () => {
    expect(grouped("a.zip", "b.tar.gz", "one/SKILL.md", "one/x.md", "two/SKILL.md")).toEqual([
      ["a.zip", true, 1],
      ["b.tar.gz", true, 1],
      ["one", false, 2],
      ["two", false, 1],
    ]);
  });

  it("takes a single SKILL.md with the loose files beside it as one package", () => {
    expect(grouped("SKILL.md", "notes.md")).toEqual([["SKILL.md", false, 2]]);
  });

  it("leaves archives inside a dropped folder as the files they are", () => {
    expect(grouped("one/SKILL.md", "one/data.zip")).toEqual([["one", false, 2]]);
  });
});

describe("skillNameOf", () => {
  const named = (name: string, slug: string, rule?: "name-invisible") =>
    skillNameOf({
      name,
      slug,
      issues: rule
        ? [
            {
              rule,
              severity: "error",
              path: "SKILL.md",
              message: "",
              range: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
            },
          ]
        : [],
    });

  it("keeps a name as it is written when it can stand in an address", () => {
    for (const name of ["pdf-tools", "slack_search", "café", "v2.1", "MySkill"])
      expect(named(name, "slug")).toBe(name);
  });

  it("makes one that can of a name that cannot, and none of nothing", () => {
    for (const name of ["PDF Tools", "a/b", "../x", ".hidden", "-x", "x".repeat(65), "a\u0000b"])
      expect(named(name, "slug")).toBe("slug");
    expect(named("pdf\u200btools", "pdf-tools-1", "name-invisible")).toBe("pdf-tools-1");
    expect(named("", "")).toBeNull();
  });
});

describe("storable", () => {
  it("replaces what a text column refuses, at any depth", () => {
    expect(toStorable("a\u0000b\ud800c")).toBe("a\ufffdb\ufffdc");
    expect(toStorableJson([{ message: "x\u0000", at: 1, none: null }])).toEqual([
      { message: "x\ufffd", at: 1, none: null },
    ]);
  });
});

describe("binaryTypeOf", () => {
  it("knows pictures by their bytes and calls everything else bytes", () => {
    expect(binaryTypeOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))).toBe(
      "image/png",
    );
    expect(binaryTypeOf(new TextEncoder().encode("RIFF\u0001\u0001\u0001\u0001WEBPVP8 "))).toBe("image/webp");
    expect(binaryTypeOf(new TextEncoder().encode("<svg/>"))).toBe("application/octet-stream");
  });
});
