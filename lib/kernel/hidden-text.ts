import { decodeTags } from "./decode-hidden";

/** In the order in which they are told: what hides most comes first. */
export type HiddenKind = "tags" | "selectors" | "direction" | "control" | "zero-width";

/** Characters of one kind, one after the other, that a reader does not see as such. */
export type HiddenRun = {
  kind: HiddenKind;
  /** UTF-16 units from the start of the text. */
  index: number;
  text: string;
  /** False where the text around gives a reason: a mark beside Hebrew, a byte order mark at the start. */
  suspicious: boolean;
};

/** `Cc` but tab and line ends (a CR alone is none), and the separators of lines and paragraphs. */
const control = "[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u2028\\u2029]|\\r(?!\\n)";
/** Embeddings, overrides, isolates and what ends them (https://www.unicode.org/reports/tr9/). */
const direction = "[\\u202a-\\u202e\\u2066-\\u2069]";
const selectors = "[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]";
const tags = "[\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}]";
/** The other `Default_Ignorable_Code_Point` of Unicode 17, and marks of annotations. */
const zeroWidth =
  "[\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u2065\\u206a-\\u206f" +
  "\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}]";

/** Matches any one of them. */
export const unseen = new RegExp([control, direction, selectors, tags, zeroWidth].join("|"), "u");
const eachRun = new RegExp(
  `(?<tags>${tags}+)|(?<selectors>${selectors}+)|(?<direction>${direction}+)|(?<control>(?:${control})+)|${zeroWidth}+`,
  "gu",
);

/** A first look, much cheaper than finding them. */
export const mayHideText = (text: string): boolean => unseen.test(text);

/**
 * What a text hides, in its order. Left out is what an emoji or a script needs to be drawn right: the joiner inside a
 * family, the selector after a heart, the tags of a flag, joiners between letters of Persian or Hindi.
 */
export function findHiddenText(text: string): HiddenRun[] {
  const runs = findUnseenText(text).filter((run) => !isNeeded(run.kind, text, run.index, run.text));
  const misplaced = runs.filter(({ kind }) => kind === "selectors");
  // One after each of many letters carries bytes as well as a long run does.
  if (misplaced.length > mostMisplaced) for (const run of misplaced) run.suspicious = true;
  return runs;
}

/** The same with what emoji and scripts need: for names, of which two must never look alike. */
export function findUnseenText(text: string): HiddenRun[] {
  if (!mayHideText(text)) return [];
  const endsInLf = text.includes("\n");
  return Array.from(text.matchAll(eachRun), ({ 0: run, index, groups }) => {
    const kind = kindOf(groups);
    return { kind, index, text: run, suspicious: isSuspicious(kind, text, index, run, endsInLf) };
  });
}

/**
 * What a title or a description must not hold: beside what is suspicious, everything that turns the direction of
 * what is drawn after it, and controls. Old separators of lines only end lines.
 */
export const findHarmfulText = (text: string): HiddenRun[] =>
  findHiddenText(text).filter(({ kind, suspicious, text: run }) => {
    if (kind === "control") return !/^[\u2028\u2029]+$/.test(run);
    return suspicious || kind === "direction";
  });

/** How many variation selectors without a character to vary are taken for a slip. */
const mostMisplaced = 2;

function kindOf(groups: Record<string, string | undefined> | undefined): HiddenKind {
  if (groups?.tags) return "tags";
  if (groups?.selectors) return "selectors";
  if (groups?.direction) return "direction";
  return groups?.control ? "control" : "zero-width";
}

function isNeeded(kind: HiddenKind, text: string, index: number, run: string): boolean {
  switch (kind) {
    case "tags":
      return isFlag(text, index, run);
    case "selectors":
      return takesSelector(lastCharacter(text, index), run);
    case "zero-width":
      return joins(text, index, run);
    case "direction":
    case "control":
      return false;
  }
}

function isSuspicious(
  kind: HiddenKind,
  text: string,
  index: number,
  run: string,
  endsInLf: boolean,
): boolean {
  switch (kind) {
    case "tags":
      return true;
    case "selectors":
      return [...run].length > mostMisplaced;
    case "direction":
      return !isolatesWords(text, index, run);
    case "control":
      return [...run].some((character) => isOddControl(character, endsInLf));
    case "zero-width":
      if (index === 0 && run === "\ufeff") return false;
      return !(/^[\u061c\u200e\u200f]+$/.test(run) && standsByRightToLeft(text, index));
  }
}

