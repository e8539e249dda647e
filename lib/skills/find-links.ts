import { blankCode } from "./blank-code";

/**
 * A document writes this path. It is `certain` in a Markdown link, and otherwise a path-like word in backticks;
 * `inLabel` says that the word is the text of a link, which then says the same twice.
 */
export type FileLink = { target: string; start: number; end: number; certain: boolean; inLabel: boolean };

const markdownLink =
  /\[(?:[^[\]\\\n]|\\.){0,200}\]\(\s*<?([^()\s<>]{1,500})>?(?:\s+(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\s*\)/g;
const backticked = /`((?:\.{0,2}\/)?(?:[\w@.-]+\/){1,8}[\w@.-]+\.[A-Za-z0-9]{1,8})`/g;

/** Links to files in a Markdown text from `from` on, outside code fences. Offsets are of the path alone. */
export function findLinks(text: string, from = 0): FileLink[] {
  const visible = blankCode(text, from);
  const links: FileLink[] = [];
  const spans: { start: number; end: number }[] = [];
  for (const match of visible.matchAll(markdownLink)) {
    spans.push({ start: match.index, end: match.index + match[0].length });
    const raw = match[1] ?? "";
    const target = withoutFragment(raw);
    if (target === "" || !isRelative(target)) continue;
    const start = match.index + match[0].indexOf(raw, match[0].lastIndexOf("]("));
    links.push({ target: decode(target), start, end: start + target.length, certain: true, inLabel: false });
  }
  // Both lists are in the order of the text, so one walk over each suffices.
  let next = 0;
  for (const match of visible.matchAll(backticked)) {
    const target = match[1] ?? "";
    const start = match.index + 1;
    while (next < spans.length && (spans[next]?.end ?? 0) <= start) next++;
    const inLabel = (spans[next]?.start ?? Number.POSITIVE_INFINITY) < start;
    if (isRelative(target))
      links.push({ target, start, end: start + target.length, certain: false, inLabel });
  }
  return links.sort((left, right) => left.start - right.start);
}

/** The package path a link means, seen from the file at `from`; null when it leaves the package. */
export function resolveLink(from: string, target: string): string | null {
  const segments = from.split("/").slice(0, -1);
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join("/").normalize("NFC");
}

const isRelative = (target: string): boolean =>
  !/^(?:[a-z][a-z0-9+.-]*:|\/|#|~|\$|\{|<|%7b)/i.test(target) && !/[{}<>*$|]/.test(target);

const withoutFragment = (target: string): string => target.replace(/[#?].*$/, "");

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
