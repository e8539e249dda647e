import { describe, expect, it } from "vitest";
import { buildChangeSet } from "./change-set";
import {
  addFolder,
  checkFreePath,
  type DraftState,
  findFile,
  isDirty,
  loadText,
  moveFile,
  moveFolder,
  openDraft,
  putFile,
  removePath,
  restoreFiles,
  type SavedFile,
  setExecutable,
  setText,
  statusOf,
} from "./draft-state";

const saved = (path: string, kind: SavedFile["kind"] = "text"): SavedFile => ({
  path,
  kind,
  size: 10,
  sha256: path.padEnd(64, "0"),
  executable: false,
});

const open = (...paths: string[]): DraftState =>
  openDraft({ revision: 7, digest: "d", files: paths.map((path) => saved(path)) });

function idOf(state: DraftState, path: string): string {
  const file = findFile(state, path);
  if (!file) throw new Error(`no file ${path}`);
  return file.id;
}

const loaded = (state: DraftState, path: string, text: string): DraftState =>
  loadText(state, idOf(state, path), text);

const typed = (state: DraftState, path: string, text: string): DraftState =>
  setText(state, idOf(state, path), text);

describe("unsaved work", () => {
  it("is clean as it was opened, and again when a change was taken back", () => {
    const state = loaded(open("SKILL.md"), "SKILL.md", "a");
    expect(isDirty(state)).toBe(false);
    const changed = typed(state, "SKILL.md", "b");
    expect(isDirty(changed)).toBe(true);
    expect(isDirty(typed(changed, "SKILL.md", "a"))).toBe(false);
    expect(buildChangeSet(typed(changed, "SKILL.md", "a"))).toEqual([]);
  });

  it("knows that a file was made executable, and saves that without its text", () => {
    const state = open("SKILL.md", "scripts/run.sh");
    const runnable = setExecutable(state, idOf(state, "scripts/run.sh"), true);
    expect(isDirty(runnable)).toBe(true);
    expect(buildChangeSet(runnable)).toEqual([
      { op: "set-executable", path: "scripts/run.sh", executable: true },
    ]);
    expect(isDirty(setExecutable(runnable, idOf(state, "scripts/run.sh"), false))).toBe(false);
    const moved = moveFile(runnable, idOf(state, "scripts/run.sh"), "run.sh");
    expect(buildChangeSet(moved)).toEqual([
      { op: "move", from: "scripts/run.sh", to: "run.sh" },
      { op: "set-executable", path: "run.sh", executable: true },
    ]);
  });

  it("makes a file in the place of an executable one what it is here", () => {
    const was = { ...saved("run.sh"), executable: true };
    const opened = openDraft({ revision: 1, digest: "d", files: [saved("SKILL.md"), was] });
    const { state } = removePath(opened, "run.sh");
    const put = putFile(state, "run.sh", { kind: "text", text: "new" });
    expect(buildChangeSet(put)).toEqual([
      { op: "write", path: "run.sh", text: "new" },
      { op: "set-executable", path: "run.sh", executable: false },
    ]);
  });

  it("keeps what was typed when the saved text arrives late", () => {
    const state = typed(open("SKILL.md"), "SKILL.md", "mine");
    expect(findFile(loaded(state, "SKILL.md", "saved"), "SKILL.md")).toMatchObject({
      text: "mine",
      savedText: "saved",
    });
  });

  it("tells added, changed and moved files apart", () => {
    let state = loaded(open("SKILL.md", "a.md", "b.md"), "a.md", "a");
    state = typed(state, "a.md", "changed");
    state = moveFile(state, idOf(state, "b.md"), "references/b.md");
    state = putFile(state, "c.md", { kind: "text", text: "" });
    const statuses = Object.fromEntries(state.files.map((file) => [file.path, statusOf(file)]));
    expect(statuses).toEqual({
      "SKILL.md": null,
      "a.md": "changed",
      "references/b.md": "moved",
      "c.md": "added",
    });
  });

  it("brings a deleted file back with what was typed in it", () => {
    const state = typed(loaded(open("SKILL.md", "a.md"), "a.md", "a"), "a.md", "typed");
    const { state: without, taken } = removePath(state, "a.md");
    expect(buildChangeSet(without)).toEqual([{ op: "delete", path: "a.md" }]);
    expect(buildChangeSet(restoreFiles(without, taken))).toEqual([
      { op: "write", path: "a.md", text: "typed" },
    ]);
  });

  it("leaves a deleted file away when another one took its place", () => {
    const { state, taken } = removePath(open("SKILL.md", "a.md"), "a.md");
    const replaced = putFile(state, "a.md", { kind: "text", text: "new" });
    expect(restoreFiles(replaced, taken).files).toHaveLength(2);
  });

  it("deletes a folder with everything in it", () => {
    const { state } = removePath(open("SKILL.md", "docs/a.md", "docs/deep/b.md", "docs-not.md"), "docs");
    expect(state.files.map((file) => file.path)).toEqual(["SKILL.md", "docs-not.md"]);
  });

  it("forgets an empty folder once a file is in it", () => {
    const state = addFolder(open("SKILL.md"), "assets");
    expect(state.folders).toEqual(["assets"]);
    expect(isDirty(state)).toBe(false);
    expect(putFile(state, "assets/logo.svg", { kind: "text", text: "" }).folders).toEqual([]);
  });
});

