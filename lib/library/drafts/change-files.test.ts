import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFileSet } from "@/lib/skills/check-file-set";
import { changeFiles } from "./change-files";
import type { DraftChange } from "./draft-schema";

const file = (path: string) => ({
  path,
  sha256: path.padEnd(64, "0").slice(0, 64),
  size: 1,
  executable: false,
});
const before = ["SKILL.md", "docs/a.md", "docs/b.md", "x.md"].map(file);
const paths = (changes: DraftChange[], files = before) => {
  const result = changeFiles(files, changes);
  return result.ok ? result.value.files.map(({ path }) => path).sort() : result.error.rule;
};

describe("changeFiles", () => {
  it("moves and deletes folders with everything in them", () => {
    expect(paths([{ op: "move", from: "docs", to: "references/old" }])).toEqual([
      "SKILL.md",
      "references/old/a.md",
      "references/old/b.md",
      "x.md",
    ]);
    expect(paths([{ op: "delete", path: "docs" }])).toEqual(["SKILL.md", "x.md"]);
    expect(paths([{ op: "move", from: "docs", to: "docs/deeper" }])).toBe("move-into-itself");
  });

  it("carries changes out in order", () => {
    const swap: DraftChange[] = [
      { op: "move", from: "x.md", to: "y.md" },
      { op: "write", path: "x.md", text: "new" },
    ];
    expect(paths(swap)).toContain("y.md");
    expect(paths(swap.toReversed())).not.toContain("x.md");
  });

  it("lets a skill.md become SKILL.md and never the other way round", () => {
    const lower = ["skill.md", "x.md"].map(file);
    expect(paths([{ op: "move", from: "skill.md", to: "SKILL.md" }], lower)).toEqual(["SKILL.md", "x.md"]);
    expect(paths([{ op: "move", from: "SKILL.md", to: "skill.md" }])).toBe("skill-file-required");
  });

  it("says of a file that it may be run, and keeps that through moves and new texts", () => {
    const made = changeFiles(before, [
      { op: "set-executable", path: "x.md", executable: true },
      { op: "move", from: "x.md", to: "scripts/x.sh" },
      { op: "write", path: "scripts/x.sh", text: "echo\n" },
      { op: "write", path: "scripts/y.sh", text: "echo\n", executable: true },
      { op: "write", path: "scripts/z.sh", text: "echo\n" },
    ]);
    const runnable = made.ok ? made.value.files.filter(({ executable }) => executable) : [];
    expect(runnable.map(({ path }) => path)).toEqual(["scripts/x.sh", "scripts/y.sh"]);
    const back: DraftChange = { op: "set-executable", path: "scripts/x.sh", executable: false };
    const undone = changeFiles(made.ok ? made.value.files : [], [back]);
    expect(undone.ok && undone.value.touched).toEqual(["scripts/x.sh"]);
    expect(paths([{ op: "set-executable", path: "gone.sh", executable: true }])).toBe("file-missing");
  });

  it("names every path that it touches", () => {
    const result = changeFiles(before, [{ op: "move", from: "docs", to: "d" }]);
    expect(result.ok && result.value.touched.toSorted()).toEqual([
      "d/a.md",
      "d/b.md",
      "docs/a.md",
      "docs/b.md",
    ]);
  });

  it("takes no name that an import would leave out, and lets go of one that is there", () => {
    expect(paths([{ op: "write", path: "node_modules/x.js", text: "" }])).toBe("path-junk");
    expect(paths([{ op: "move", from: "x.md", to: "docs/.DS_Store" }])).toBe("path-junk");
    const old = [...before, file(".DS_Store")];
    expect(paths([{ op: "write", path: "x.md", text: "new" }], old)).toContain(".DS_Store");
    expect(paths([{ op: "delete", path: ".DS_Store" }], old)).not.toContain(".DS_Store");
  });

  it("writes paths in NFC", () => {
    expect(paths([{ op: "write", path: "re\u0301sume\u0301.md", text: "" }])).toContain(
      "r\u00e9sum\u00e9.md",
    );
  });

  it("never makes a package that could not be stored, whatever it is asked", () => {
    const path = fc.oneof(
      fc.constantFrom(
        "SKILL.md",
        "docs",
        "docs/a.md",
        "x.md",
        "../x",
        "/x",
        "X.md",
        "a/../b",
        "docs/a.md/b",
        "~",
        "",
      ),
      fc.string({ maxLength: 12 }),
    );
    const change: fc.Arbitrary<DraftChange> = fc.oneof(
      fc.record({ op: fc.constant("write" as const), path, text: fc.string({ maxLength: 5 }) }),
      fc.record({ op: fc.constant("delete" as const), path }),
      fc.record({ op: fc.constant("move" as const), from: path, to: path }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const result = changeFiles(before, changes);
        if (!result.ok) return;
        expect(checkFileSet(result.value.files)).toEqual([]);
        expect(result.value.files.map((one) => one.path)).toContain("SKILL.md");
      }),
      { numRuns: 2_000 },
    );
  });
});
