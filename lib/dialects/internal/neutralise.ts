import type { BodyFlag } from "@/lib/runtime/events";

/** `` !`command` ``, which one host runs while loading a skill. Here it is text. */
const dynamicCommand = /(?<=^|\s)!`[^`\n]+`/gm;

export type Neutralised = { text: string; flags: BodyFlag[] };

/**
 * A skill's text with what could end the host's wrapper made harmless, and what a reader should know of it. `tags`
 * are matched however they are spaced or cased; `lines` match a line's start and get a backslash before it.
 */
export function neutralise(text: string, wrapper: { tags?: RegExp; lines?: RegExp }): Neutralised {
  const { tags, lines } = wrapper;
  let count = 0;
  const counted = (replacement: (match: string) => string) => (match: string) => {
    count += 1;
    return replacement(match);
  };
  const untagged = tags
    ? text.replace(
        tags,
        counted(() => "&lt;/"),
      )
    : text;
  const safe = lines
    ? untagged.replace(
        lines,
        counted((start) => `\\${start}`),
      )
    : untagged;
  const commands = text.match(dynamicCommand)?.length ?? 0;
  const flags: BodyFlag[] = [];
  if (count > 0) flags.push({ kind: "closing-tag-neutralised", count });
  if (commands > 0) flags.push({ kind: "dynamic-command-not-run", count: commands });
  return { text: safe, flags };
}

/** Matches the `</` of these elements' end tags, however they are written, and of nothing else. */
export const endTags = (...names: readonly string[]): RegExp =>
  new RegExp(`</(?=\\s*(?:${names.join("|")})(?![\\w-]))`, "gi");

/** Text for one line: no line can be started by it. */
export const oneLine = (text: string): string => text.replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, " ").trim();
