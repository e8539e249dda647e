import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findUnseenText } from "@/lib/kernel/hidden-text";
import { parsePlaced } from "@/lib/platform/placed-yaml";
import { writeDeclaration } from "./write-declaration";

const write = (value: object, notes: readonly string[] = []) => writeDeclaration({ value, notes });
const read = (text: string) => parsePlaced(text, "greenroom.yaml").value;

/** What YAML takes for something else, what ends lines, and what nobody sees. */
const piece = fc.constantFrom(
  ..."- # : ? | > & * ! % @ ` ' \" \\ { } [ ] , ~ = --- ... null yes 0x1f 1e3 2024-01-01 é 漢 🎭 word \\u200b".split(
    " ",
  ),
  ..." |  |\t|\n|\r|\r\n|\n\n|\u0085|\u00a0|\u2028|\u200b|\u202e|\u{e0041}|\u0001|\ufeff".split("|"),
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "grapheme" }),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== "__proto__" && key !== "<<"),
      tie("any"),
      { maxKeys: 4 },
    ),
  ),
})).any;

describe("a configuration file that is written", () => {
  it("is read as the very same, whatever its texts are, and hides nothing", () => {
    fc.assert(
      fc.property(value, fc.array(text, { maxLength: 2 }), (any, notes) => {
        const written = write({ any }, notes);
        expect(read(written)).toEqual({ any });
        expect(findUnseenText(written)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("reads as people write it", () => {
    const instructions = "Answer in the words of our manuals.\nBe brief.\n";
    expect(
      write({ agents: [{ name: "Desk", instructions, skills: ["refunds", "tone@stable"] }] }, ["A note."]),
    ).toBe(
      `# A note.
agents:
  - name: Desk
    instructions: |
      Answer in the words of our manuals.
      Be brief.
    skills:
      - refunds
      - tone@stable
`,
    );
  });

  it("says twice what stands twice, without references", () => {
    const list = ["docs", "web"];
    expect(write({ first: list, second: list })).not.toMatch(/[&*]/);
  });

  it("keeps a note on its line", () => {
    expect(read(write({ a: 1 }, ["One\npolicy: {}\r\nb: 2"]))).toEqual({ a: 1 });
  });
});
