import type { EffectGateFacts } from "./decide-effect-gate";
import type { GateCode } from "./decide-gate";

/** What a gate says of a run. `remarks`: what is to be known of it although it passes. */
export type GateWord = { code: GateCode; reasons: readonly string[]; remarks: readonly string[] };

const heldToNothing =
  "held to nothing: no share is asked for, and no judged run of a published version has cases in common with it";

/** Of hosts that pass because nothing was there that they could have failed. `isHeld`: it was compared with something. */
export function remarkOnUnheld(
  hosts: readonly { dialect: string; isHeld: boolean }[],
  floors: { recall?: number | undefined; precision?: number | undefined },
): string[] {
  if (floors.recall !== undefined || floors.precision !== undefined) return [];
  return hosts.flatMap(({ dialect, isHeld }) => (isHeld ? [] : [`${dialect}: ${heldToNothing}.`]));
}

/** Of hosts that pass although nothing was shown: that is no regression, and no proof either. */
export const remarkOnUnshown = (hosts: readonly EffectGateFacts[]): string[] =>
  hosts.flatMap(({ dialect, word, reasons }) =>
    word === "not-shown" ? [[`${dialect}: not shown to help.`, ...reasons].join(" ")] : [],
  );

const codeWords = {
  0: "Passes",
  1: "Regression",
  2: "A golden task failed",
  3: "Not measured",
} as const satisfies Record<GateCode, string>;

/** The gate in a line and what it says beside it, for reports: "Regression", then each reason. */
export const sayGate = ({ code, reasons, remarks }: GateWord): { word: string; why: readonly string[] } => ({
  word: codeWords[code],
  why: [...reasons, ...remarks],
});
