"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { exchangeQuery } from "@/components/data/session-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { CodeBlock } from "@/components/ui/code-block";
import { formatCount, formatDuration, formatNumber, formatTokens } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import type { StepExchange } from "@/lib/sessions/schema";
import type { Turn } from "../transcript/transcript";
import { JsonText } from "./json-text";
import { type ModelStep, promptOf } from "./model-steps";
import { StepTitle } from "./step-title";

type StepPanelProps = { turn: Turn; step: ModelStep | null; onSelect: (seq: number) => void };

/** The request of one step: model, system, tools, messages, with the record that proves it. */
export function RequestPanel(props: StepPanelProps & { events: readonly SessionEvent[] }) {
  const { turn, step } = props;
  const isRules = turn.start.payload.model.kind === "rules";
  return isRules || !step ? <AssembledRequest {...props} /> : <SentRequest {...props} step={step} />;
}

/** Shows the request as it went over the wire. */
function SentRequest({ turn, step, onSelect }: StepPanelProps & { step: ModelStep }) {
  const exchange = useExchange(turn, step);
  return (
    <ExchangeFrame
      title={<StepTitle what="Request" turn={turn} step={step} onSelect={onSelect} />}
      end={turn.start.payload.model.name}
      exchange={exchange}
    >
      {({ note, request }) => (
        <>
          <p className="mb-2 text-ink-2">
            <ShownText text={note} /> Secrets were taken out before it was stored.
          </p>
          <CodeBlock text={`${request.method ?? ""} ${request.url ?? ""}`.trim()} label="the address" />
          <Headers headers={request.headers} />
          <JsonBlock value={request.body} label="the request" />
        </>
      )}
    </ExchangeFrame>
  );
}

/** What a provider would be sent: made from the log. */
function AssembledRequest({
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

/** What the model answered in one step, and how it came over the wire. */
export function ResponsePanel(props: StepPanelProps) {
  const { turn, step } = props;
  const isRules = turn.start.payload.model.kind === "rules";
  return (
    <>
      <Answered {...props} />
      {isRules || !step ? null : <ReceivedResponse {...props} step={step} />}
    </>
  );
}

/** Shows status, headers and every piece of the stream with its milliseconds. */
function ReceivedResponse({ turn, step }: StepPanelProps & { step: ModelStep }) {
  const exchange = useExchange(turn, step);
  return (
    <ExchangeFrame title="As received" end={null} exchange={exchange}>
      {({ response, parts }) => (
        <>
          <p className="mb-2 text-ink-2">
            {response.status === null ? "No status was kept." : `Status ${response.status}.`}{" "}
            {formatCount(parts.length, "piece")} streamed.
          </p>
          <Headers headers={response.headers} />
          {response.body === undefined ? null : <JsonBlock value={response.body} label="the body" />}
          {parts.length > 0 ? (
            <CodeBlock
              text={parts.map(({ afterMs, part }) => `${afterMs} ms  ${JSON.stringify(part)}`).join("\n")}
              label="the stream"
            />
          ) : null}
        </>
      )}
    </ExchangeFrame>
  );
}

type Exchange = UseQueryResult<StepExchange, Error>;

function useExchange(turn: Turn, step: ModelStep): Exchange {
  const { slug: workspace } = useWorkspace();
  const place = { conversation: step.conversationId, run: turn.runId, step: step.payload.step };
  return useQuery(exchangeQuery(client.runs, workspace, place));
}

type ExchangeFrameProps = {
  title: ReactNode;
  end: ReactNode;
  exchange: Exchange;
  children: (exchange: StepExchange) => ReactNode;
};

function ExchangeFrame({ title, end, exchange, children }: ExchangeFrameProps) {
  return (
    <Section title={title} end={end} className="border-b-0">
      {exchange.isPending ? <Skeleton className="w-48" /> : null}
      {exchange.isError ? (
        <p className="text-ink-3">
          <ShownText text={exchange.error.message} />
        </p>
      ) : null}
      {exchange.data ? children(exchange.data) : null}
    </Section>
  );
}

function Headers({ headers }: { headers: Record<string, string> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <details className="my-2">
      <summary className="cursor-pointer text-ink-2">{formatCount(entries.length, "header")}</summary>
      <CodeBlock text={entries.map(([name, value]) => `${name}: ${value}`).join("\n")} label="the headers" />
    </details>
  );
}

function JsonBlock({ value, label }: { value: unknown; label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? "null", [value]);
  return (
    <CodeBlock text={text} label={label}>
      <JsonText text={text} />
    </CodeBlock>
  );
}

/** The answer's parts in order, or the pieces that have come in so far. */
function Answered({ turn, step, onSelect }: StepPanelProps) {
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
        <p className="text-ink-3">{turn.end ? "Nothing came in." : "Nothing has come in yet."}</p>
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
