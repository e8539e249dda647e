/** What stands around the list of skills in the text that holds it. */
export type ListBlock = { before: string; after: string };

/** A heading further away than this is not the list's own. Characters. */
const mostBefore = 20_000;
const frames = ["system-reminder", "skills_instructions"];

/**
 * The text around a list that has these skills: within the frame that the list stands in, or from the heading above it.
 * Entries of the host's own skills beside them belong to the list. Null where there is no such list.
 */
export function listBlock(text: string, names: readonly string[]): ListBlock | null {
  return elementBlock(text) ?? lineBlock(text, new Set(names));
}

const opening = "<available_skills>";
const closing = "</available_skills>";

function elementBlock(text: string): ListBlock | null {
  const open = text.indexOf(opening);
  const close = open < 0 ? -1 : text.indexOf(closing, open);
  const first = open < 0 ? -1 : text.indexOf("<skill>", open);
  const last = close < 0 ? -1 : text.lastIndexOf("</skill>", close);
  if (first < 0 || last < first || first > close) return null;
  const heading =
    Math.max(0, open - mostBefore) + lastHeading(text.slice(Math.max(0, open - mostBefore), open));
  return {
    before: text.slice(heading, text.lastIndexOf("\n", first) + 1),
    after: text.slice(last + "</skill>".length, close + closing.length),
  };
}

/** Where the last line begins that is a heading; the end of the text where there is none. */
function lastHeading(text: string): number {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    if (/^#{1,6} /.test(text.slice(start, start + 8))) return start;
    end = start - 1;
  }
  return text.length;
}

function lineBlock(text: string, names: ReadonlySet<string>): ListBlock | null {
  const lines = text.split("\n");
  const isEntry = (line: string | undefined) => line?.startsWith("- ") === true;
  const own = lines.findIndex((line) => isEntry(line) && names.has(/^- ([^\s:]+)/.exec(line)?.[1] ?? ""));
  if (own < 0) return null;
  let first = own;
  while (first > 0 && isEntry(lines[first - 1])) first -= 1;
  let last = own;
  while (isEntry(lines[last + 1])) last += 1;
  const head = lines.slice(0, first).join("\n");
  const tail = lines.slice(last + 1).join("\n");
  const before = first === 0 ? "" : `${head}\n`;
  const after = last + 1 === lines.length ? "" : `\n${tail}`;
  const frame = frames.find((tag) => before.lastIndexOf(`<${tag}>`) > before.lastIndexOf(`</${tag}>`));
  const end = frame === undefined ? -1 : after.indexOf(`</${frame}>`);
  if (frame === undefined || end < 0) return { before, after };
  return {
    // The outermost one: another within it would be the host's word, and is looked at as such.
    before: before.slice(before.indexOf(`<${frame}>`, before.lastIndexOf(`</${frame}>`) + 1)),
    after: after.slice(0, end + frame.length + 3),
  };
}
