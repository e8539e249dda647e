import { describe, expect, it } from "vitest";
import { bytesOf } from "@/lib/skills/file-text";
import { differingPaths, planDraftPush } from "./plan-draft-push";
import { markOfFiles } from "./seen-drafts";
import { sha256Of } from "./sha256";

const there = (path: string, text: string, executable = false) => ({
  path,
  sha256: sha256Of(text),
  executable,
});
const here = (path: string, text: string, executable = false) => ({ path, bytes: bytesOf(text), executable });

describe("planDraftPush", () => {
  it("writes what differs, deletes what is gone, and says nothing of the rest", () => {
    const draft = [there("SKILL.md", "a"), there("gone.md", "g"), there("same.md", "s")];
    const files = [here("SKILL.md", "b"), here("same.md", "s"), here("new.sh", "n", true)];
    expect(planDraftPush(draft, files, true)).toEqual([
      { op: "delete", path: "gone.md" },
      { op: "write", path: "SKILL.md", text: "b", executable: false },
      { op: "write", path: "new.sh", text: "n", executable: true },
    ]);
  });

  it("sends bytes that are no text as base64", () => {
    const bytes = new Uint8Array([0, 255]);
    expect(planDraftPush([], [{ path: "a.bin", bytes }], true)).toEqual([
      { op: "write", path: "a.bin", base64: "AP8=", executable: false },
    ]);
  });

  it("leaves modes as they are where the system has none", () => {
    const draft = [there("run.sh", "a", true)];
    expect(planDraftPush(draft, [here("run.sh", "a")], false)).toEqual([]);
    expect(planDraftPush(draft, [here("run.sh", "b")], false)).toEqual([
      { op: "write", path: "run.sh", text: "b" },
    ]);
    expect(planDraftPush(draft, [here("run.sh", "a")], true)).toEqual([
      { op: "set-executable", path: "run.sh", executable: false },
    ]);
  });

  it("deletes no file that no push reads", () => {
    expect(planDraftPush([there(".env", "k"), there("node_modules/a.js", "a")], [], true)).toEqual([]);
  });
});

describe("differingPaths", () => {
  it("names what was added, removed, changed or made executable", () => {
    const left = [there("a", "1"), there("b", "1"), there("c", "1"), there("same", "1")];
    const right = [there("b", "2"), there("c", "1", true), there("d", "1"), there("same", "1")];
    expect(differingPaths(left, right)).toEqual(["a", "b", "c", "d"]);
  });

  it("is empty exactly when the marks are equal, whatever the order", () => {
    const files = [there("b", "1", true), there("a", "1")];
    expect(markOfFiles(files)).toBe(markOfFiles(files.toReversed()));
    expect(markOfFiles(files)).not.toBe(markOfFiles([there("b", "1"), there("a", "1")]));
  });
});
