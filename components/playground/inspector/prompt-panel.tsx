"use client";

import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { formatChange, formatCount } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { ShownText } from "@/components/ui/shown-text";
import type { SessionEvent } from "@/lib/runtime/events";
import type { Turn } from "../transcript/transcript";
import { type ModelStep, promptOf, stepsOf } from "./model-steps";
import {
  type ChangedSection,
  comparePrompts,
  foldUnchanged,
  promptSections,
  promptText,
} from "./prompt-sections";
import { StepTitle } from "./step-title";

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
      title={<StepTitle what={step ? "Sent" : "Sent now"} turn={turn} step={step} onSelect={onSelect} />}
      end={
        <>
          {before ? (
            <Select
              aria-label="Show"
              value={view}
              onChange={(event) => setView(event.target.value === "whole" ? "whole" : "changes")}
            >
              <option value="changes">Since turn {before.turn}</option>
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
        {compares
          ? foldUnchanged(sections).map((group) => (
              <PromptGroup key={group[0]?.key} group={group} onSelect={onSelect} />
            ))
          : sections
              .filter(({ change }) => change !== "gone")
              .map((section) => (
                <PromptPiece key={section.key} section={{ ...section, change: "same" }} onSelect={onSelect} />
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

/** What is unchanged is one line until it is asked for. */
function PromptGroup({
  group,
  onSelect,
}: {
  group: readonly ChangedSection[];
  onSelect: (seq: number) => void;
}) {
  const pieces = group.map((section) => (
    <PromptPiece key={section.key} section={section} onSelect={onSelect} />
  ));
  if (group[0]?.change !== "same") return pieces;
  const [first, last] = [group[0], group.at(-1)];
  const names = group.length < 2 ? first.heading : `${first.heading} to ${last?.heading}`;
  return (
    <details className="group/fold">
      <summary className="flex min-h-7 items-center gap-2 px-3 font-mono text-12 text-sx-dim -outline-offset-2 hover:bg-hover">
        <Icon of={ChevronRight} size={13} className="group-open/fold:rotate-90" />
        <span className="truncate">
          # unchanged: {formatCount(group.length, "piece")}, <ShownText text={names} />
        </span>
      </summary>
      {pieces}
    </details>
  );
}

type PieceProps = { section: ChangedSection; onSelect: (seq: number) => void };

function PromptPiece({ section, onSelect }: PieceProps) {
  const { heading, text, seq, change } = section;
  const { sign, look, word } = changeLooks[change];
  const head = (
    <span className="text-sx-dim">
      # <ShownText text={heading} />
      {word === "" ? "" : `, ${word}`}
    </span>
  );
  return (
    <div className={classNames("relative px-3 py-1 pl-7 font-mono text-12 text-ink-2", look)}>
      <span aria-hidden="true" className="absolute top-1 left-3">
        {sign}
      </span>
      {seq === null ? (
        <div className="min-h-6">{head}</div>
      ) : (
        <button type="button" onClick={() => onSelect(seq)} className="min-h-6 text-left hover:underline">
          {head}
        </button>
      )}
      <pre className="whitespace-pre-wrap text-12 leading-[18px] [overflow-wrap:anywhere]">
        <ShownText text={text} />
      </pre>
    </div>
  );
}