/** Form feeds and NEL end pages and lines; so does CR where no line ends in LF. */
const isOddControl = (character: string, endsInLf: boolean): boolean =>
  character === "\r" ? endsInLf : character !== "\f" && character !== "\u0085";

/** The three flags made of tags that are emoji (RGI): U+1F3F4, "gbeng", "gbsct" or "gbwls", U+E007F. */
const isFlag = (text: string, index: number, run: string): boolean =>
  text.slice(Math.max(0, index - 2), index) === "\u{1f3f4}" &&
  run.endsWith("\u{e007f}") &&
  /^gb(?:eng|sct|wls)$/.test(decodeTags(run));

function lastCharacter(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 2), index);
  return [...before].at(-1) ?? "";
}

/** By https://www.unicode.org/reports/tr51/ and the standardised and ideographic variation sequences. */
function takesSelector(before: string, run: string): boolean {
  if (/^[\ufe0e\ufe0f]$/.test(run)) return /[\p{Emoji}\p{So}\p{Sm}]|[〰〽]/u.test(before);
  if (/^[\u{e0100}-\u{e01ef}]$/u.test(run)) return /\p{Script=Han}/u.test(before);
  return (
    /^[\ufe00-\ufe0d]$/.test(run) &&
    /[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}]|(?![\0-\x7f])\p{Sm}/u.test(
      before,
    )
  );
}

const joiningScripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}]/u;
const emojiEnd = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e007f}]|\ufe0f)$/u;
const emojiStart = /^[\p{Extended_Pictographic}\u2640\u2642\u2695\u2696\u2708]/u;
const jamo = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/;

/** A joiner inside an emoji or between letters that join, and what Mongolian, Khmer and old Korean are written with. */
function joins(text: string, index: number, run: string): boolean {
  if (run.length !== 1) return false;
  // Between plain letters nothing joins.
  if (text.charCodeAt(index - 1) < 0x80 && text.charCodeAt(index + 1) < 0x80) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + 1, index + 3);
  if (run === "\u200d" && emojiEnd.test(before) && emojiStart.test(after)) return true;
  if (/[\u200b-\u200d]/.test(run)) return joiningScripts.test(before) && joiningScripts.test(after);
  if (/[\u180b-\u180d\u180f]/.test(run)) return /\p{Script=Mongolian}$/u.test(before);
  if (/[\u17b4\u17b5]/.test(run)) return /\p{Script=Khmer}$/u.test(before);
  if (/[\u115f\u1160]/.test(run)) return jamo.test(before) || jamo.test(after);
  return run === "\u034f" && /\p{M}$/u.test(before) && /^\p{M}/u.test(after);
}

/** U+061C itself counts as Arabic. */
const rightToLeft =
  /(?!\u061c)[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const nearby = 200;

function lineAround(text: string, index: number): { before: string; after: string } {
  const before = text.slice(Math.max(0, index - nearby), index);
  return {
    before: before.slice(before.lastIndexOf("\n") + 1),
    after: text.slice(index, index + nearby).split("\n", 1)[0] ?? "",
  };
}

/** Marks set words from right to left apart; without such a word on the line they have no business. */
function standsByRightToLeft(text: string, index: number): boolean {
  const { before, after } = lineAround(text, index);
  return rightToLeft.test(before) || rightToLeft.test(after);
}

/** An isolate, or its end, around words that are written from right to left: begun and ended on this line. */
function isolatesWords(text: string, index: number, run: string): boolean {
  if (run.length !== 1) return false;
  const { before, after } = lineAround(text, index);
  const isEnd = run === "\u2069";
  const held = isEnd
    ? /[\u2066-\u2068]([^\u202a-\u202e\u2066-\u2069]*)$/.exec(before)
    : /^[\u2066-\u2068]([^\u202a-\u202e\u2066-\u2069]*)\u2069/.exec(after);
  return held?.[1] !== undefined && rightToLeft.test(held[1]);
}
