import { type Likeness, standingOut } from "./likeness";
import { searchSkills } from "./search-skills";
import { stemWords } from "./stem-words";

type Described = { skillId: string; name: string; description: string };

export type Collision = {
  skillId: string;
  name: string;
  /** The sibling's score for this description, as a share of the skill's own. */
  share: number;
  /** A search for this description finds the sibling before the skill itself. */
  ranksFirst: boolean;
  /** Words that both have, those that fewest others have first; as the description writes them. */
  words: string[];
};

/** From this share on, a message that fits one description fits the other about as well. */
export const leastShare = 0.6;
const mostWords = 6;

/**
 * Siblings whose descriptions claim the same work: those that the product's own search, asked for the whole
 * description, scores nearly as high as the skill itself. Worst first; none for a description without words.
 */
export function findCollisions(skill: Described, siblings: readonly Described[]): Collision[] {
  const others = siblings.filter(({ skillId }) => skillId !== skill.skillId);
  const ranking = searchSkills(skill.description, [skill, ...others]);
  const place = ranking.findIndex(({ skillId }) => skillId === skill.skillId);
  const own = ranking[place];
  if (!own) return [];
  const stems = new Map(others.map((other) => [other.skillId, stemsOf(other)]));
  return ranking.flatMap(({ skillId, name, score }, index) => {
    const share = score / own.score;
    const theirs = stems.get(skillId);
    if (skillId === skill.skillId || share < leastShare || !theirs) return [];
    const words = sharedWords(skill.description, theirs, [...stems.values()]);
    return [{ skillId, name, share, ranksFirst: index < place, words }];
  });
}

/** Among fewer, the most alike one stands out whatever it says. */
const fewestCompared = 10;
const standsFarOut = { deviations: 2.5, most: 3 } as const;
/** Where all are about as alike as each other, a hair more says nothing. */
const leastDistance = 0.05;

/** Siblings that mean nearly the same, in whatever words: those that stand far out of how alike all of them are. */
export function findAlikeMeanings(likeness: Likeness): { skillId: string; likeness: number }[] {
  if (likeness.size < fewestCompared) return [];
  const average = [...likeness.values()].reduce((sum, value) => sum + value, 0) / likeness.size;
  return standingOut(likeness, standsFarOut).filter((one) => one.likeness >= average + leastDistance);
}

const stemsOf = ({ name, description }: Described): Set<string> =>
  new Set(stemWords(`${name} ${description}`));

function sharedWords(
  description: string,
  theirs: ReadonlySet<string>,
  all: readonly ReadonlySet<string>[],
): string[] {
  const found = new Map<string, string>();
  for (const [word] of description.matchAll(/[\p{L}\p{N}]+/gu))
    for (const stem of stemWords(word))
      if (theirs.has(stem) && !found.has(stem)) found.set(stem, word.toLowerCase());
  const holders = (stem: string) => all.filter((stems) => stems.has(stem)).length;
  return [...found]
    .map(([stem, word]) => ({ word, holders: holders(stem) }))
    .sort((left, right) => left.holders - right.holders)
    .slice(0, mostWords)
    .map(({ word }) => word);
}
