/** No value of a frontmatter may lie deeper. */
export const maxYamlDepth = 24;

/** The parser takes time for each value, and a repair reads several times; the largest of 16,081 skills has 125. */
const maxMarks = 2000;

export type YamlExcess = { rule: "yaml-too-deep" | "yaml-too-many-values"; message: string };

/** Why a YAML is not given to a parser, whose cost grows with the square of depth and size; null for one that may be. */
export function findYamlExcess(source: string, mostMarks = maxMarks): YamlExcess | null {
  const nesting = nestingOf(source);
  if (nesting > maxYamlDepth)
    return {
      rule: "yaml-too-deep",
      message: `values are nested ${nesting} levels deep; the limit is ${maxYamlDepth}`,
    };
  if (countMarks(source, mostMarks) > mostMarks)
    return {
      rule: "yaml-too-many-values",
      message: `there are more values than the limit of ${mostMarks}`,
    };
  return null;
}

/** Lines and signs that begin or end a value, counted without parsing; stops above `limit`. */
function countMarks(source: string, limit: number): number {
  let count = 0;
  for (let at = 0; at < source.length && count <= limit; at++) {
    const code = source.charCodeAt(at);
    if (alwaysMarks.has(code)) count++;
    else if (marksBeforeBlank.has(code) && isBlank(source.charCodeAt(at + 1))) count++;
    else if (marksAfterBlank.has(code) && isBlank(source.charCodeAt(at - 1))) count++;
  }
  return count;
}

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, (character) => character.charCodeAt(0)));

const alwaysMarks = codesOf('\n\r[]{},"');
const marksBeforeBlank = codesOf(":-?");
const marksAfterBlank = codesOf("&*!");

/** A blank, a line break, or (not a number) the beginning or the end. */
const isBlank = (code: number): boolean => Number.isNaN(code) || code <= 32;

/**
 * The deepest nesting of brackets and of indentation, counted without parsing, because the parser's cost grows
 * with the square of the depth. Text in quotes may count too much, never too little.
 */
function nestingOf(source: string): number {
  let brackets = 0;
  let deepest = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === 91 || code === 123) deepest = Math.max(deepest, ++brackets);
    else if (code === 93 || code === 125) brackets = Math.max(0, brackets - 1);
  }
  const indents: number[] = [];
  for (const line of source.split(/\r\n|\n|\r/)) {
    const lead = /^(?:[ \t]|[-?:](?=[ \t]))*/.exec(line)?.[0] ?? "";
    if (lead.length === line.length) continue;
    while ((indents.at(-1) ?? -1) >= lead.length) indents.pop();
    indents.push(lead.length);
    const markers = lead.replace(/[ \t]/g, "").length;
    deepest = Math.max(deepest, indents.length + markers);
  }
  return deepest;
}
