import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf } from "@/lib/skills/file-text";
import { skillTextPieces } from "./skill-text-pieces";

const of = (...texts: string[]) => skillTextPieces(texts.map(bytesOf));

describe("the pieces of skills' own texts", () => {
  it("are lines without blanks around them, each once, none that stands everywhere", () => {
    expect(of("# Notes\n\n  Group them.  \n- a\nGroup them.\n", "Group them.")).toEqual([
      "# Notes",
      "Group them.",
    ]);
  });

  it("end where a host puts something in", () => {
    expect(of("Branch of $ARGUMENTS for the release")).toEqual(["Branch of", "for the release"]);
    expect(of("Look into $" + "{CLAUDE_SKILL_DIR}/references now")).toEqual(["Look into", "/references now"]);
    expect(of("Say \\$1 and nothing more")).toEqual(["and nothing more"]);
  });

  it("are none of a file that is no text", () => {
    expect(skillTextPieces([null, new Uint8Array([65, 0, 66, 67, 68, 69, 70, 71])])).toEqual([]);
    expect(
      skillTextPieces([new Uint8Array([0x47, 0x72, 0x6f, 0x75, 0x70, 0x20, 0xff, 0xfe, 0x20, 0x69])]),
    ).toEqual([]);
  });

  it("do not begin with a mark of the order of bytes", () => {
    expect(of("\uFEFFGroup them.")).toEqual(["Group them."]);
  });

  it("stand in the texts that they are of, on one line, long enough to say whose they are", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
        for (const piece of of(...texts)) {
          expect(texts.some((text) => text.includes(piece))).toBe(true);
          expect(piece).not.toMatch(/\n/);
          expect(piece.length).toBeGreaterThanOrEqual(6);
        }
      }),
    );
  });
});
