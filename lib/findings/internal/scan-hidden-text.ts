import type { Finding } from "../finding";
import type { ScannableFile } from "./scannable";

const anyHidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u061c\u115f\u1160\u180e\u200b-\u200d\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u;

const tagRun = /[\u{e0000}-\u{e007f}]+/gu;
const variationRun = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}/gu;
const bidi = /[\u202a-\u202e\u2066-\u2069]+/g;
const zeroWidth =
  /[\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u2028\u2029]+/g;

/** Characters that people do not see. What they spell is decoded for the reader. */
export function scanHiddenText(file: ScannableFile): Finding[] {
  const { text, find } = file;
  if (!anyHidden.test(text)) return [];
  const findings: Finding[] = [];
  for (const { 0: run, index } of text.matchAll(tagRun)) {
    if (isFlag(text, index, run)) continue;
    const decoded = decodeTags(run);
    const message = `${[...run].length} invisible tag characters${decoded ? ` spell: "${decoded}"` : ""}.`;
    findings.push(find("hidden-tags", index, index + run.length, message, decoded || codePoints(run)));
  }
  for (const { 0: run, index } of text.matchAll(variationRun)) {
    const decoded = decodeVariations(run);
    const message = `A run of ${[...run].length} variation selectors${decoded ? ` encodes: "${decoded}"` : " can carry hidden bytes"}.`;
    findings.push(
      find("variation-selectors", index, index + run.length, message, decoded || codePoints(run)),
    );
  }
  for (const { 0: run, index } of text.matchAll(bidi))
    findings.push(
      find(
        "bidi-control",
        index,
        index + run.length,
        `Direction control ${codePoints(run)} changes the order in which text is shown.`,
        codePoints(run),
      ),
    );
  for (const { 0: run, index } of text.matchAll(zeroWidth)) {
    if (isOrdinaryJoiner(text, index, run)) continue;
    const decoded = decodeZeroWidth(run);
    const message = decoded
      ? `${run.length} invisible characters encode: "${decoded}".`
      : `Invisible ${run.length === 1 ? "character" : `characters (${run.length})`} ${codePoints(run)} in the text.`;
    findings.push(find("zero-width", index, index + run.length, message, decoded || codePoints(run)));
  }
  for (const { 0: run, index } of text.matchAll(control))
    findings.push(
      find(
        "control-character",
        index,
        index + run.length,
        `Control character ${codePoints(run)} in the text.`,
        codePoints(run),
      ),
    );
  return findings;
}

/** A sub-region flag: U+1F3F4, tag letters or digits, U+E007F. */
function isFlag(text: string, index: number, run: string): boolean {
  return (
    text.slice(Math.max(0, index - 2), index) === "\u{1f3f4}" &&
    /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u.test(run)
  );
}

const decodeTags = (run: string): string =>
  [...run]
    .map((tag) => (tag.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join("");

/** VS1-16 are the bytes 0 to 15, VS17-256 the bytes 16 to 255. */
function decodeVariations(run: string): string {
  const bytes = [...run].map((selector) => {
    const code = selector.codePointAt(0) ?? 0;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  return printable(new TextDecoder().decode(new Uint8Array(bytes)));
}

/** Two different zero-width characters used as 0 and 1, eight to a letter. */
function decodeZeroWidth(run: string): string {
  const kinds = [...new Set(run)];
  if (run.length < 16 || kinds.length !== 2) return "";
  for (const one of kinds) {
    const bits = [...run].map((character) => (character === one ? "1" : "0")).join("");
    const letters = bits.match(/.{8}/g)?.map((byte) => String.fromCharCode(Number.parseInt(byte, 2))) ?? [];
    const decoded = printable(letters.join(""));
    if (decoded) return decoded;
  }
  return "";
}

const printable = (text: string): string => (/^[\x20-\x7e\n\t]{2,}$/.test(text) ? text.slice(0, 200) : "");

const joiningScripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}]/u;
const emojiEnd = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e007f}]|\ufe0f)$/u;
const emojiStart = /^[\p{Extended_Pictographic}\u2640\u2642\u2695\u2696\u2708]/u;

/** A joiner inside an emoji, a (non-)joiner between letters that join, a byte order mark at the start. */
function isOrdinaryJoiner(text: string, index: number, run: string): boolean {
  if (index === 0 && run === "\ufeff") return true;
  if (run.length !== 1 || (run !== "\u200d" && run !== "\u200c" && run !== "\u200b")) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + 1, index + 3);
  if (run === "\u200d" && emojiEnd.test(before) && emojiStart.test(after)) return true;
  return joiningScripts.test(before) && joiningScripts.test(after);
}

function codePoints(run: string): string {
  const names = [...run]
    .slice(0, 6)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return [...run].length > 6 ? `${names.join(" ")} …` : names.join(" ");
}
