"use client";

import { Select } from "@/components/ui/select";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { Expected } from "@/lib/proof/suites/case-schema";
import { expectedOf, expectedValue } from "./suite-rows";

type ExpectedSelectProps = {
  /** Absent inside a Field. */
  label?: string;
  skill: string;
  siblings: readonly string[];
  value: Expected;
  disabled?: boolean;
  onChange: (expected: Expected) => void;
};

/** What should be activated: this skill, a sibling by name, anything but this one, or nothing at all. */
export function ExpectedSelect({ label, skill, siblings, value, disabled, onChange }: ExpectedSelectProps) {
  const others = siblings.filter((name) => name !== skill);
  const named = value.kind === "skill" ? value.name : null;
  const isUnknown = named !== null && named !== skill && !others.includes(named);
  return (
    <Select
      {...(label === undefined ? {} : { "aria-label": label })}
      className="w-full"
      value={expectedValue(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(expectedOf(target.value))}
    >
      <option value={expectedValue({ kind: "skill", name: skill })}>{markHidden(skill)}</option>
      <option value="not-this">not this one</option>
      <option value="nothing">nothing</option>
      {isUnknown ? <option value={expectedValue(value)}>{markHidden(`${named} (unknown)`)}</option> : null}
      {others.length === 0 ? null : (
        <optgroup label="Another skill">
          {others.map((name) => (
            <option key={name} value={expectedValue({ kind: "skill", name })}>
              {markHidden(name)}
            </option>
          ))}
        </optgroup>
      )}
    </Select>
  );
}
