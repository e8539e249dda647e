"use client";

import { Trash2, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Input, Textarea } from "@/components/ui/input";
import { Cell, Row } from "@/components/ui/table";
import { ExpectedSelect } from "./expected-select";
import type { SuiteRow } from "./suite-rows";

type SuiteRowViewProps = {
  row: SuiteRow;
  /** From 1. */
  number: number;
  skill: string;
  siblings: readonly string[];
  problem: string | undefined;
  readOnly: boolean;
  onChange: (key: number, change: Partial<Omit<SuiteRow, "key">>) => void;
  onRemove: (key: number) => void;
};

/** A longer message is scrolled in its field. */
const mostLines = 8;

/** One case to write in; its message keeps its lines. Rows that nobody writes in are not drawn again. */
export const SuiteRowView = memo(function SuiteRowView(props: SuiteRowViewProps) {
  const { row, number, skill, siblings, problem, readOnly, onChange, onRemove } = props;
  const problemId = `case-problem-${row.key}`;
  return (
    <Row aria-rowindex={number + 1}>
      <Cell numeric className="h-10 text-ink-3 compact:hidden!">
        {number}
      </Cell>
      <Cell className="h-10 overflow-visible">
        <span className="flex items-start gap-1.5 compact:pr-10">
          <Textarea
            aria-label={`Query of case ${number}`}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : problemId}
            rows={Math.min(row.query.split("\n").length, mostLines)}
            value={row.query}
            readOnly={readOnly}
            autoFocus={row.query === "" && !readOnly}
            placeholder="What somebody would say"
            onChange={({ target }) => onChange(row.key, { query: target.value })}
            className="field-sizing-content max-h-48 min-h-ctl resize-none px-2! py-0.5!"
          />
          {problem === undefined ? null : (
            <span title={problem} className="mt-1.5 text-warn">
              <Icon of={TriangleAlert} size={14} />
              <span id={problemId} className="sr-only">
                {problem}
              </span>
            </span>
          )}
        </span>
      </Cell>
      <Cell className="h-10">
        <ExpectedSelect
          label={`Expected of case ${number}`}
          skill={skill}
          siblings={siblings}
          value={row.expected}
          disabled={readOnly}
          onChange={(expected) => onChange(row.key, { expected })}
        />
      </Cell>
      <Cell className="h-10">
        <Input
          aria-label={`Note of case ${number}`}
          placeholder="Note"
          value={row.note}
          readOnly={readOnly}
          onChange={({ target }) => onChange(row.key, { note: target.value })}
        />
      </Cell>
      <Cell corner className="h-10 overflow-visible text-right">
        {readOnly ? null : (
          <IconButton
            icon={Trash2}
            size="icon-small"
            side="left"
            label={`Remove case ${number}`}
            onClick={() => onRemove(row.key)}
          />
        )}
      </Cell>
    </Row>
  );
});
