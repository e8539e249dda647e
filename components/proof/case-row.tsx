"use client";

import { memo } from "react";
import { ShownText } from "@/components/ui/shown-text";
import { Cell, NoValue, Row } from "@/components/ui/table";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { SuiteRun } from "@/lib/proof/schema";
import type { Expected } from "@/lib/proof/suites/case-schema";
import type { CaseResult } from "@/lib/proof/trials/trial-schema";
import { hostOf, markOfTrial } from "./case-order";
import type { CaseChange } from "./find-baseline";
import { isWrong, OutcomeWord } from "./outcome-word";
import { expectedWords } from "./proof-words";
import { TrialPips } from "./trial-pips";

type CaseRowProps = {
  one: CaseResult;
  /** 1-based, the head counts as the first. */
  rowIndex: number;
  dialect: string;
  dialects: SuiteRun["dialects"];
  /** How it moved against the baseline; null where it did not, absent where nothing is compared. */
  change: CaseChange | null | undefined;
  chosen: boolean;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
};

/** One case: its target is the whole row. */
export const CaseRow = memo(function CaseRow(props: CaseRowProps) {
  const { one, rowIndex, dialect, dialects, change, chosen, onChoose, onOpen } = props;
  const host = hostOf(one, dialect);
  return (
    <Row selected={chosen} aria-rowindex={rowIndex} className="relative">
      <Cell numeric label="Case" className="text-ink-3">
        {one.number}
      </Cell>
      <Cell>
        <button
          type="button"
          data-case={one.id}
          aria-current={chosen ? "true" : undefined}
          title={markHidden(one.query)}
          onFocus={() => onChoose(one.id)}
          onClick={() => onOpen(one.id)}
          className="block min-h-6 w-full truncate text-left text-ink compact:whitespace-normal after:absolute after:inset-0"
        >
          <ShownText text={one.query} />
        </button>
      </Cell>
      <Cell label="Expected" className="narrow:hidden">
        <ExpectedWord expected={one.expected} />
      </Cell>
      <Cell label="Outcome">
        <OutcomeWord outcome={host?.outcome ?? null} by={host?.by ?? null} />
      </Cell>
      {change === undefined ? null : (
        <Cell label="Change" className="narrow:hidden">
          <ChangeWord change={change} />
        </Cell>
      )}
      {dialects.map(({ id, name }) => {
        const shown = hostOf(one, id);
        return (
          <Cell key={id} numeric label={name}>
            <TrialPips
              marks={shown?.trials.map(markOfTrial) ?? []}
              isWrong={isWrong(shown?.outcome ?? null)}
            />
          </Cell>
        );
      })}
    </Row>
  );
});

export function ExpectedWord({ expected }: { expected: Expected }) {
  const { text, mono } = expectedWords(expected);
  return mono ? (
    <span className="font-mono text-12 tracking-[-0.02em]" title={markHidden(text)}>
      <ShownText text={text} />
    </span>
  ) : (
    <span>{text}</span>
  );
}

function ChangeWord({ change }: { change: CaseChange | null }) {
  if (change === null) return <NoValue label="As before" />;
  return <span className={change === "lost" ? "text-warn" : "font-medium text-ink"}>{change}</span>;
}
