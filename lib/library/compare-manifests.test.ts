import { describe, expect, it } from "vitest";
import { compareManifests, haveSameModes } from "./compare-manifests";
import type { ManifestFile } from "./describe-package";

const file = (path: string, executable: boolean, sha256 = "a"): ManifestFile => ({
  path,
  sha256,
  executable,
  size: 1,
});

describe("two manifests", () => {
  it("differ in what was written, is gone, or is executable otherwise", () => {
    const before = [file("same", false), file("run.sh", false), file("gone", true), file("text", false)];
    const after = [file("same", false), file("run.sh", true), file("text", false, "b"), file("new", false)];
    const { paths, written } = compareManifests(before, after);
    expect(paths).toEqual(["run.sh", "text", "new", "gone"]);
    expect(written.map(({ path }) => path)).toEqual(["run.sh", "text", "new"]);
  });

  it.each([
    ["nothing", [], true],
    ["other bytes", [file("run.sh", true, "b"), file("a.md", false)], true],
    ["a file that is not executable", [file("run.sh", true), file("a.md", false), file("b.md", false)], true],
    ["one that no longer is", [file("run.sh", false), file("a.md", false)], false],
    ["one that is now", [file("run.sh", true), file("a.md", true)], false],
    ["another name", [file("go.sh", true), file("a.md", false)], false],
    ["one that is gone", [file("a.md", false)], false],
  ] as const)("say the same of what is executable or not: %s", (_, after, same) => {
    const before = [file("run.sh", true), file("a.md", false)];
    expect(haveSameModes(before, after.length === 0 ? before : after)).toBe(same);
    expect(haveSameModes(after.length === 0 ? before : after, before)).toBe(same);
  });
});
