import type { EffectFigures } from "@/lib/proof/effect-schema";
import type { TriedArm } from "@/lib/proof/task-schema";

/** What each arm is, as tables head it. */
export const armWords = {
  without: "Without",
  found: "Found",
  given: "Given",
  approved: "Published",
  "left-out": "Without the file",
} as const satisfies Record<TriedArm["arm"], string>;

/** Names an arm in addresses and choices: its name, and the file that is missing. */
export const armKey = ({ arm, leftOut }: TriedArm): string => (leftOut === null ? arm : `${arm}:${leftOut}`);

/** "Found", "Without references/tone.md". */
export const sayArm = ({ arm, leftOut }: TriedArm): string =>
  leftOut === null ? armWords[arm] : `Without ${leftOut}`;

export const directionWords = {
  win: "won",
  tie: "the same",
  loss: "lost",
} as const satisfies Record<NonNullable<EffectFigures["tasks"][number]["direction"]>, string>;
