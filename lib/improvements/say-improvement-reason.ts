import type { ImprovementWord } from "@/lib/verdicts/judge-candidate";
import { sayP } from "@/lib/verdicts/say-verdict-reason";
import type { AttemptWord } from "./improvement-options";
import type { Judged, SideFigures } from "./judged-schema";

const cases = (count: number): string => `${count} ${count === 1 ? "case" : "cases"}`;

const counts = (side: SideFigures | null): string =>
  side === null ? "nothing" : `${side.gained.length} gained, ${side.lost.length} lost`;

const pWords = (p: number | null): string => (p === null ? "" : sayP(p));

/** Why a text was refused, or passed, in its own suite. `tried`: of how many it is one. */
export function sayOwn(word: ImprovementWord, { training, heldOut, p }: Judged, tried: number): string {
  const among = tried === 1 ? "" : ` for one of ${tried} that are tried`;
  const held = `Held-out cases: ${counts(heldOut)}`;
  const learnt = `cases it was made from: ${counts(training)}`;
  switch (word) {
    case "improves":
      return `${held}, ${pWords(p)}${among}.`;
    case "not-shown":
      return `${held}: luck does as much${among} (${pWords(p)}).`;
    case "train-only-gain":
      return `Train-only gain: ${learnt}; ${held.toLowerCase()}. It learnt sentences by heart.`;
    case "no-gain":
      return `${held}; ${learnt}.`;
    case "worse":
      return `${held}: it gets worse on messages that it was not made from.`;
    case "not-measured":
      return `${cases(heldOut?.unmeasured ?? 0)} of those held out could not be measured.`;
  }
}

/** What flipped, and where; for what passed, that nothing did. */
export function sayFlips(word: AttemptWord | null, { heldOut, neighbours }: Judged): string {
  const losers = neighbours.filter(({ lost }) => lost.length > 0);
  if (word === "neighbour-lost")
    return `It takes from its neighbours: ${losers.map(({ skill, lost }) => `${skill} loses ${cases(lost.length)}`).join(", ")}.`;
  if (word === "neighbour-not-measured")
    return "Cases of neighbours that were right could not be measured: nobody knows whether they would lose them.";
  if (word === "not-measured") return "Held-out cases that were right could not be measured.";
  const flipped = heldOut?.lost.length ?? 0;
  if (word === "flipped")
    return `${cases(flipped)} of those held out ${flipped === 1 ? "is" : "are"} no longer right.`;
  const all = `No case of ${neighbours.length === 1 ? "the neighbour" : `${neighbours.length} neighbours`} is lost.`;
  return neighbours.length === 0
    ? `Held-out cases: ${counts(heldOut)}.`
    : `Held-out cases: ${counts(heldOut)}. ${all}`;
}
