import { type CodeToken, sign, unescapeString } from "./code-token";

const blank = /(?:[ \t\f]|\\\r?\n)+/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /\d[\w.]*/y;
const opening = /([rRbBuUfFtT]{0,2})("""|'''|"|')/y;

/** Python cut into names, strings and signs, in one pass; what is not closed ends with its line or the text. */
export function pythonTokens(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let depth = 0;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const skipped = take(blank);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const letter = text.charAt(at);
    if (letter === "#") {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
      continue;
    }
    const quote = take(opening);
    if (quote) {
      const token = readString(text, at, quote[1] ?? "", quote[2] ?? "");
      tokens.push(token);
      at = token.end;
      continue;
    }
    const word = take(name) ?? take(number);
    if (word) {
      tokens.push(sign("name", word[0], at));
      at += word[0].length;
      continue;
    }
    if (letter === "\n") {
      if (depth === 0) tokens.push(sign("line-end", letter, at));
    } else if (letter !== "\r") tokens.push(sign("sign", letter, at));
    if (/[([{]/.test(letter)) depth += 1;
    if (/[)\]}]/.test(letter)) depth = Math.max(0, depth - 1);
    at += 1;
  }
  return tokens;
}

function readString(text: string, start: number, prefix: string, quote: string): CodeToken {
  const textStart = start + prefix.length + quote.length;
  const isLong = quote.length === 3;
  const isRaw = /r/i.test(prefix);
  let end = textStart;
  while (end < text.length && !text.startsWith(quote, end)) {
    const letter = text.charAt(end);
    if (letter === "\n" && !isLong) break;
    end += letter === "\\" ? 2 : 1;
  }
  const raw = text.slice(textStart, Math.min(end, text.length));
  const isFormat = /[ft]/i.test(prefix);
  const said = isRaw ? raw : unescapeString(raw);
  const isClosed = text.startsWith(quote, end);
  return {
    kind: "string",
    text: isFormat ? said.replace(/\{\{|\}\}/g, (twice) => twice.charAt(0)) : said,
    start,
    end: Math.min(text.length, isClosed ? end + quote.length : end),
    isLiteral: !isFormat || !/\{/.test(said.replace(/\{\{/g, "")),
    isPlain: said === raw && !isFormat,
    textStart,
    inside: 0,
  };
}
