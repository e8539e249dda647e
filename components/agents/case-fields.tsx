"use client";

import { ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { inputTests } from "@/lib/runtime/choose-result";
import type { CaseRow } from "./result-draft";

const testWords = { equals: "is", contains: "contains", matches: "matches (* and ?)" } as const;

type CaseFieldsProps = {
  row: CaseRow;
  /** 1 is asked first. */
  number: number;
  onRow: (row: CaseRow) => void;
  /** Null for the first. */
  moveUp: (() => void) | null;
  remove: () => void;
};

/** One case: which inputs it is for, and what they get. */
export function CaseFields({ row, number, onRow, moveUp, remove }: CaseFieldsProps) {
  const of = `of case ${number}`;
  return (
    <li className="grid gap-2 rounded-2 border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Case {number}</span>
        <span className="ml-auto flex">
          <IconButton
            icon={ArrowUp}
            size="icon-small"
            label={`Ask case ${number} earlier`}
            blockedReason={moveUp === null ? "It is the first." : undefined}
            onClick={() => moveUp?.()}
          />
          <IconButton icon={Trash2} size="icon-small" label={`Remove case ${number}`} onClick={remove} />
        </span>
      </div>
      <div className="grid grid-cols-[2fr_auto_3fr] gap-2 compact:grid-cols-1">
        <Input
          autoFocus={row.field === "" && row.value === "" && row.result === ""}
          size="form"
          mono
          maxLength={200}
          aria-label={`Field ${of}`}
          placeholder="whole input"
          value={row.field}
          onChange={({ target }) => onRow({ ...row, field: target.value })}
        />
        <Select
          size="form"
          aria-label={`Test ${of}`}
          value={row.is}
          onChange={({ target }) => {
            const is = inputTests.find((test) => test === target.value);
            if (is) onRow({ ...row, is });
          }}
        >
          {inputTests.map((test) => (
            <option key={test} value={test}>
              {testWords[test]}
            </option>
          ))}
        </Select>
        <Input
          size="form"
          mono
          maxLength={500}
          aria-label={`Value ${of}`}
          value={row.value}
          onChange={({ target }) => onRow({ ...row, value: target.value })}
        />
      </div>
      <Textarea
        rows={3}
        mono
        maxLength={100_000}
        aria-label={`Result ${of}`}
        placeholder="Result"
        value={row.result}
        onChange={({ target }) => onRow({ ...row, result: target.value })}
      />
    </li>
  );
}
