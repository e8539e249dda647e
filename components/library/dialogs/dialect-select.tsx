"use client";

import { useId } from "react";
import { Select } from "@/components/ui/select";
import { type DialectId, dialectHeads, isDialectId } from "@/lib/dialects/dialect-heads";

type DialectSelectProps = { value: string; onChoose: (dialect: DialectId) => void };

/** As which host skills are shown; with its label beside it, for a bar of controls. */
export function DialectSelect({ value, onChoose }: DialectSelectProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-ink-3">
        Dialect
      </label>
      <Select
        id={id}
        className="max-w-[200px]"
        value={value}
        onChange={({ target }) => (isDialectId(target.value) ? onChoose(target.value) : undefined)}
      >
        {Object.values(dialectHeads).map((head) => (
          <option key={head.id} value={head.id}>
            {head.title}
          </option>
        ))}
      </Select>
    </>
  );
}
