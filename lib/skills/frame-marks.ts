import { mayHideText, unseen } from "@/lib/kernel/hidden-text";

/** What delimits a host's own texts: element names, and how its own lines begin (patterns with `^`, `g`, `i` and `m`). */
export type FrameMarks = { tags?: readonly string[]; lines?: RegExp };

/** Where a text looks like a host's own, in UTF-16 units: at the `<` of a tag, or at the start of a line. */
export type FrameHit = { index: number; kind: "tag" | "line" };

/** The elements and lines with which hosts mark skills, of all dialects: no skill has business with them. */
export const knownFrameMarks = {
  tags: ["skill_content", "skill_resources", "skill_resource", "available_skills", "system-reminder"],
  lines: /^[ \t]*(?:base_path[ \t]*:[ \t]*skill:\/\/|Base directory for this skill:|Skill directory:)/gim,
} as const satisfies FrameMarks;

/**
 * Opening and closing tags of these elements and lines that begin like these, however they are written: spaced, in
 * other cases, full width, with letters of other alphabets that look the same, with characters in between that
 * nobody sees.
 */
export function findFrameMarks(text: string, frame: FrameMarks): FrameHit[] {
  const hits = new Map<number, FrameHit>();
  const written = { folded: text, placeOf: (index: number) => index };
  for (const look of [written, foldLooks(text)])
    if (look) for (const hit of marksIn(look, frame)) hits.set(hit.index, hit);
  return [...hits.values()].sort((left, right) => left.index - right.index);
}

type Look = { folded: string; placeOf: (index: number) => number };

function marksIn({ folded, placeOf }: Look, { tags = [], lines }: FrameMarks): FrameHit[] {
  // One run of blanks is never shared out between two repetitions: that would take the square of its length.
  const tag = new RegExp(`<(?:\\s*/)?\\s*(?:${tags.join("|")})(?![\\w-])`, "gi");
  const found = (pattern: RegExp, kind: FrameHit["kind"]) =>
    Array.from(folded.matchAll(pattern), ({ index }): FrameHit => ({ index: placeOf(index), kind }));
  return [...(tags.length > 0 ? found(tag, "tag") : []), ...(lines ? found(lines, "line") : [])];
}

/** Letters and marks that pass for the ASCII ones of tags, beside those that NFKC makes the same. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    ..."аa еe оo сc рp ѕs іi ӏl кk тt νv".split(" "),
    ..."οo αa κk τt ιi ρp ʟl ɩi ոn սu ѵv ԁd հh ᴄc ᴋk ᴠv ꜱs".split(" "),
    ..."‹< 〈< ⟨< ❮< ˂< ᐸ< ⁄/ ∕/ ╱/ ⧸/ ‿_ ∶: ꞉: ː:".split(" "),
  ].map((pair) => [[...pair][0] ?? "", [...pair][1] ?? ""]),
);

/** Where NFKC has letters and marks of ASCII: other widths, small and raised ones, mathematical and enclosed ones. */
const compatible =
  "\\xa0\\xaa\\xba\\u017f\\u02b0-\\u02e4\\u1d00-\\u1dbf\\u2000-\\u200a\\u202f\\u205f\\u2070-\\u209c\\u2100-\\u217f\\u2460-\\u24ff" +
  "\\u3000\\ua7f0-\\ua7f8\\ufb00-\\ufb06\\ufe30-\\ufe6f\\uff00-\\uff5f\\u{1ccd0}-\\u{1ccff}\\u{1d400}-\\u{1d7ff}\\u{1f100}-\\u{1f1ff}";
const lookalikeKeys = [...lookalikes.keys()].flatMap((key) => [key, key.toUpperCase()]).join("");
const eachFolded = new RegExp(`[${compatible}${lookalikeKeys}]|${unseen.source}`, "gu");

/** The text as it looks to a reader in a hurry, and where each of its units came from. Null when it looks as it is. */
function foldLooks(text: string): Look | null {
  const pieces: string[] = [];
  /** Where the folded text begins to lie otherwise than before: pairs of places in it and in the text. */
  const turns: { folded: number; text: number }[] = [];
  let at = 0;
  let length = 0;
  for (const { 0: character, index } of text.matchAll(eachFolded)) {
    const folded = foldCharacter(character);
    pieces.push(text.slice(at, index), folded);
    length += index - at;
    turns.push({ folded: length, text: index });
    length += folded.length;
    at = index + character.length;
    turns.push({ folded: length, text: at });
  }
  if (at === 0) return null;
  return { folded: pieces.join("") + text.slice(at), placeOf: (index) => placeIn(turns, index) };
}

/** Of what one character became, every unit came from its start. */
function placeIn(turns: readonly { folded: number; text: number }[], index: number): number {
  let low = -1;
  let high = turns.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((turns[middle]?.folded ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const turn = turns[low];
  if (!turn) return index;
  return low % 2 === 0 ? turn.text : turn.text + index - turn.folded;
}

function foldCharacter(character: string): string {
  if (/[\r\v\f\u0085\u2028\u2029]/.test(character)) return "\n";
  const folded = character.normalize("NFKC");
  if (mayHideText(folded)) return "";
  return lookalikes.get(folded.toLowerCase()) ?? folded;
}
