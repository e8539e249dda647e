import type { AskedCase, EndedTrial } from "./judge-suite";

/** Expected x activated, in trials that count. `names` are rows and columns; null: no name expected, none activated. */
export type Confusion = { names: string[]; cells: ConfusionCell[] };

export type ConfusionCell = {
  expected: string | null;
  /** The row of cases that ask for anything but the suite's skill: `expected` is null, and only that skill is wrong. */
  notThis: boolean;
  /** Activated first. */
  activated: string | null;
  trials: number;
  /** Trials in which it was activated after another. */
  also: number;
  /** The ids of the cases in this cell, in their order. */
  cases: string[];
};

export type TriedCase = AskedCase & { trials: readonly Pick<EndedTrial, "activated">[] };

/** Cells with at least one trial, row by row; the suite's own skill is the first name. */
export function countConfusion(tried: readonly TriedCase[], skill: string): Confusion {
  const cells = new Map<string, ConfusionCell>();
  const expectedOf = ({ expected }: AskedCase) => (expected.kind === "skill" ? expected.name : null);
  for (const one of tried) {
    const expected = expectedOf(one);
    const notThis = one.expected.kind === "not-this";
    const cellOf = (activated: string | null): ConfusionCell => {
      const key = JSON.stringify([expected, notThis, activated]);
      const cell = cells.get(key) ?? { expected, notThis, activated, trials: 0, also: 0, cases: [] };
      cells.set(key, cell);
      if (cell.cases.at(-1) !== one.id) cell.cases.push(one.id);
      return cell;
    };
    for (const { activated } of one.trials) {
      const [first, ...others] = activated;
      cellOf(first ?? null).trials++;
      for (const other of others) cellOf(other).also++;
    }
  }
  const found = [...cells.values()];
  const names = new Set([skill]);
  for (const one of tried) if (one.expected.kind === "skill") names.add(one.expected.name);
  for (const { activated } of found) if (activated !== null) names.add(activated);
  const order = [...names];
  const place = (name: string | null) => (name === null ? order.length : order.indexOf(name));
  return {
    names: order,
    cells: found.toSorted(
      (left, right) =>
        place(left.expected) - place(right.expected) ||
        Number(right.notThis) - Number(left.notThis) ||
        place(left.activated) - place(right.activated),
    ),
  };
}

/** Two skills loaded in one trial, whichever came first. */
export type SkillPair = { skills: [string, string]; trials: number; cases: string[] };

/** The most frequent pair first. */
export function countPairs(tried: readonly TriedCase[]): SkillPair[] {
  const pairs = new Map<string, SkillPair>();
  for (const { id, trials } of tried)
    for (const { activated } of trials)
      for (const [at, left] of activated.entries())
        for (const right of activated.slice(at + 1)) {
          const skills: [string, string] = left < right ? [left, right] : [right, left];
          const key = JSON.stringify(skills);
          const pair = pairs.get(key) ?? { skills, trials: 0, cases: [] };
          pairs.set(key, pair);
          pair.trials++;
          if (pair.cases.at(-1) !== id) pair.cases.push(id);
        }
  return [...pairs.values()].toSorted((left, right) => right.trials - left.trials);
}