describe("a change-set", () => {
  it("writes new text and new bytes, and replaces bytes in place", () => {
    let state = openDraft({ revision: 1, digest: "d", files: [saved("logo.png", "binary")] });
    state = putFile(state, "logo.png", { kind: "binary", upload: { base64: "AAAA", size: 3 } });
    state = putFile(state, "SKILL.md", { kind: "text", text: "# Hi" });
    expect(buildChangeSet(state)).toEqual([
      { op: "write", path: "logo.png", base64: "AAAA" },
      { op: "write", path: "SKILL.md", text: "# Hi" },
    ]);
  });

  it("moves first and writes afterwards when a file was renamed and changed", () => {
    let state = typed(loaded(open("a.md"), "a.md", "a"), "a.md", "b");
    state = moveFile(state, idOf(state, "a.md"), "b.md");
    expect(buildChangeSet(state)).toEqual([
      { op: "move", from: "a.md", to: "b.md" },
      { op: "write", path: "b.md", text: "b" },
    ]);
  });

  it("writes over a deleted file instead of deleting it first", () => {
    const { state } = removePath(open("SKILL.md", "a.md"), "a.md");
    const again = putFile(state, "a.md", { kind: "text", text: "new" });
    expect(buildChangeSet(again)).toEqual([{ op: "write", path: "a.md", text: "new" }]);
  });

  it("deletes what lies where another file is moved to", () => {
    const { state } = removePath(open("a.md", "b.md"), "a.md");
    expect(buildChangeSet(moveFile(state, idOf(state, "b.md"), "a.md"))).toEqual([
      { op: "delete", path: "a.md" },
      { op: "move", from: "b.md", to: "a.md" },
    ]);
  });

  it("orders a chain of renames so that each place is free", () => {
    let state = open("a.md", "b.md");
    state = moveFile(state, idOf(state, "b.md"), "c.md");
    state = moveFile(state, idOf(state, "a.md"), "b.md");
    expect(buildChangeSet(state)).toEqual([
      { op: "move", from: "b.md", to: "c.md" },
      { op: "move", from: "a.md", to: "b.md" },
    ]);
  });

  it("lets two files trade places", () => {
    let state = open("a.md", "b.md");
    const [first, second] = [idOf(state, "a.md"), idOf(state, "b.md")];
    state = moveFile(moveFile(state, first, "b.md"), second, "a.md");
    expect(buildChangeSet(state)).toEqual([
      { op: "move", from: "a.md", to: "a.md.moving" },
      { op: "move", from: "b.md", to: "a.md" },
      { op: "move", from: "a.md.moving", to: "b.md" },
    ]);
  });

  it("moves every file of a renamed folder", () => {
    const state = moveFolder(open("docs/a.md", "docs/b.md"), "docs", "references");
    expect(buildChangeSet(state)).toEqual([
      { op: "move", from: "docs/a.md", to: "references/a.md" },
      { op: "move", from: "docs/b.md", to: "references/b.md" },
    ]);
  });
});

describe("a free path", () => {
  const state = open("SKILL.md", "references/owners.md");
  const refusal = (path: string, options?: { moving?: string; isFolder?: boolean }) => {
    const checked = checkFreePath(state, path, options);
    return checked.ok ? null : checked.error;
  };

  it("is answered clean", () => {
    expect(checkFreePath(state, "./assets//logo.svg")).toEqual({ ok: true, value: "assets/logo.svg" });
  });

  it.each([
    ["references/owners.md", "references/owners.md is already there."],
    ["References/Owners.md", "references/owners.md is already there."],
    ["SKILL.md/x.md", "SKILL.md is a file, not a folder."],
    ["references", "references is already a folder."],
  ])("refuses %s", (path, message) => {
    expect(refusal(path)).toBe(message);
  });

  it("refuses to leave the package", () => {
    expect(refusal("../other/SKILL.md")).toMatch(/leaves the package/);
  });

  it("lets a file change only the case of its name", () => {
    expect(refusal("references/Owners.md", { moving: "references/owners.md" })).toBeNull();
  });

  it("refuses to move a folder into itself", () => {
    expect(refusal("references/deep", { moving: "references", isFolder: true })).toMatch(/into itself/);
  });
});
