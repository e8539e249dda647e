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
