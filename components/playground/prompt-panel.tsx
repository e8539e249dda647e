"use client";

import { useMemo, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { formatChange } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import type { SessionEvent } from "@/lib/runtime/events";
import { type ModelStep, promptOf, stepsOf } from "./model-steps";
import { type ChangedSection, comparePrompts, promptSections, promptText } from "./prompt-sections";
import type { Turn } from "./transcript";

type PromptPanelProps = {
  events: readonly SessionEvent[];
  turn: Turn;
  before: Turn | null;
  step: ModelStep | null;
  onSelect: (seq: number) => void;
};

type View = "changes" | "whole";

/** The exact text of one request, against the last request of the exchange before. */
export function PromptPanel({ events, turn, before, step, onSelect }: PromptPanelProps) {
  const [view, setView] = useState<View>("changes");
  const { sections, text, added } = useMemo(
    () => compared(events, turn, before, step),
    [events, turn, before, step],
  );
  const compares = before !== null && view === "changes";
  return (
    <Section
      title={step ? `Exact text sent in turn ${turn.turn}, step ${step.payload.step}` : "What is sent now"}
      end={
        <>
          {before ? (
            <Select
              aria-label="Show"
              value={view}
              onChange={(event) => setView(event.target.value === "whole" ? "whole" : "changes")}
            >
              <option value="changes">Changes since turn {before.turn}</option>
              <option value="whole">Whole text</option>
            </Select>
          ) : null}
          <CopyButton text={text} label="Copy the prompt" />
        </>
      }
      className="border-b-0"
    >
      {compares && added !== null ? (
        <p className="mb-2 text-12 text-ink-3">
          {formatChange(added)} tokens (estimate) since turn {before.turn}. What is unchanged is folded.
        </p>
      ) : null}
      <section
        aria-label="The prompt"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-2 border border-line bg-sunken py-1.5"
      >
        {sections.map((section) => (
          <PromptPiece
            key={`${section.key}${section.change}`}
            section={section}
            compares={compares}
            onSelect={onSelect}
          />
        ))}
      </section>
    </Section>
  );
}

function compared(
  events: readonly SessionEvent[],
  turn: Turn,
  before: Turn | null,
  step: ModelStep | null,
): { sections: ChangedSection[]; text: string; added: number | null } {
  const after = promptSections(promptOf(events, turn, step), events);
  const earlierStep = before ? (stepsOf(before).at(-1) ?? null) : null;
  const earlier = before ? promptSections(promptOf(events, before, earlierStep), events) : after;
  const added = step && earlierStep ? step.payload.request.tokens - earlierStep.payload.request.tokens : null;
  return { sections: comparePrompts(earlier, after), text: promptText(after), added };
}

const changeLooks = {
  same: { sign: " ", look: "", word: "" },
  added: { sign: "+", look: "bg-add-bg text-add-ink", word: "added" },
  changed: { sign: "~", look: "bg-add-bg text-add-ink", word: "changed" },
  gone: { sign: "−", look: "bg-del-bg text-del-ink", word: "no longer sent" },
} as const satisfies Record<ChangedSection["change"], unknown>;

type PieceProps = { section: ChangedSection; compares: boolean; onSelect: (seq: number) => void };

function PromptPiece({ section, compares, onSelect }: PieceProps) {
  const { heading, text, seq, change } = section;
  if (change === "gone" && !compares) return null;
  const { sign, look, word } = changeLooks[change];
  const head = (
    <span className="text-sx-dim">
      # {heading}
      {compares ? `, ${word || "unchanged"}` : ""}
    </span>
  );
  const body = (
    <pre className="whitespace-pre-wrap text-12 leading-[18px] [overflow-wrap:anywhere]">{text}</pre>
  );
  const classes = classNames("relative px-3 py-1 pl-7 font-mono text-12 text-ink-2", compares && look);
  const mark = compares ? (
    <span aria-hidden="true" className="absolute top-1 left-3">
      {sign}
    </span>
  ) : null;
  if (compares && change === "same") {
    return (
      <details className={classes}>
        {mark}
        <summary className="min-h-6 list-none truncate">{head}</summary>
        {body}
      </details>
    );
  }
  return (
    <div className={classes}>
      {mark}
      {seq === null ? (
        <div className="min-h-6">{head}</div>
      ) : (
        <button type="button" onClick={() => onSelect(seq)} className="min-h-6 text-left hover:underline">
          {head}
        </button>
      )}
      {body}
    </div>
  );
}
