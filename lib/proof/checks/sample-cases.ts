import type { TriedCase } from "../suites/case-schema";

/**
 * At most so many cases, in their order: of every kind of expectation some, first those whose message may name a skill,
 * which hosts answer by themselves.
 */
export function sampleCases(cases: readonly TriedCase[], most: number): TriedCase[] {
  if (cases.length <= most) return [...cases];
  const kinds = [...Map.groupBy(cases, kindOf).values()].map((all) =>
    all.toSorted((left, right) => Number(mayName(right)) - Number(mayName(left))),
  );
  const taken = new Set<TriedCase>();
  for (let at = 0; taken.size < most; at++)
    for (const kind of kinds) {
      const next = kind[at];
      if (next && taken.size < most) taken.add(next);
    }
  return cases.filter((one) => taken.has(one));
}

const kindOf = ({ expected }: TriedCase): string =>
  expected.kind === "skill" ? `skill ${expected.name}` : expected.kind;

const mayName = ({ query }: TriedCase): boolean => /^\s*\/|@/u.test(query);
