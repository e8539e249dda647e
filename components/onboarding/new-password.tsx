"use client";

import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Input } from "@/components/ui/input";

type NewPasswordProps = {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** Counts while it is typed; the rule is length alone. */
export function NewPassword({ label, value, error, onChange }: NewPasswordProps) {
  const length = Array.from(value).length;
  return (
    <Field
      label={label}
      error={error}
      help={`${value === "" ? "" : `${formatCount(length, "character")}. `}At least 12, any characters.`}
    >
      <Input
        size="form"
        name="password"
        type="password"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
