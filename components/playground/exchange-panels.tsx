"use client";

import { useMemo } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { formatDuration, formatNumber, formatTokens } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { JsonText } from "./json-text";
import { type ModelStep, promptOf } from "./model-steps";
import { StepTitle } from "./step-title";
import type { Turn } from "./transcript";

type StepPanelProps = { turn: Turn; step: ModelStep | null; onSelect: (seq: number) => void };

/** The request of one step: model, system, tools, messages, with the record that proves it. */
export function RequestPanel({
  events,
  turn,
  step,
  onSelect,
}: StepPanelProps & { events: readonly SessionEvent[] }) {
  const { model } = turn.start.payload;
  const text = useMemo(() => {
    const { system, tools, messages } = promptOf(events, turn, step);
    const sent = messages.map(({ role, parts }) => ({
      role,
      content: parts.map(({ seq: _, tokens: __, source: ___, ...seen }) => seen),
    }));
    return JSON.stringify({ model: model.id, system, tools, messages: sent }, null, 2);
  }, [events, turn, step, model.id]);
  return (
    <Section
      title={<StepTitle what="Request" turn={turn} step={step} onSelect={onSelect} />}
      end={model.kind === "rules" ? "no provider: built-in model" : model.name}
      className="border-b-0"
    >
      <p className="mb-2 text-ink-2">
        {model.kind === "rules"
          ? "What a provider would be sent; the built-in model reads the same."
          : "What the provider was sent, before its own wrapping."}{" "}
        {step ? (
          <span className="text-ink-3">
            {formatNumber(step.payload.request.messages)} messages,{" "}
            {formatTokens(step.payload.request.tokens)} (estimate).
          </span>
        ) : null}
      </p>
      <CodeBlock text={text} label="the request">
        <JsonText text={text} />
      </CodeBlock>
    </Section>
  );
}

/** What the model answered in one step: its parts in order, or the pieces that have come in so far. */
export function ResponsePanel({ turn, step, onSelect }: StepPanelProps) {
  const text = step
    ? step.payload.response.content.map((part) => JSON.stringify(part)).join("\n")
    : piecesOf(turn);
  const end = step
    ? `${formatTokens(step.payload.tokens.output)}${step.payload.tokens.source === "estimate" ? " (estimate)" : ""}, ${formatDuration(step.payload.durationMs)}`
    : turn.end
      ? "cut short"
      : "streaming";
  return (
    <Section
      title={<StepTitle what="Response" turn={turn} step={step} onSelect={onSelect} />}
      end={end}
      className="border-b-0"
    >
      {text === "" ? (
        <p className="text-ink-3">Nothing has come in yet.</p>
      ) : (
        <CodeBlock text={text} label="the response" />
      )}
    </Section>
  );
}

function piecesOf(turn: Turn): string {
  const confirmed = turn.events.findLast(({ type }) => type === "model-step")?.seq ?? 0;
  return turn.events
    .filter((event): event is EventOf<"text"> => event.type === "text" && event.seq > confirmed)
    .map(({ payload }) => JSON.stringify({ type: "text", delta: payload.text }))
    .join("\n");
}
