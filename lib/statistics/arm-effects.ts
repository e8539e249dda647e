import { requireCounts } from "./require-counts";

/** How many of the valid repeats of one task in one arm passed. */
export type PassCounts = { readonly passed: number; readonly valid: number };

/**
 * One task in three arms: `without` the skill; `found`, where the model decides whether to load it; `given`, with its text in
 * the prompt from the start.
 */
export type TaskArms = {
  readonly id: string;
  readonly without: PassCounts;
  readonly found: PassCounts;
  readonly given: PassCounts;
};

/** Differences of pass rates, each from -1 to 1; `worth` and `finding` add up to `total`. */
export type ArmEffects = {
  /** Given less without: what the text is worth to a model that reads it. */
  readonly worth: number;
  /** Found less given: what not being found costs (below 0), or what reading it unasked did. */
  readonly finding: number;
  /** Found less without: what the skill changes as agents have it. */
  readonly total: number;
};

/** Tasks are in the order given; `overall` is the mean over the measured ones, each counting once; null without any. */
export type ArmDecomposition = {
  readonly tasks: readonly (ArmEffects & { readonly id: string })[];
  readonly overall: ArmEffects | null;
  /** Ids of tasks without a valid repeat in some arm: they are in no figure, or the parts would be of different tasks. */
  readonly unmeasured: readonly string[];
};

/** Takes the effect of a skill apart into what its text is worth and what finding it costs, per task and over all. */
export function decomposeArms(tasks: readonly TaskArms[]): ArmDecomposition {
  const isMeasured = ({ without, found, given }: TaskArms) =>
    [without, found, given].every(({ passed, valid }) => {
      requireCounts(passed, valid);
      return valid > 0;
    });
  const measured = tasks.filter(isMeasured);
  const effects = measured.map((task) => ({ id: task.id, ...effectsOf(task) }));
  const mean = (part: keyof ArmEffects) =>
    effects.reduce((sum, effect) => sum + effect[part], 0) / effects.length;
  return {
    tasks: effects,
    overall:
      effects.length === 0 ? null : { worth: mean("worth"), finding: mean("finding"), total: mean("total") },
    unmeasured: tasks.filter((task) => !measured.includes(task)).map(({ id }) => id),
  };
}

function effectsOf({ without, found, given }: TaskArms): ArmEffects {
  const [bare, own, read] = [rateOf(without), rateOf(found), rateOf(given)];
  return { worth: read - bare, finding: own - read, total: own - bare };
}

const rateOf = ({ passed, valid }: PassCounts): number => passed / valid;
