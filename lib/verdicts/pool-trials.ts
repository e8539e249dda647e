/** A trial of one of several runs of the same bytes. */
export type TrialToPool = {
  /** The run, as answers that were kept from it name it. */
  run: string;
  /** What is tried, dialect and all: trials of one slot are repeats of each other. */
  slot: string;
  /** In which arm; one and the same where there are no arms. */
  arm: string;
  /** In its run, from 1. */
  repeat: number;
  isValid: boolean;
  /** The run whose answers it was given again; null where everything was asked. */
  keptFrom: string | null;
};

export type PooledTrials<T> = {
  /** In the order given, the repeats of each slot counted through all runs from 1. */
  trials: T[];
  /** How often each slot was tried. */
  repeats: Map<string, number>;
  /** By run: trials that are left out, because they are answers that count already. */
  copies: Map<string, number>;
};

/**
 * Pools the trials of several runs. Answers that were kept are no new evidence: what one run asked and others were given
 * again counts once. A repeat of which an arm was asked anew stays whole, as its arms are held against each other.
 */
export function poolTrials<T extends TrialToPool>(trials: readonly T[]): PooledTrials<T> {
  const isCopy = findCopies(trials);
  const pooled: PooledTrials<T> = { trials: [], repeats: new Map(), copies: new Map() };
  const kept = new Map<string, number>();
  const groups = Map.groupBy(trials, ({ run, slot, repeat }) => JSON.stringify([run, slot, repeat]));
  for (const [place, group] of groups) {
    const [first] = group;
    if (!first) continue;
    if (group.every(isCopy)) {
      pooled.copies.set(first.run, (pooled.copies.get(first.run) ?? 0) + group.length);
      continue;
    }
    const repeat = (pooled.repeats.get(first.slot) ?? 0) + 1;
    pooled.repeats.set(first.slot, repeat);
    kept.set(place, repeat);
  }
  for (const trial of trials) {
    const repeat = kept.get(JSON.stringify([trial.run, trial.slot, trial.repeat]));
    if (repeat !== undefined) pooled.trials.push({ ...trial, repeat });
  }
  return pooled;
}

/** Of what was kept from a run that is pooled too, its own trial counts; of what was kept from elsewhere, the first. */
function findCopies<T extends TrialToPool>(trials: readonly T[]): (trial: T) => boolean {
  const placeOf = ({ slot, arm, repeat }: T) => [slot, arm, repeat];
  const asked = new Map(trials.map((trial) => [JSON.stringify([trial.run, ...placeOf(trial)]), trial]));
  const firsts = new Map<string, T>();
  for (const trial of trials) {
    const source = JSON.stringify([trial.keptFrom, ...placeOf(trial)]);
    if (trial.keptFrom !== null && trial.isValid && !firsts.has(source)) firsts.set(source, trial);
  }
  return (trial) => {
    if (trial.keptFrom === null || !trial.isValid) return false;
    const source = JSON.stringify([trial.keptFrom, ...placeOf(trial)]);
    const original = asked.get(source) ?? firsts.get(source);
    return original !== undefined && original !== trial && original.isValid;
  };
}
