import { foldName } from "@/lib/skills/fold-name";

/** Characters by their numbers, which are compared far quicker than texts. */
type Signs = readonly number[];

/** A name made ready to be compared with many patterns. */
export type ReadyName = { folded: string; signs: Signs };

/** The pattern that means a name, as it was written; one without a star before one with it. Undefined for none. */
export type FindPattern = (name: ReadyName) => string | undefined;

/** What stands before the first star, between stars and after the last; `last` is null where there is no star. */
type StarredPattern = {
  pattern: string;
  first: Signs;
  middle: readonly Signs[];
  last: Signs | null;
  /** As long as a name has to be. */
  least: number;
};

/** Names that pass for one another are the same, so none gets around a pattern in other letters. */
export function readyName(name: string): ReadyName {
  const folded = foldName(name);
  return { folded, signs: signsOf(folded) };
}

const signsOf = (text: string): number[] => Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
const [anySign] = signsOf("?");

/**
 * Makes patterns ready for many names, each of which is meant as a whole: `*` stands for any characters or none, `?` for
 * one. A pattern takes at most as many steps as it has characters times those of the name, and mostly one.
 */
export function compilePatterns(patterns: readonly string[]): FindPattern {
  const literal = new Map<string, string>();
  const starred: StarredPattern[] = [];
  let whole: string | undefined;
  for (const pattern of patterns) {
    const folded = foldName(pattern);
    if (/^\*+$/.test(folded)) whole ??= pattern;
    else if (/[*?]/.test(folded)) starred.push(compile(pattern, folded));
    else if (!literal.has(folded)) literal.set(folded, pattern);
  }
  return ({ folded, signs }) =>
    literal.get(folded) ?? whole ?? starred.find((one) => means(one, signs))?.pattern;
}

function compile(pattern: string, folded: string): StarredPattern {
  const [first = [], ...others] = folded.split("*").map(signsOf);
  const last = others.pop() ?? null;
  const middle = others.filter((part) => part.length > 0);
  const least = [first, ...middle, last ?? []].reduce((sum, part) => sum + part.length, 0);
  return { pattern, first, middle, last, least };
}

function means({ first, middle, last, least }: StarredPattern, given: Signs): boolean {
  if (given.length < least || !fits(first, given, 0)) return false;
  if (last === null) return given.length === least;
  const end = given.length - last.length;
  if (!fits(last, given, end)) return false;
  let place = first.length;
  for (const part of middle) {
    while (place + part.length <= end && !fits(part, given, place)) place += 1;
    if (place + part.length > end) return false;
    place += part.length;
  }
  return true;
}

function fits(wanted: Signs, given: Signs, place: number): boolean {
  for (let at = 0; at < wanted.length; at++)
    if (wanted[at] !== given[place + at] && wanted[at] !== anySign) return false;
  return true;
}
