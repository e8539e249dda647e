"use client";

import { Field } from "@/components/ui/field";
import { formatNumber } from "@/components/ui/format";
import { Input } from "@/components/ui/input";
import { suiteLimits } from "@/lib/proof/proof-options";

const { leastCap, cap: mostCap } = suiteLimits;

/** What is wrong with a cap as it is typed; empty is none. */
export const capProblem = (cap: string): string | undefined =>
  cap.trim() === "" || (Number(cap) >= leastCap && Number(cap) <= mostCap)
    ? undefined
    : `The cap is an amount in US dollars above 0 and at most ${formatNumber(mostCap)}, or empty.`;

/** US dollars as they are typed, with all that is kept of them: 2 is "2.00", 0.001 stays. */
export const capAsTyped = (dollars: number): string => {
  const [whole = "0", fraction = ""] = dollars.toFixed(8).replace(/0+$/, "").split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
};

/** What a button says that spends: "Run, at most $2.00". */
export const runVerb = (verb: string, cap: string): string =>
  cap.trim() === "" || capProblem(cap) !== undefined ? verb : `${verb}, at most $${capAsTyped(Number(cap))}`;

type CapFieldProps = { value: string; onChange: (cap: string) => void };

export function CapField({ value, onChange }: CapFieldProps) {
  return (
    <Field label="Cap, US dollars" help="Stops the run. Empty: no cap.">
      <Input
        size="form"
        inputMode="decimal"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="max-w-40"
      />
    </Field>
  );
}
