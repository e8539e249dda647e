"use client";

import { Field } from "@/components/ui/field";
import { formatCost } from "@/components/ui/format";
import { Input } from "@/components/ui/input";

/** What is wrong with a cap as it is typed; empty is none. */
export const capProblem = (cap: string): string | undefined =>
  cap.trim() === "" || Number(cap) > 0 ? undefined : "The cap is an amount in US dollars above 0, or empty.";

/** What a button says that spends: "Run, at most $2.00". */
export const runVerb = (verb: string, cap: string): string =>
  cap.trim() === "" || capProblem(cap) !== undefined ? verb : `${verb}, at most ${formatCap(Number(cap))}`;

const formatCap = (dollars: number): string =>
  dollars >= 0.01 ? `$${dollars.toFixed(2)}` : formatCost(dollars);

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
