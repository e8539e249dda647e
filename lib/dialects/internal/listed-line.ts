const drawn = "\\p{Extended_Pictographic}(?:\\uFE0F|\\p{Emoji_Modifier})?";
/** Signs of several characters that are drawn as one. */
const signs = [
  "\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}",
  `${drawn}(?:\\u200D${drawn})*`,
  "[0-9#*]\\uFE0F\\u20E3",
];
/** Scripts that are written with joiners, where these stand between two letters. */
const joined = "[\\u0600-\\u08FF\\u0900-\\u0DFF\\u1000-\\u109F\\u1780-\\u17FF\\u1800-\\u18AF]";
const kept = [...signs, `(?<=${joined})[\\u200C\\u200D](?=${joined})`].join("|");
const unseen = "[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\u{16FE4}]+";
const pieces = new RegExp(`(${kept})|${unseen}`, "gu");

/**
 * A description as Claude Code 2.1 lists it, on one line: each run of line breaks, control characters and others that
 * nobody sees is a blank, but for those that an emoji or a script needs. Blanks of any width stay as they are.
 */
export const listedLine = (text: string): string => text.trim().replace(pieces, (_, sign = " ") => sign);

const blanks = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;

/** A description as Codex 0.169 lists it: every run of blanks of any kind is one blank. */
export const collapsedLine = (text: string): string =>
  text
    .split(blanks)
    .filter((word) => word !== "")
    .join(" ");

const unspaced = /[\p{Mn}\p{Me}\p{Cf}]/u;
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;

/** How many columns of a terminal a text takes, about: by these Claude Code 2.1 counts what its list may hold. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) if (!unspaced.test(character)) columns += wide.test(character) ? 2 : 1;
  return columns;
}
