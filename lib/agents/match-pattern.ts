import { foldName } from "@/lib/skills/fold-name";

const fold = (text: string): string[] => [...foldName(text)];

/**
 * Whether a pattern means the whole of a name: `*` stands for any characters or none, `?` for one. Names that pass for
 * one another are the same, so none gets around a pattern in other letters. Takes at most as many steps as the pattern
 * has characters times those of the name.
 */
export function matchPattern(pattern: string, name: string): boolean {
  const wanted = fold(pattern);
  const given = fold(name);
  let [at, place] = [0, 0];
  /** Where the last star stands, and up to where it reaches. */
  let star: { at: number; place: number } | null = null;
  while (place < given.length) {
    const sign = wanted[at];
    if (sign === "*") {
      star = { at, place };
      at += 1;
    } else if (sign === "?" || sign === given[place]) {
      at += 1;
      place += 1;
    } else if (star) {
      star = { at: star.at, place: star.place + 1 };
      at = star.at + 1;
      place = star.place;
    } else return false;
  }
  while (wanted[at] === "*") at += 1;
  return at === wanted.length;
}
