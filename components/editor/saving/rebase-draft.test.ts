import { describe, expect, it } from "vitest";
import { buildChangeSet } from "./change-set";
import {
  type DraftState,
  findFile,
  isDirty,
  loadText,
  moveFile,
  openDraft,
  putFile,
  removePath,
  type SavedFile,
  setExecutable,
  setText,
} from "./draft-state";
import { findConflicts, markSaved, type RemoteDraft, rebaseDraft } from "./rebase-draft";

const file = (path: string, sha256 = "1"): SavedFile => ({
  path,
  kind: "text",
  size: 1,
  sha256,
  executable: false,
});
const remote = (revision: number, ...files: SavedFile[]): RemoteDraft => ({
  revision,
  digest: `d${revision}`,
  files,
});

function edited(state: DraftState, path: string, text: string, base = "base"): DraftState {
  const id = findFile(state, path)?.id ?? "";
  return setText(loadText(state, id, base), id, text);
}

const opened = () => openDraft(remote(1, file("SKILL.md"), file("a.md"), file("b.md")));

describe("another person's save", () => {
  it("is taken over silently where nothing was touched here", () => {
    const state = edited(opened(), "SKILL.md", "mine");
    const next = remote(2, file("SKILL.md"), file("a.md", "2"), file("c.md"));
    expect(findConflicts(state, next)).toEqual([]);
    const rebased = rebaseDraft(state, next);
    expect(rebased.revision).toBe(2);
    expect(rebased.files.map((each) => each.path)).toEqual(["SKILL.md", "a.md", "c.md"]);
    expect(findFile(rebased, "a.md")).toMatchObject({ text: null, saved: { sha256: "2" } });
    expect(buildChangeSet(rebased)).toEqual([{ op: "write", path: "SKILL.md", text: "mine" }]);
  });

  it("brings what may be run now, and leaves what was said of it here", () => {
    const runnable = (path: string, executable: boolean): SavedFile => ({ ...file(path), executable });
    const state = openDraft({ revision: 1, digest: "d", files: [runnable("a.sh", true), file("b.sh")] });
    const mine = setExecutable(state, findFile(state, "a.sh")?.id ?? "", false);
    const next = remote(2, runnable("a.sh", true), runnable("b.sh", true));
    expect(findConflicts(mine, next)).toEqual([]);
    const rebased = rebaseDraft(mine, next);
    expect(rebased.files.map(({ executable }) => executable)).toEqual([false, true]);
    expect(buildChangeSet(rebased)).toEqual([{ op: "set-executable", path: "a.sh", executable: false }]);
  });

  it("conflicts where both changed the same file, and then keeps this tab's text", () => {
    const state = edited(opened(), "a.md", "mine");
    const next = remote(2, file("SKILL.md"), file("a.md", "2"), file("b.md"));
    expect(findConflicts(state, next).map((conflict) => conflict.path)).toEqual(["a.md"]);
    expect(buildChangeSet(rebaseDraft(state, next))).toEqual([{ op: "write", path: "a.md", text: "mine" }]);
  });

  it("conflicts where it deleted what was changed here; the text can be written again", () => {
    const state = edited(opened(), "a.md", "mine");
    const next = remote(2, file("SKILL.md"), file("b.md"));
    expect(findConflicts(state, next)).toMatchObject([{ path: "a.md", theirs: null }]);
    expect(buildChangeSet(rebaseDraft(state, next))).toEqual([{ op: "write", path: "a.md", text: "mine" }]);
    const given = rebaseDraft(state, next, new Map([["a.md", { keep: "theirs", theirText: null }]]));
    expect(findFile(given, "a.md")).toBeUndefined();
  });

  it("conflicts where it changed what was deleted here", () => {
    const { state } = removePath(opened(), "a.md");
    const next = remote(2, file("SKILL.md"), file("a.md", "2"), file("b.md"));
    expect(findConflicts(state, next)).toMatchObject([{ path: "a.md", mine: { kind: "deleted" } }]);
    expect(buildChangeSet(rebaseDraft(state, next))).toEqual([{ op: "delete", path: "a.md" }]);
    const given = rebaseDraft(state, next, new Map([["a.md", { keep: "theirs", theirText: "t" }]]));
    expect(isDirty(given)).toBe(false);
    expect(findFile(given, "a.md")?.saved?.sha256).toBe("2");
  });

  it("conflicts where both made a file of the same name", () => {
    const state = putFile(opened(), "new.md", { kind: "text", text: "mine" });
    const next = remote(2, ...state.base, file("new.md", "2"));
    expect(findConflicts(state, next).map((conflict) => conflict.path)).toEqual(["new.md"]);
    expect(rebaseDraft(state, next).files.filter((each) => each.path === "new.md")).toHaveLength(1);
  });

  it("follows a file here that was only renamed", () => {
    const start = opened();
    const state = moveFile(start, findFile(start, "a.md")?.id ?? "", "z.md");
    const next = remote(2, file("SKILL.md"), file("a.md", "2"), file("b.md"));
    expect(findConflicts(state, next)).toEqual([]);
    expect(findFile(rebaseDraft(state, next), "z.md")).toMatchObject({ text: null, saved: { sha256: "2" } });
    expect(buildChangeSet(rebaseDraft(state, next))).toEqual([{ op: "move", from: "a.md", to: "z.md" }]);
  });

  it("takes their text, or a text made of both, as the person decided", () => {
    const state = edited(opened(), "a.md", "mine");
    const next = remote(2, file("SKILL.md"), file("a.md", "2"), file("b.md"));
    const theirs = rebaseDraft(state, next, new Map([["a.md", { keep: "theirs", theirText: "theirs" }]]));
    expect(isDirty(theirs)).toBe(false);
    expect(findFile(theirs, "a.md")?.text).toBe("theirs");
    const both = rebaseDraft(
      state,
      next,
      new Map([["a.md", { keep: "mine", theirText: "theirs", text: "both" }]]),
    );
    expect(buildChangeSet(both)).toEqual([{ op: "write", path: "a.md", text: "both" }]);
    const same = rebaseDraft(state, next, new Map([["a.md", { keep: "mine", theirText: "t", text: "t" }]]));
    expect(isDirty(same)).toBe(false);
  });
});

