"use client";

import type { ReactNode } from "react";
import { Field } from "./field";
import { Select } from "./select";

type ExpiryFieldProps = {
  /** Days; empty for what never expires. */
  value: string;
  onValueChange: (value: string) => void;
  choices: readonly { value: string; label: string }[];
  help?: ReactNode;
};

/** Asks when something that is made expires. */
export function ExpiryField({ value, onValueChange, choices, help }: ExpiryFieldProps) {
  return (
    <Field label="Expires" help={help}>
      <Select size="form" value={value} onChange={({ target }) => onValueChange(target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** What the field holds, as requests take it. */
export const daysUntilExpiry = (value: string): number | null => (value === "" ? null : Number(value));
