/** Two labels of one answer: what a person said and what the judge said. */
export type LabelPair<Label extends string> = { readonly person: Label; readonly judge: Label };

/** How far a judge agrees with people, beyond chance; shares are from 0 to 1. */
export type Agreement<Label extends string> = {
  readonly cases: number;
  /** Share of the cases with the same label. Null without cases. */
  readonly observed: number | null;
  /** Share that would have the same label by chance, given how often each side gives each label. Null without cases. */
  readonly expected: number | null;
  /** 1 is agreement throughout, 0 is chance, below is worse than chance. */
  readonly kappa: number | null;
  /** Why there is no kappa: nothing was labelled, or both sides gave one and the same label to everything. */
  readonly undefinedBecause: "no cases" | "one label only" | null;
  /** How often each side gave each label. Read kappa beside it: it falls when one label is rare, with the same judge. */
  readonly baseRates: readonly { readonly label: Label; readonly person: number; readonly judge: number }[];
};

/** Gives Cohen's kappa (Cohen 1960, Educational and Psychological Measurement 20) with the base rates that it hangs on. */
export function cohensKappa<Label extends string>(pairs: readonly LabelPair<Label>[]): Agreement<Label> {
  const cases = pairs.length;
  if (cases === 0)
    return {
      cases,
      observed: null,
      expected: null,
      kappa: null,
      undefinedBecause: "no cases",
      baseRates: [],
    };
  const labels = [...new Set(pairs.flatMap(({ person, judge }) => [person, judge]))].sort();
  const share = (holds: (pair: LabelPair<Label>) => boolean) => pairs.filter(holds).length / cases;
  const baseRates = labels.map((label) => ({
    label,
    person: share(({ person }) => person === label),
    judge: share(({ judge }) => judge === label),
  }));
  const observed = share(({ person, judge }) => person === judge);
  if (labels.length === 1)
    return { cases, observed, expected: 1, kappa: null, undefinedBecause: "one label only", baseRates };
  const expected = baseRates.reduce((sum, { person, judge }) => sum + person * judge, 0);
  return {
    cases,
    observed,
    expected,
    kappa: (observed - expected) / (1 - expected),
    undefinedBecause: null,
    baseRates,
  };
}

/** The 95 % interval of a kappa, by its large-sample error (Cohen 1960); null where there is no kappa. From -1 to 1. */
export function kappaInterval<Label extends string>({
  cases,
  observed,
  expected,
  kappa,
}: Agreement<Label>): { low: number; high: number } | null {
  if (kappa === null || observed === null || expected === null) return null;
  const error = Math.sqrt((observed * (1 - observed)) / cases) / (1 - expected);
  return { low: Math.max(-1, kappa - 1.96 * error), high: Math.min(1, kappa + 1.96 * error) };
}
