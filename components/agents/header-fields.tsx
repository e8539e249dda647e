"use client";

import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type HeaderRow, mostHeaders, newHeaderRow } from "./server-headers";

type HeaderFieldsProps = {
  rows: readonly HeaderRow[];
  setRows: (rows: readonly HeaderRow[]) => void;
  isStored: (name: string) => boolean;
};

/** The headers that go with every request to a server. */
export function HeaderFields({ rows, setRows, isStored }: HeaderFieldsProps) {
  const helpId = useId();
  const change = (key: number, changes: Partial<HeaderRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  return (
    <fieldset aria-describedby={helpId} className="grid gap-2">
      <legend className="mb-1 font-medium">Headers</legend>
      {rows.map((row, at) => (
        <HeaderLine
          key={row.key}
          row={row}
          place={at + 1}
          isStored={isStored(row.name)}
          change={(changes) => change(row.key, changes)}
          remove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          icon={Plus}
          blockedReason={rows.length >= mostHeaders ? `At most ${mostHeaders} headers.` : undefined}
          onClick={() => setRows([...rows, newHeaderRow(rows)])}
        >
          Add header
        </Button>
        <p id={helpId} className="text-12 text-ink-3">
          Such as authorization. Values are stored encrypted and never shown again.
        </p>
      </div>
    </fieldset>
  );
}

type HeaderLineProps = {
  row: HeaderRow;
  /** Counts from 1, for readers. */
  place: number;
  isStored: boolean;
  change: (changes: Partial<HeaderRow>) => void;
  remove: () => void;
};

function HeaderLine({ row, place, isStored, change, remove }: HeaderLineProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
      <Input
        size="form"
        mono
        aria-label={`Name of header ${place}`}
        maxLength={64}
        value={row.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Input
        size="form"
        mono
        type="password"
        aria-label={`Value of header ${place}`}
        maxLength={2_000}
        placeholder={isStored ? "Stored; type to replace" : undefined}
        value={row.value}
        onChange={({ target }) => change({ value: target.value })}
      />
      <IconButton icon={Trash2} size="icon-small" label={`Remove header ${place}`} onClick={remove} />
    </div>
  );
}
