import type { TakenBack } from "@/lib/delivery/git/find-taken-back";
import type { HistoryRow } from "@/lib/delivery/git/load-history";
import { MemoryRepository } from "@/lib/git/fixtures/memory-repository";

/** What the commits of a repository are in a history: one version of one skill each, with the commit's number. */
export function historyOf({ commits }: MemoryRepository): HistoryRow[] {
  return commits.map((commit, at) => {
    const number = at + 1;
    const skill = {
      skillId: "notes",
      name: "notes",
      versionId: `v${number}`,
      number,
      key: "k",
      tree: commit.tree,
      why: null,
    };
    return { ...commit, number, change: { title: "desk", skillId: "notes", skill } };
  });
}

/** A history of so many versions of one skill. */
export function aHistory(length: number): HistoryRow[] {
  const repository = new MemoryRepository();
  repository.commitMany(length);
  return historyOf(repository);
}

/** Those versions were withdrawn since. */
export const takenBack = (...numbers: number[]): TakenBack =>
  new Map(numbers.map((number) => [`v${number}`, { isGone: false }]));
