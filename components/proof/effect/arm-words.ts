import type { EffectFigures } from "@/lib/proof/reports/effect-schema";
import type { TriedArm } from "@/lib/proof/suites/task-schema";

/** Names an arm in addresses and choices: its name, and the file that is missing. */
export const armKey = ({ arm, leftOut }: TriedArm): string => (leftOut === null ? arm : `${arm}:${leftOut}`);

export const directionWords = {
  win: "won",
  tie: "the same",
  loss: "lost",
} as const satisfies Record<NonNullable<EffectFigures["tasks"][number]["direction"]>, string>;
