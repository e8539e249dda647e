"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type PurposeFieldProps = { value: string; onValueChange: (purpose: string) => void; help?: string };

/** People read this of an agent beside its name. */
export function PurposeField({ value, onValueChange, help }: PurposeFieldProps) {
  return (
    <Field label="Purpose" help={help}>
      <Input
        size="form"
        maxLength={500}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
      />
    </Field>
  );
}
