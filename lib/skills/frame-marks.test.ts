import { describe, expect, it } from "vitest";
import { findFrameMarks, knownFrameMarks } from "./frame-marks";

const tags = (text: string) => findFrameMarks(text, { tags: ["skill_content"] });

describe("findFrameMarks", () => {
  it.each([
    "</skill_content>",
    "<skill_content name='x'>",
    "<skill_content/>",
    "< / SKILL_Content",
    "</\tskill_content\n>",
    "\uff1c/skill_content\uff1e",
    "\ufe64skill_content\ufe65",
    "\u2039/skill_content\u203a",
    "<\u2044skill_content>",
    "</\uff53kill_content>",
    "</skill\uff3fcontent>",
    "</sk\u0456ll_content>",
    "</\u0455kill_c\u043entent>",
    "</skill\u200b_content>",
    "</s\u00adkill_content>",
    "<\u{e0061}/skill_content>",
    "</\u{1d4c8}kill_content>",
    `<${"\u200b".repeat(500)}/skill_content>`,
  ])("finds %j", (text) => {
    expect(tags(text)).toEqual([{ index: 0, kind: "tag" }]);
    expect(tags(`Caf\u00e9 \u{1f600} ${text}`)).toEqual([{ index: 8, kind: "tag" }]);
  });

  it.each([
    "skill_content",
    "<skill_contents>",
    "<skill_content-x>",
    "</my_skill_content>",
    "&lt;/skill_content>",
    "< b > skill_content",
    "\u0441\u043b\u043e\u0432\u043e < 5",
  ])("leaves %j alone", (text) => {
    expect(tags(text)).toEqual([]);
  });

  it.each([
    "base_path: skill://x",
    "  Base_Path : skill://x",
    "\uff42ase_path: skill://x",
    "base\u200b_path: skill://x",
  ])("finds the line %j at its start", (line) => {
    expect(findFrameMarks(`One.\n${line}\nTwo.`, knownFrameMarks)).toEqual([{ index: 5, kind: "line" }]);
    expect(findFrameMarks(`One\u2028${line}`, knownFrameMarks)).toEqual([{ index: 4, kind: "line" }]);
    expect(findFrameMarks(`See ${line}`, knownFrameMarks)).toEqual([]);
  });

  it("names a place of the text itself, also behind characters that fold into several", () => {
    const text = "\ufb01\u{1f468}\u200d\u{1f469}\u2026 </skill_content>";
    expect(tags(text)).toEqual([{ index: text.indexOf("<"), kind: "tag" }]);
  });

  it("takes time that grows with the text alone", () => {
    const started = performance.now();
    for (const piece of ["<", "< ", "<\u00e9", "</skill_conten", "<\u200b", "\nbase_path ", "\uff1c\uff53"])
      findFrameMarks(piece.repeat(100_000), { ...knownFrameMarks });
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

it("folds whatever NFKC makes a letter or a mark of a tag", () => {
  const missed: string[] = [];
  for (let code = 0x80; code < 0x110000; code++) {
    const character = String.fromCodePoint(code);
    const folded = character.normalize("NFKC").toLowerCase();
    if (folded.length !== 1 || !/[a-z_</:]/.test(folded)) continue;
    const text = "</skill_content:>".replace(folded, character);
    if (text !== "</skill_content:>" && tags(text).length === 0) missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

describe("a run of blanks behind a bracket", () => {
  it("is read once, however long it is", () => {
    const blanks = " ".repeat(400_000);
    expect(tags(`<${blanks}x`)).toEqual([]);
    expect(tags(`<${blanks}/${blanks}skill_content>`)).toEqual([{ index: 0, kind: "tag" }]);
  });
});
