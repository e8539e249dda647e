"use client";

import { dayOf } from "@/lib/kernel/day";
import { Input } from "./input";

type DayInputProps = { label: string; value: string; onChange: (day: string) => void };

/** A day typed as it is written everywhere here: the platform's own field shows another order in every browser. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  const isWhole = value.trim().length >= 10;
  return (
    <Input
      mono
      aria-label={label}
      aria-invalid={isWhole && dayOf(value) === null ? true : undefined}
      placeholder="YYYY-MM-DD"
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={10}
      className="w-[98px]"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
