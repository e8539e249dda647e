import { describe, expect, it } from "vitest";
import { type DraftState, findFile, moveFile, moveFolder, openDraft, putFile } from "../saving/draft-state";
import { mendLinks, movesOf } from "./mend-links";

const draftOf = (files: Readonly<Record<string, string>>): DraftState =>
  Object.entries(files).reduce(
    (state, [path, text]) => putFile(state, path, { kind: "text", text }),
    openDraft({ revision: 1, digest: "d", files: [] }),
  );

const textsOf = (state: DraftState): Record<string, string | null> =>
  Object.fromEntries(state.files.map(({ path, text }) => [path, text]));

function moved(state: DraftState, from: string, to: string): DraftState {
  const file = findFile(state, from);
  return file ? moveFile(state, file.id, to) : moveFolder(state, from, to);
}

function mended(state: DraftState, from: string, to: string) {
  const after = moved(state, from, to);
  return mendLinks(after, movesOf(state, after));
}

const files = {
  "SKILL.md": "[a](references/a.md#x), `references/a.md`, [b](references/b.md), [gone](references/gone.md)",
  "references/a.md": "[up](../SKILL.md) and [b](b.md)",
  "references/b.md": "[a](a.md)",
  "scripts/run.sh": "cat references/a.md # [a](references/a.md)",
};

describe("mendLinks", () => {
  it("leads every document to a file's new place, and touches nothing but links in prose", () => {
    const { state, links, files: changed } = mended(draftOf(files), "references/a.md", "references/first.md");
    expect(textsOf(state)).toEqual({
      ...Object.fromEntries(Object.entries(files).filter(([path]) => path !== "references/a.md")),
      "SKILL.md":
        "[a](references/first.md#x), `references/first.md`, [b](references/b.md), [gone](references/gone.md)",
      "references/first.md": files["references/a.md"],
      "references/b.md": "[a](first.md)",
    });
    expect({ links, changed }).toEqual({ links: 3, changed: 2 });
  });

  it("keeps the moved document's own links right", () => {
    const { state } = mended(draftOf(files), "references/a.md", "docs/deep/a.md");
    expect(textsOf(state)["docs/deep/a.md"]).toBe("[up](../../SKILL.md) and [b](../../references/b.md)");
  });

  it("follows a folder with everything in it", () => {
    const { state, links } = mended(draftOf(files), "references", "docs");
    expect(textsOf(state)["SKILL.md"]).toBe(
      "[a](docs/a.md#x), `docs/a.md`, [b](docs/b.md), [gone](references/gone.md)",
    );
    expect(textsOf(state)["docs/b.md"]).toBe("[a](a.md)");
    expect(links).toBe(3);
  });

  it("has nothing to do where no link led", () => {
    const state = draftOf(files);
    expect(mended(state, "scripts/run.sh", "scripts/go.sh").links).toBe(0);
  });
});
