import { describe, expect, it } from "vitest";
import { type HunkChoice, type MergeHunk, mergedText, mergeTexts, usualChoice } from "./merge-texts";

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");
const merge = (base: string | null, ours: string, theirs: string) => {
  const pieces = mergeTexts({ base, ours, theirs });
  if (!pieces) throw new Error("Too many lines.");
  const hunks = pieces.filter((piece): piece is MergeHunk => piece.kind === "hunk");
  const all = (choice: HunkChoice) =>
    mergedText(
      pieces,
      hunks.map(() => choice),
    );
  return { pieces, hunks, all, usual: mergedText(pieces, hunks.map(usualChoice)) };
};

describe("three texts", () => {
  it("are merged where each changed other lines", () => {
    const { hunks, usual } = merge(
      text("a", "b", "c", "d", "e"),
      text("a", "B", "c", "d", "e"),
      text("a", "b", "c", "d", "e", "f"),
    );
    expect(hunks.map(({ changed }) => changed)).toEqual(["ours", "theirs"]);
    expect(usual).toBe(text("a", "B", "c", "d", "e", "f"));
  });

  it("ask where both changed one line, and take what is chosen", () => {
    const { pieces, hunks, usual, all } = merge(
      text("a", "b", "c"),
      text("a", "mine", "c"),
      text("a", "yours", "c"),
    );
    expect(pieces).toEqual([
      { kind: "kept", lines: ["a\n"] },
      { kind: "hunk", changed: "both", base: ["b\n"], ours: ["mine\n"], theirs: ["yours\n"] },
      { kind: "kept", lines: ["c\n"] },
    ]);
    expect(usual).toBeNull();
    expect(hunks).toHaveLength(1);
    expect(all("ours")).toBe(text("a", "mine", "c"));
    expect(all("theirs")).toBe(text("a", "yours", "c"));
    expect(all("both")).toBe(text("a", "mine", "yours", "c"));
  });

  it("need nobody where both made the same of it", () => {
    const { hunks, usual } = merge(text("a", "b"), text("a", "B"), text("a", "B"));
    expect(hunks.map(({ changed }) => changed)).toEqual(["same"]);
    expect(usual).toBe(text("a", "B"));
  });

  it("take changes that touch as one hunk, and those that lie apart as two", () => {
    const touching = merge(text("a", "b", "c"), text("A", "b", "c"), text("a", "B", "c"));
    expect(touching.hunks).toMatchObject([{ changed: "both", base: ["a\n", "b\n"], ours: ["A\n", "b\n"] }]);
    const apart = merge(text("a", "b", "c"), text("A", "b", "c"), text("a", "b", "C"));
    expect(apart.hunks.map(({ changed }) => changed)).toEqual(["ours", "theirs"]);
  });

  it("ask where both put something else into the same place", () => {
    const { hunks } = merge(text("a", "b"), text("a", "x", "b"), text("a", "y", "b"));
    expect(hunks).toMatchObject([{ changed: "both", base: [], ours: ["x\n"], theirs: ["y\n"] }]);
  });

  it("ask where one removed what the other changed", () => {
    const { hunks, all } = merge(text("a", "b", "c"), text("a", "c"), text("a", "B", "c"));
    expect(hunks).toMatchObject([{ changed: "both", base: ["b\n"], ours: [], theirs: ["B\n"] }]);
    expect(all("ours")).toBe(text("a", "c"));
  });

  it("have a hunk for every difference where there is no base", () => {
    const { hunks, all } = merge(null, text("a", "b", "c", "d"), text("a", "c", "e"));
    expect(hunks.map(({ changed }) => changed)).toEqual(["both", "both"]);
    expect(all("ours")).toBe(text("a", "b", "c", "d"));
    expect(all("theirs")).toBe(text("a", "c", "e"));
  });

  it("keep their line breaks, and get one where a last line stands before another", () => {
    const { all } = merge("a\r\nb", "a\r\nours", "a\r\ntheirs");
    expect(all("ours")).toBe("a\r\nours");
    expect(all("both")).toBe("a\r\nours\ntheirs");
    expect(merge("", "", "").pieces).toEqual([]);
    expect(merge("a\rb\r", "a\rb\r", "a\rB\r").usual).toBe("a\rB\r");
  });

  it("are not compared where they have more lines than anybody reads", () => {
    expect(mergeTexts({ base: "", ours: "\n".repeat(200_001), theirs: "" })).toBeNull();
  });

  it("give either side back whole, whatever was changed", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const edited = (lines: readonly string[]) =>
      lines.flatMap((line) => {
        const dice = random(6);
        if (dice === 0) return [];
        return dice === 1 ? [line, String(random(4))] : [dice === 2 ? String(random(4)) : line];
      });
    for (let round = 0; round < 300; round += 1) {
      const base = Array.from({ length: random(12) }, () => String(random(5)));
      const [ours, theirs] = [edited(base), edited(base)];
      const { all, hunks } = merge(text(...base), text(...ours), text(...theirs));
      expect(all("ours")).toBe(text(...ours));
      expect(all("theirs")).toBe(text(...theirs));
      expect(hunks.every(({ ours, theirs, base }) => ours.length + theirs.length + base.length > 0)).toBe(
        true,
      );
    }
  });
});
