/**
 * Reads name and description where the frontmatter is of the plain kind that nearly every skill has: one-line
 * values, simple quotes, folded or literal blocks, short lists and maps below other keys. Null at the first line
 * that is not certainly so: the real parser then decides. It must never answer something else than that parser.
 */
export function scanFrontmatter(text: string): { name: string; description: string } | null {
  if (!text.startsWith("---\n")) return null;
  const fields = new Map<string, string>();
  let at = 4;
  for (;;) {
    const end = text.indexOf("\n", at);
    if (end < 0) return null;
    const line = text.slice(at, end);
    at = end + 1;
    if (line === "---") break;
    if (line === "" || line.charCodeAt(0) === 35) continue;
    const colon = keyEnd(line);
    if (colon < 0) return null;
    const key = line.slice(0, colon);
    if (fields.has(key)) return null;
    const next = readValue(text, line.slice(colon + 1), at, fields, key);
    if (next < 0) return null;
    at = next;
  }
  const name = fields.get("name");
  const description = fields.get("description");
  return name && description && isPlainName(name) ? { name, description } : null;
}

/** Letters, digits, `_` and `-`, then a colon; the colon's place, or -1. */
function keyEnd(line: string): number {
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index);
    const word = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
    if (word || (index > 0 && (code === 45 || (code >= 48 && code <= 57)))) continue;
    return code === 58 && index > 0 ? index : -1;
  }
  return -1;
}

/** Names that other rules look at (case, invisible characters, other alphabets) are left to the parser. */
const isPlainName = (name: string): boolean => /^[A-Za-z0-9_.-]+(?: [A-Za-z0-9_.-]+)*$/.test(name);

/** Puts the value into `fields` and answers where the next field's line begins, or -1. */
function readValue(
  text: string,
  rest: string,
  next: number,
  fields: Map<string, string>,
  key: string,
): number {
  if (rest !== "" && rest.charCodeAt(0) !== 32) return -1;
  const value = rest.trim();
  if (hasOddCharacter(rest)) return -1;
  const block = value === "" || value === "|" || value === ">" || value === "|-" || value === ">-";
  if (block) {
    const mark = value.charCodeAt(0);
    if (value === "") return skipNested(text, next, fields, key);
    return readBlock(text, next, mark === 62, fields, key);
  }
  const scalar = readScalar(value);
  if (scalar === null || (isText(key) && value.startsWith("["))) return -1;
  const code = text.charCodeAt(next);
  if (code === 9 || (code === 45 && !text.startsWith("---\n", next))) return -1;
  if (code === 32) return isPlain(value) ? readFolded(text, next, scalar, fields, key) : -1;
  fields.set(key, scalar);
  return next;
}

/** A plain text that goes on over indented lines, each joined by a blank. */
function readFolded(
  text: string,
  start: number,
  first: string,
  fields: Map<string, string>,
  key: string,
): number {
  let at = start;
  let value = first;
  while (text.charCodeAt(at) === 32) {
    const end = text.indexOf("\n", at);
    if (end < 0) return -1;
    const line = text.slice(at, end);
    const content = line.trim();
    if (content === "" || content.startsWith("#") || hasOddCharacter(line) || hasMark(content)) return -1;
    value += ` ${content}`;
    at = end + 1;
  }
  const code = text.charCodeAt(at);
  if (code === 10 || code === 9 || (code === 45 && !text.startsWith("---\n", at))) return -1;
  fields.set(key, value);
  return at;
}

/** A one-line scalar as YAML reads it, or null when it is not certainly a plain or simply quoted text. */
function readScalar(value: string): string | null {
  const first = value.charCodeAt(0);
  if (first === 34) {
    if (!/^"(?:[^"\\]|\\["\\])*"$/.test(value)) return null;
    return (
      value
        .slice(1, -1)
        .replace(/\\(["\\])/g, "$1")
        .trim() || null
    );
  }
  if (first === 39) {
    return value.length > 1 && value.indexOf("'", 1) === value.length - 1
      ? value.slice(1, -1).trim() || null
      : null;
  }
  if (first === 91)
    return /^\[[A-Za-z0-9_., -]*\]$/.test(value) && !/\[\s*,|,\s*,/.test(value) ? value : null;
  return isPlain(value) ? value : null;
}

const indicators = "-?:,[]{}#&*!|>'\"%@`";

function isPlain(value: string): boolean {
  if (value === "" || indicators.includes(value.charAt(0))) return false;
  return !hasMark(value);
}

/** What ends a plain text or makes it a key. */
const hasMark = (value: string): boolean =>
  value.includes(": ") || value.includes(" #") || value.endsWith(":");

const isText = (key: string): boolean => key === "name" || key === "description";

/** Control characters, tabs, blanks that are no spaces, and anything YAML or the reader treats specially. */
const oddCharacter =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ufffe\uffff]/;

const hasOddCharacter = (text: string): boolean => oddCharacter.test(text);

/** Lists and maps of simple lines below a key; their content is not needed, only that it is no mistake. */
function skipNested(text: string, start: number, fields: Map<string, string>, key: string): number {
  if (isText(key)) return -1;
  let at = start;
  let indent = -1;
  let kind = 0;
  const keys = new Set<string>();
  while (text.charCodeAt(at) === 32) {
    const end = text.indexOf("\n", at);
    if (end < 0) return -1;
    const line = text.slice(at, end);
    const content = line.trimStart();
    const depth = line.length - content.length;
    if (indent < 0) indent = depth;
    if (content === "" || depth !== indent || hasOddCharacter(line)) return -1;
    const isItem = content.startsWith("- ");
    const colon = isItem ? 1 : keyEnd(content);
    if (colon < 0 || (!isItem && content.charCodeAt(colon + 1) !== 32)) return -1;
    if (kind === 0) kind = isItem ? 1 : 2;
    if (kind !== (isItem ? 1 : 2)) return -1;
    if (!isItem) {
      const nested = content.slice(0, colon);
      if (keys.has(nested)) return -1;
      keys.add(nested);
    }
    const value = content.slice(colon + 1).trim();
    if (value.startsWith("[") || readScalar(value) === null) return -1;
    at = end + 1;
  }
  fields.set(key, "");
  return text.charCodeAt(at) === 9 || (text.charCodeAt(at) === 45 && !text.startsWith("---\n", at)) ? -1 : at;
}

/** A literal or folded block whose lines are all indented alike, without blank lines inside. */
function readBlock(
  text: string,
  start: number,
  folded: boolean,
  fields: Map<string, string>,
  key: string,
): number {
  let at = start;
  let indent = -1;
  const lines: string[] = [];
  while (text.charCodeAt(at) === 32) {
    const end = text.indexOf("\n", at);
    if (end < 0) return -1;
    const line = text.slice(at, end);
    const content = line.trimStart();
    const depth = line.length - content.length;
    if (indent < 0) indent = depth;
    if (content === "" || depth !== indent || hasOddCharacter(line)) return -1;
    lines.push(content);
    at = end + 1;
  }
  const code = text.charCodeAt(at);
  if (lines.length === 0 || code === 10 || code === 9) return -1;
  fields.set(key, lines.join(folded ? " " : "\n").trim());
  return at;
}
