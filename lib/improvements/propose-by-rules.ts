import { improvementLimits } from "./improvement-options";
import type { Task } from "./write-prompt";

const word = /[\p{L}\p{N}][\p{L}\p{N}-]{3,}/gu;
const mostWords = 12;

/**
 * What Rehearsal proposes: it follows rules and is no language model. To improve, words of missed messages are added; to
 * shorten, sentences go from the end, then words.
 */
export function proposeByRules(task: Task): string[] {
  const { description, length, wanted } = task;
  if (length !== null) return [shortened(description, length)];
  const missed = task.cases.filter(({ outcome }) => outcome === "missed" || outcome === "stolen");
  const words = frequentWords(
    missed.map(({ query }) => query),
    description,
  );
  const texts = [words, words.slice(0, Math.ceil(words.length / 2)), words.slice(0, 3)]
    .filter((some) => some.length > 0)
    .map((some) =>
      shortened(`${sentence(description)} Use for: ${some.join(", ")}.`, improvementLimits.description),
    );
  return [...new Set(texts)].slice(0, wanted);
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function frequentWords(queries: readonly string[], description: string): string[] {
  const known = new Set(wordsOf(description));
  const counts = new Map<string, number>();
  for (const query of queries)
    for (const one of new Set(wordsOf(query)))
      if (!known.has(one)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .sort(([left, count], [right, other]) => other - count || (left < right ? -1 : 1))
    .slice(0, mostWords)
    .map(([one]) => one);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? [];

/** As many whole sentences as there is room for; of a first one that is too long as many words; else as many characters. */
export function shortened(text: string, most: number): string {
  if ([...text].length <= most) return text;
  for (const piece of [/(?<=[.!?])\s+/u, /\s+/u]) {
    let kept = "";
    for (const next of text.split(piece)) {
      const longer = kept === "" ? next : `${kept} ${next}`;
      if ([...longer].length > most) break;
      kept = longer;
    }
    if (kept !== "") return kept;
  }
  return [...text].slice(0, most).join("");
}