describe("a save", () => {
  it("leaves nothing unsaved", () => {
    let state = edited(opened(), "a.md", "mine");
    state = putFile(state, "n.md", { kind: "text", text: "new" });
    state = removePath(state, "b.md").state;
    const done = markSaved(state, state, remote(2, file("SKILL.md"), file("a.md", "2"), file("n.md", "3")));
    expect(isDirty(done)).toBe(false);
    expect(done.revision).toBe(2);
    expect(findFile(done, "a.md")).toMatchObject({ text: "mine", savedText: "mine" });
    expect(findFile(done, "a.md")?.id).toBe(findFile(state, "a.md")?.id);
  });

  it("keeps what was typed, added or deleted while it was under way", () => {
    const sent = edited(opened(), "a.md", "sent");
    let current = edited(sent, "a.md", "typed since");
    current = putFile(current, "later.md", { kind: "text", text: "" });
    current = removePath(current, "b.md").state;
    const done = markSaved(current, sent, remote(2, file("SKILL.md"), file("a.md", "2"), file("b.md")));
    expect(buildChangeSet(done)).toEqual([
      { op: "delete", path: "b.md" },
      { op: "write", path: "a.md", text: "typed since" },
      { op: "write", path: "later.md", text: "" },
    ]);
  });

  it("takes over what somebody else saved in other files", () => {
    const sent = edited(opened(), "a.md", "sent");
    const done = markSaved(sent, sent, remote(3, file("SKILL.md", "9"), file("a.md", "2"), file("b.md")));
    expect(isDirty(done)).toBe(false);
    expect(findFile(done, "SKILL.md")).toMatchObject({ saved: { sha256: "9" }, text: null });
  });

  it("keeps a renamed file's place", () => {
    const start = opened();
    const sent = moveFile(start, start.files[1]?.id ?? "", "z.md");
    const done = markSaved(sent, sent, remote(2, file("SKILL.md"), file("z.md"), file("b.md")));
    expect(isDirty(done)).toBe(false);
    expect(done.files.map((each) => each.path)).toEqual(["SKILL.md", "z.md", "b.md"]);
  });
});
