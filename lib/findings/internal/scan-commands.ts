import type { Steps } from "@/lib/kernel/steps";
import { accessPatterns } from "./access-patterns";
import { anyOfPattern } from "./any-of-pattern";
import { decodePatterns, runPatterns } from "./command-patterns";
import type { Hit } from "./hit";
import { isMarkdown, type ScannableFile } from "./scannable";

const all = [...runPatterns, ...decodePatterns, ...accessPatterns];
const patterns = all.map(({ hints, ...rest }) => ({ ...rest, hint: anyOfPattern(hints, "i") }));
/** Most files hold none of the words that a pattern needs. */
const anyHint = anyOfPattern(
  all.flatMap(({ hints }) => hints),
  "i",
);

const dynamicCommand = /(?<=^|\s)!`([^`\n]{1,500})`|^```!\s*\n([^`]{1,2000})```/gm;
const remoteImage =
  /!\[[^[\]\n]{0,300}\]\(\s{0,4}<?(?:https?:)?\/\/[^\s)>]{1,500}|<(?:img|source|video|audio|iframe|embed|object|link)\b[^>]{0,300}?\s(?:src|srcset|data|href|poster)\s{0,4}=\s{0,4}["']?(?:https?:)?\/\/[^\s"'>]{1,500}|\burl\(\s{0,4}["']?https?:\/\/[^\s"')]{1,500}\)/gi;
const imageByName = /!\[([^[\]\n]{1,300})\](?:\[([^\]\n]{0,100})\])?(?!\()/g;
const linkName = /^\s{0,3}\[([^\]\n]{1,100})\]:\s{1,4}<?((?:https?:)?\/\/[^\s>]{1,500})/gm;

/** Commands that fetch and run, decode and run, read credentials or send data away. */
export function* scanCommands(file: ScannableFile): Steps<Hit[]> {
  const { text } = file;
  const hits: Hit[] = [];
  for (const { rule, message, hint, pattern, before } of anyHint.test(text) ? patterns : []) {
    yield;
    if (!hint.test(text)) continue;
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const start = before ? placeBefore(text, index, before) : index;
      if (start !== null) hits.push({ rule, start, end: index + match.length, message });
    }
  }
  return isMarkdown(file.path)
    ? [...withoutRepeats(hits), ...dynamicCommands(text), ...remoteImages(text)]
    : withoutRepeats(hits);
}

const longestBefore = 120;

function placeBefore(text: string, index: number, before: RegExp): number | null {
  const near = text.slice(Math.max(0, index - longestBefore), index);
  const found = near.search(before);
  return found < 0 ? null : index - near.length + found;
}

/** Two patterns of one rule may see the same command: the first that begins there is told. */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const ends = new Map<string, number>();
  return hits
    .toSorted((left, right) => left.start - right.start)
    .filter(({ rule, start, end }) => {
      const before = ends.get(rule) ?? -1;
      ends.set(rule, Math.max(before, end));
      return start >= before;
    });
}

const dynamicCommands = (text: string): Hit[] =>
  [...text.matchAll(dynamicCommand)].map((match) => ({
    rule: "dynamic-command",
    start: match.index,
    end: match.index + match[0].length,
    message: `Some hosts would run ${(match[1] ?? match[2] ?? "").trim()} on activation; here it is shown as text.`,
  }));

function remoteImages(text: string): Hit[] {
  const message = "It is loaded from another server, which learns who reads this.";
  const hits = [...text.matchAll(remoteImage)].map(
    ({ 0: match, index }): Hit => ({
      rule: "remote-image",
      start: index,
      end: index + match.length,
      message,
    }),
  );
  const addresses = new Map([...text.matchAll(linkName)].map((match) => [match[1]?.toLowerCase(), match[2]]));
  if (addresses.size === 0) return hits;
  for (const match of text.matchAll(imageByName)) {
    const address = addresses.get((match[2] || match[1])?.toLowerCase());
    if (address === undefined) continue;
    const { 0: image, index } = match;
    hits.push({
      rule: "remote-image",
      start: index,
      end: index + image.length,
      message,
      excerpt: `${image} ${address}`,
    });
  }
  return hits;
}
