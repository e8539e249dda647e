import { formatCost, formatCount, formatNumber } from "@/components/ui/format";
import type { RadarRun, RadarSkill } from "@/lib/radar/schema";
import { intervalText, type Proportion, stateWords } from "../proof-words";

/** What a skill is to the new model, in a word or two. */
export const radarWordTexts = {
  harmful: "Harmful now",
  unnecessary: "Unnecessary now",
  "found-less": "Found less",
  undecided: "Not decided",
  "not-measured": "Not measured",
  "found-as-before": "Found as before",
  "found-more": "Found more",
  better: "Better now",
  needed: "Still needed",
} as const satisfies Record<RadarSkill["word"], string>;

/** Only these ask for something. */
export const isProblem = (word: RadarSkill["word"]): boolean =>
  word === "harmful" || word === "unnecessary" || word === "found-less";

/** "14/14 [0.78, 1.00]"; a dash where nothing was counted. */
export const proportionText = (proportion: Proportion): string =>
  proportion === null ? "–" : `${proportion.count}/${proportion.of} ${intervalText(proportion)}`;

/** "3 of 8 runs". */
export const progressText = ({ progress }: Pick<RadarRun, "progress">): string => {
  const { total, waiting, running } = progress;
  return `${formatNumber(total - waiting - running)} of ${formatCount(total, "run")}`;
};

export const stateText = ({ state }: Pick<RadarRun, "state">): string => stateWords[state];

export const spentText = ({ spentUsd, capUsd }: Pick<RadarRun, "spentUsd" | "capUsd">): string =>
  capUsd === null
    ? `${formatCost(spentUsd)} spent, no budget`
    : `${formatCost(spentUsd)} of ${formatCost(capUsd)} budget`;

/** What the earlier side of the table is of. */
export const againstText = ({ against }: Pick<RadarRun, "against">): string =>
  against === null ? "Measured last" : against.name;
