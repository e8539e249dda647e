"use client";

import { Search } from "lucide-react";
import { type AuditFilters, isNarrowed, noAuditFilters } from "@/components/data/audit-filters";
import { Button } from "@/components/ui/button";
import { DayInput } from "@/components/ui/day-input";
import { FilterBar } from "@/components/ui/filter-bar";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

const texts = [
  { name: "actor", label: "Who", className: "w-28" },
  { name: "object", label: "Object", className: "w-32" },
  { name: "digest", label: "Digest", className: "w-24" },
  { name: "trace", label: "Trace id", className: "w-24" },
] as const;

type AuditFilterFieldsProps = {
  /** How actions begin in this trail. */
  subjects: readonly string[];
  typed: AuditFilters;
  onType: (filters: AuditFilters) => void;
};

export function AuditFilterFields({ subjects, typed, onType }: AuditFilterFieldsProps) {
  const set = (name: keyof AuditFilters, value: string) => onType({ ...typed, [name]: value });
  return (
    <FilterBar label="Filter the audit trail" inset>
      {texts.map(({ name, label, className }, at) => (
        <Input
          key={name}
          type="search"
          icon={at === 0 ? Search : undefined}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          mono={name === "digest" || name === "trace"}
          className={className}
          value={typed[name]}
          onChange={({ target }) => set(name, target.value)}
        />
      ))}
      <Select aria-label="Action" value={typed.action} onChange={({ target }) => set("action", target.value)}>
        <option value="">Any action</option>
        {subjects.map((subject) => (
          <option key={subject} value={`${subject}.`}>
            {subject}
          </option>
        ))}
      </Select>
      {/* The words stand with their fields on one line, wherever it breaks. */}
      <span className="inline-flex items-center gap-1.5 text-ink-3">
        <span aria-hidden="true">From</span>
        <DayInput label="From day" value={typed.from} onChange={(day) => set("from", day)} />
        <span aria-hidden="true">to</span>
        <DayInput label="To day" value={typed.to} onChange={(day) => set("to", day)} />
      </span>
      {isNarrowed(typed) ? (
        <Button variant="ghost" onClick={() => onType(noAuditFilters)}>
          Clear
        </Button>
      ) : null}
    </FilterBar>
  );
}
