type Range = { low: number; high: number };

/** Trials that are priced alike: of one dialect and arm. All are of all of them together. */
export type MeasuredTrials = {
  /** Which, as `KeptTrials` name them. */
  group: string;
  trials: number;
  /** Requests to the model. */
  calls: Range;
  /** Tokens. */
  input: Range;
  output: Range;
};

/** Of a group: trials whose first request was answered before, and those of them that this answer ended. */
export type KeptTrials = ReadonlyMap<string, { first: number; whole: number }>;

export type Measured = Omit<MeasuredTrials, "group">;

export const groupOf = (dialect: string, arm: string): string => `${dialect} ${arm}`;

const none = (): Measured => ({ trials: 0, calls: zero(), input: zero(), output: zero() });
const zero = (): Range => ({ low: 0, high: 0 });

export const sumMeasured = (groups: readonly Measured[]): Measured =>
  groups.reduce(
    (sum, { trials, calls, input, output }) => ({
      trials: sum.trials + trials,
      calls: add(sum.calls, calls),
      input: add(sum.input, input),
      output: add(sum.output, output),
    }),
    none(),
  );

const add = (left: Range, right: Range): Range => ({
  low: left.low + right.low,
  high: left.high + right.high,
});

/**
 * What is left to be asked: a trial that is kept whole asks nothing, one whose first answer is kept asks what comes after,
 * if anything does. Never less than it can come to: what a kept answer that goes on has saved of output is left in.
 */
export const restOf = (groups: readonly MeasuredTrials[], kept: KeptTrials): Measured =>
  sumMeasured(
    groups.map(({ group, trials, calls, input, output }) => {
      const { first, whole } = kept.get(group) ?? { first: 0, whole: 0 };
      const begun = first - whole;
      // At the low end a trial is one request: the first.
      const less = (of: Range, atHigh: number): Range => {
        const each = trials === 0 ? 0 : of.low / trials;
        const share = trials === 0 ? 1 : (trials - whole) / trials;
        return {
          low: Math.max(0, of.low * share - begun * each),
          high: Math.max(0, of.high * share - atHigh * each),
        };
      };
      return {
        trials: trials - whole,
        calls: less(calls, begun),
        input: less(input, begun),
        output: less(output, 0),
      };
    }),
  );
