import { type ExactTest, signTest } from "./exact-tests";

/** One case or task under two conditions: whether it was right before and whether it is after. */
export type Pair = { readonly before: boolean; readonly after: boolean };

/** All pairs by their two outcomes, and the tests of `gained` against `lost`: `greater` is for a gain, `less` for a loss. */
export type McNemarTest = ExactTest & {
  readonly bothRight: number;
  readonly gained: number;
  readonly lost: number;
  readonly bothWrong: number;
};

/**
 * Tests paired outcomes exactly (McNemar 1947, in its exact binomial form): pairs that agree say nothing about a
 * difference, the others would fall either way alike if there were none. All p-values are 1 when no pair differs.
 */
export function mcNemarTest(pairs: readonly Pair[]): McNemarTest {
  const count = (before: boolean, after: boolean) =>
    pairs.filter((pair) => pair.before === before && pair.after === after).length;
  const gained = count(false, true);
  const lost = count(true, false);
  return {
    bothRight: count(true, true),
    gained,
    lost,
    bothWrong: count(false, false),
    ...signTest(gained, lost),
  };
}
