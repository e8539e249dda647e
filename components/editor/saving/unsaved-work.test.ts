import { describe, expect, it } from "vitest";
import { buildChangeSet } from "./change-set";
import {
  type DraftState,
  findFile,
  moveFile,
  openDraft,
  putFile,
  removePath,
  type SavedFile,
  setExecutable,
} from "./draft-state";
import { findConflicts } from "./rebase-draft";
import { restoreUnsavedWork, toUnsavedWork, type UnsavedWork, unsavedWorkSchema } from "./unsaved-work";

const place = { workspace: "meridian", skill: "triage", tab: "t1" };
const file = (path: string, sha256 = "1"): SavedFile => ({
  path,
  kind: "text",
  size: 1,
  sha256,
  executable: false,
});
const draft = (revision: number, ...files: SavedFile[]): DraftState =>
  openDraft({ revision, digest: "d", files });
const kept = (state: DraftState): UnsavedWork =>
  unsavedWorkSchema.parse(JSON.parse(JSON.stringify(toUnsavedWork(state, place, 1))));

function workedOn(): DraftState {
  let state = draft(3, file("SKILL.md"), file("a.md"), file("b.md"), file("c.md"));
  state = putFile(state, "SKILL.md", { kind: "text", text: "typed" });
  state = moveFile(state, findFile(state, "a.md")?.id ?? "", "references/a.md");
  state = putFile(state, "logo.png", { kind: "binary", upload: { base64: "AAAA", size: 3 } });
  state = setExecutable(state, findFile(state, "c.md")?.id ?? "", true);
  return removePath(state, "b.md").state;
}

describe("unsaved work", () => {
  it("survives a reload whole", () => {
    const work = kept(workedOn());
    expect(work.files.map((each) => each.path)).toEqual(["SKILL.md", "references/a.md", "c.md", "logo.png"]);
    const { state, stale } = restoreUnsavedWork(
      draft(3, file("SKILL.md"), file("a.md"), file("b.md"), file("c.md")),
      work,
    );
    expect(stale).toEqual([]);
    expect(buildChangeSet(state)).toEqual(buildChangeSet(workedOn()));
  });

  it("holds nothing of files that were not touched", () => {
    expect(kept(draft(3, file("SKILL.md")))).toMatchObject({ files: [], deleted: [] });
  });

  it("names the files that somebody saved since, and keeps its own text for them", () => {
    const work = kept(workedOn());
    const now = draft(
      4,
      file("SKILL.md", "2"),
      file("a.md"),
      file("b.md", "2"),
      file("c.md"),
      file("logo.png"),
    );
    const { state, stale } = restoreUnsavedWork(now, work);
    expect(stale.toSorted()).toEqual(["SKILL.md", "b.md", "logo.png"]);
    expect(findFile(state, "SKILL.md")?.text).toBe("typed");
    expect(findFile(state, "b.md")).toBeDefined();
    const remote = { revision: 4, digest: "d", files: now.base };
    expect(findConflicts(state, remote).map((conflict) => conflict.path)).toEqual(["SKILL.md", "logo.png"]);
    expect(state.revision).toBe(3);
  });

  it("writes a changed file again that is gone on the server", () => {
    const { state, stale } = restoreUnsavedWork(draft(4, file("a.md"), file("c.md")), kept(workedOn()));
    expect(stale).toEqual(["SKILL.md"]);
    expect(buildChangeSet(state)).toContainEqual({ op: "write", path: "SKILL.md", text: "typed" });
  });

  it("refuses a record of another shape", () => {
    expect(unsavedWorkSchema.safeParse({ files: "all" }).success).toBe(false);
  });
});
