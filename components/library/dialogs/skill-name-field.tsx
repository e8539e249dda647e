"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { NameCheck } from "./use-name-check";

type SkillNameFieldProps = {
  value: string;
  onChange: (value: string) => void;
  check: NameCheck;
  /** What the server said when it refused; it knows more than the check. */
  serverError?: string | undefined;
  label?: string;
  help?: string;
};

/** A skill's name, with what is wrong with it said while typing. */
export function SkillNameField({
  value,
  onChange,
  check,
  serverError,
  label = "Name",
  help,
}: SkillNameFieldProps) {
  const error = check.state === "wrong" ? check.message : serverError;
  return (
    <Field label={label} help={help} error={error}>
      <Input
        size="form"
        mono
        autoFocus
        autoCapitalize="none"
        maxLength={80}
        placeholder="incident-triage"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        end={
          <span aria-live="polite" className="flex-none text-12 text-ink-3">
            {check.state === "free" ? "Free" : check.state === "checking" ? "Checking" : ""}
          </span>
        }
      />
    </Field>
  );
}
