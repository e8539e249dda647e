import { describe, expect, it } from "vitest";
import { fitChanges } from "./fit-changes";

const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) });

describe("fitChanges", () => {
  it("is nothing where the files are the same", () => {
    const files = [file("SKILL.md", "a"), file("b.md", "b")];
    expect(fitChanges(files, files)).toEqual({ fit: [], texts: [] });
  });

  it("writes what differs, makes what is new, and tells lines with one around them", () => {
    const stored = [file("SKILL.md", "one\ntwo\nthree\nfour\nfive\n"), file("b.md", "b")];
    const [, kept] = stored;
    if (!kept) throw new Error("There are two files.");
    const planned = [file("SKILL.md", "one\ntwo\nTHREE\nfour\nfive\n"), kept, file("c.yaml", "c: 1\n")];
    const { fit, texts } = fitChanges(stored, planned);
    expect(fit).toEqual([
      { op: "write", path: "SKILL.md", text: "one\ntwo\nTHREE\nfour\nfive\n" },
      { op: "write", path: "c.yaml", text: "c: 1\n" },
    ]);
    expect(texts[0]?.lines).toEqual([
      { kind: "same", text: "two" },
      { kind: "removed", text: "three" },
      { kind: "added", text: "THREE" },
      { kind: "same", text: "four" },
    ]);
    expect(texts[1]?.lines.filter(({ kind }) => kind === "added")).toContainEqual({
      kind: "added",
      text: "c: 1",
    });
  });

  it("moves what is only called otherwise", () => {
    const stored = [file("skill.md", "a")];
    expect(fitChanges(stored, [file("SKILL.md", "a")]).fit).toEqual([
      { op: "move", from: "skill.md", to: "SKILL.md" },
    ]);
    expect(fitChanges(stored, [file("SKILL.md", "b")]).fit).toHaveLength(2);
  });
});
