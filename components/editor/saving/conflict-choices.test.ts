import { describe, expect, it } from "vitest";
import { firstDecision, toChoice, toResolution } from "./conflict-choices";
import { findFile, loadText, openDraft, removePath, type SavedFile, setText } from "./draft-state";
import { findConflicts } from "./rebase-draft";

const file = (sha256: string, kind: SavedFile["kind"] = "text"): SavedFile => ({
  path: "a.md",
  kind,
  size: 1,
  sha256,
  executable: false,
});
const opened = openDraft({ revision: 1, digest: "d", files: [file("1")] });
const id = findFile(opened, "a.md")?.id ?? "";
const typed = (text: string) => setText(loadText(opened, id, "one\ntwo\nthree"), id, text);

function choiceOf(state: typeof opened, theirs: SavedFile | null, theirText: string | null) {
  const conflict = findConflicts(state, { revision: 2, digest: "e", files: theirs ? [theirs] : [] })[0];
  if (!conflict) throw new Error("expected a conflict");
  return toChoice(conflict, theirText);
}

describe("a conflict's choice", () => {
  it("offers both changes where they fit together", () => {
    const choice = choiceOf(typed("ONE\ntwo\nthree"), file("2"), "one\ntwo\nTHREE");
    const decision = firstDecision(choice);
    expect(decision).toEqual({ keep: "edited", text: "ONE\ntwo\nTHREE" });
    expect(decision && toResolution(choice, decision)).toEqual({
      keep: "mine",
      theirText: "one\ntwo\nTHREE",
      text: "ONE\ntwo\nTHREE",
    });
  });

  it("leaves it to the person where the same lines were changed", () => {
    const choice = choiceOf(typed("one\nmine\nthree"), file("2"), "one\ntheirs\nthree");
    expect(firstDecision(choice)).toBeNull();
    expect(toResolution(choice, { keep: "mine" })).toMatchObject({ keep: "mine", text: "one\nmine\nthree" });
    expect(toResolution(choice, { keep: "theirs" })).toEqual({
      keep: "theirs",
      theirText: "one\ntheirs\nthree",
    });
  });

  it("knows a side that has no file", () => {
    expect(choiceOf(typed("mine"), null, null)).toMatchObject({
      isTheirsDeleted: true,
      merged: null,
      mine: "mine",
    });
    const { state } = removePath(opened, "a.md");
    expect(choiceOf(state, file("2"), "theirs")).toMatchObject({
      mineKind: "deleted",
      mine: null,
      theirs: "theirs",
    });
  });

  it("offers no merge for bytes", () => {
    expect(choiceOf(typed("mine"), file("2", "binary"), null)).toMatchObject({ isText: false, merged: null });
  });
});
