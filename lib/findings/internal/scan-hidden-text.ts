import { codePoints, decodeTags, decodeVariations, decodeZeroWidth } from "./decode-hidden";
import type { Hit } from "./hit";
import type { ScannableFile } from "./scannable";

const anyHidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u;

const tagRun = /[\u{e0000}-\u{e007f}]+/gu;
const variationRun = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}/gu;
const bidi = /[\u202a-\u202e\u2066-\u2069]+/g;
const zeroWidth =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u2028\u2029]+/g;

/** Characters that people do not see, in the text, in the file's name and behind escapes of the frontmatter. */
export function scanHiddenText(file: ScannableFile): Hit[] {
  const hits = hiddenIn(file.text);
  for (const hit of hiddenIn(file.path))
    hits.push({ ...hit, start: 0, end: 0, message: `In the file's name: ${hit.message}`, about: "name" });
  return [...hits, ...scanEscapes(file, hits)];
}

/** What a quoted YAML value spells with `\u` and `\U`: no reader of the file sees the characters themselves. */
function scanEscapes({ text, skill, bodyStart }: ScannableFile, found: readonly Hit[]): Hit[] {
  if (!skill || !/\\[uUx]/.test(text.slice(0, bodyStart))) return [];
  const known = new Set(found.map((hit) => `${hit.rule} ${hit.excerpt}`));
  return [...skill.frontmatter].flatMap(([key, value]) =>
    hiddenIn(typeof value === "string" ? value : JSON.stringify(value))
      .filter((hit) => !known.has(`${hit.rule} ${hit.excerpt}`))
      .map((hit) => {
        const start = Math.max(0, text.indexOf(`${key}:`));
        return {
          ...hit,
          start,
          end: start + key.length,
          message: `Written as escapes in ${key}: ${hit.message}`,
        };
      }),
  );
}

/** What they spell is decoded for the reader. */
function hiddenIn(text: string): Hit[] {
  if (!anyHidden.test(text)) return [];
  const hits: Hit[] = [];
  const add = (rule: Hit["rule"], start: number, run: string, message: string, excerpt: string): void => {
    hits.push({ rule, start, end: start + run.length, message, excerpt });
  };
  for (const { 0: run, index } of text.matchAll(tagRun)) {
    if (isFlag(text, index, run)) continue;
    const decoded = decodeTags(run);
    const spelt = decoded ? ` spell: "${decoded}"` : "";
    add(
      "hidden-tags",
      index,
      run,
      `${[...run].length} invisible tag characters${spelt}.`,
      decoded || codePoints(run),
    );
  }
  for (const { 0: run, index } of text.matchAll(variationRun)) {
    const decoded = decodeVariations(run);
    const meant = decoded ? ` encodes: "${decoded}"` : " can carry hidden bytes";
    const message = `A run of ${[...run].length} variation selectors${meant}.`;
    add("variation-selectors", index, run, message, decoded || codePoints(run));
  }
  for (const { 0: run, index } of text.matchAll(bidi)) {
    if (isOrdinaryIsolate(text, index, run)) continue;
    const message = `Direction control ${codePoints(run)} changes the order in which text is shown.`;
    add("bidi-control", index, run, message, codePoints(run));
  }
  for (const { 0: run, index } of text.matchAll(zeroWidth)) {
    if (isOrdinaryJoiner(text, index, run)) continue;
    const decoded = decodeZeroWidth(run);
    const message = decoded
      ? `${run.length} invisible characters encode: "${decoded}".`
      : `Invisible ${run.length === 1 ? "character" : `characters (${run.length})`} ${codePoints(run)} in the text.`;
    add("zero-width", index, run, message, decoded || codePoints(run));
  }
  for (const { 0: run, index } of text.matchAll(control))
    add(
      "control-character",
      index,
      run,
      `Control character ${codePoints(run)} in the text.`,
      codePoints(run),
    );
  return hits;
}

/** The three flags made of tags that are emoji (RGI): U+1F3F4, "gbeng", "gbsct" or "gbwls", U+E007F. */
function isFlag(text: string, index: number, run: string): boolean {
  return (
    text.slice(Math.max(0, index - 2), index) === "\u{1f3f4}" &&
    run.endsWith("\u{e007f}") &&
    /^gb(?:eng|sct|wls)$/.test(decodeTags(run))
  );
}

const joiningScripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}]/u;
const emojiEnd = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e007f}]|\ufe0f)$/u;
const emojiStart = /^[\p{Extended_Pictographic}\u2640\u2642\u2695\u2696\u2708]/u;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const nearby = 200;

/** Isolates and marks set words from right to left apart; without such a word on the line they have no business. */
function standsByRightToLeft(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - nearby), index);
  const after = text.slice(index, index + nearby);
  return (
    rightToLeft.test(before.slice(before.lastIndexOf("\n") + 1)) ||
    rightToLeft.test(after.split("\n", 1)[0] ?? "")
  );
}

const isOrdinaryIsolate = (text: string, index: number, run: string): boolean =>
  /^[\u2066-\u2069]+$/.test(run) && standsByRightToLeft(text, index);

/** A joiner inside an emoji, a (non-)joiner between letters that join, a byte order mark at the start. */
function isOrdinaryJoiner(text: string, index: number, run: string): boolean {
  if (index === 0 && run === "\ufeff") return true;
  if (/^[\u061c\u200e\u200f]+$/.test(run)) return standsByRightToLeft(text, index);
  if (run.length !== 1 || (run !== "\u200d" && run !== "\u200c" && run !== "\u200b")) return false;
  // Between plain letters nothing joins.
  if (text.charCodeAt(index - 1) < 0x80 && text.charCodeAt(index + 1) < 0x80) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + 1, index + 3);
  if (run === "\u200d" && emojiEnd.test(before) && emojiStart.test(after)) return true;
  return joiningScripts.test(before) && joiningScripts.test(after);
}
