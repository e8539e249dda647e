import type { Run } from "./batch-run";

/** What a run has dealt with, and what of it is left to do: that stays selected. */
export function splitRunRows({ rows }: Run): { done: string[]; left: string[] } {
  const names = (isLeft: boolean) =>
    rows.filter(({ outcome }) => (outcome === "refused") === isLeft).map(({ name }) => name);
  return { done: names(false), left: names(true) };
}
