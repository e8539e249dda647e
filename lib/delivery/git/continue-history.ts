import "server-only";
import { objectId, withParents } from "@/lib/git/objects";
import type { Commit } from "@/lib/git/repository";
import type { RepositoryContent } from "./open-repository";
import { holdingTakenBack } from "./served-from";

/** A commit of a history as it stands somewhere else: its number there, and its id, which can be another. */
export type Reached = { number: number; id: string };

export type SentCommit = Commit & Reached;

export type Continuation = {
  /** What is missing after `Reached`, oldest first. */
  commits: readonly SentCommit[];
  /** Commits between that hold what was taken back since, and go to nobody. */
  withheld: number;
};

/**
 * What leads from one commit of a history, or from nothing, to its newest. Commits that hold a version which was taken
 * back are left out, as nobody new gets them; those after them stand on other parents then, and have ids of their own
 * that are the same whenever they are worked out. Otherwise the ids are those of the git address.
 */
export function continueHistory(
  { rows, takenBack }: Pick<RepositoryContent, "rows" | "takenBack">,
  base: Reached | null,
): Continuation {
  const isBad = holdingTakenBack(rows, takenBack);
  const from = base?.number ?? 0;
  const commits: SentCommit[] = [];
  let parent = base?.id ?? null;
  for (const row of rows.slice(from)) {
    if (isBad[row.number - 1]) continue;
    const parents = parent === null ? [] : [parent];
    const isSame = row.parents.length === parents.length && row.parents[0] === parents[0];
    const bytes = isSame ? row.bytes : withParents(row.bytes, parents);
    const id = isSame ? row.id : objectId("commit", bytes);
    commits.push({ number: row.number, id, tree: row.tree, parents, seconds: row.seconds, bytes });
    parent = id;
  }
  return { commits, withheld: rows.length - from - commits.length };
}
