"use client";

import { CircleQuestionMark, GitFork } from "lucide-react";
import dynamic from "next/dynamic";
import type { DiscussedEvent } from "@/components/discussion/event-discussion";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { formatTokens } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { eventLine, type LineContext, lineText } from "../event-line";
import { EventSection } from "./event-section";
import { OfferedSkills } from "./offered-skills";

const EventDiscussion = dynamic(
  () => import("@/components/discussion/event-discussion").then((module) => module.EventDiscussion),
  { ssr: false },
);

type EventPanelProps = {
  event: SessionEvent;
  /** They belong to the line. */
  events: readonly SessionEvent[];
  run: EventOf<"run-started"> | undefined;
  viewerId: string;
  onSelect: (seq: number) => void;
  /** Opens why the turn activated what it did; of one skill when it is named. */
  onWhy: (skill?: string) => void;
  onFork: (seq: number) => void;
  closedReason: string | undefined;
};

/** Everything the log knows of one event, and the exact text that the model received through it. */
export function EventPanel(props: EventPanelProps) {
  const { event, events, run, viewerId, onSelect, onWhy, onFork, closedReason } = props;
  const context = { run, viewerId };
  const received = receivedText(event);
  return (
    <>
      <EventSection event={event} events={events} run={run} viewerId={viewerId} onSelect={onSelect}>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button icon={GitFork} size="small" onClick={() => onFork(event.seq)} blockedReason={closedReason}>
            Fork from here
          </Button>
          <Button icon={CircleQuestionMark} size="small" onClick={() => onWhy()}>
            Why these skills?
          </Button>
        </div>
      </EventSection>
      <EventDiscussion event={toDiscussed(event, context)} />
      {event.type === "run-started" ? <OfferedSkills start={event} events={events} onWhy={onWhy} /> : null}
      {received ? (
        <Section
          title={markHidden(received.title)}
          end={formatTokens(received.tokens)}
          className="border-b-0"
        >
          <CodeBlock text={received.text} label={received.title.toLowerCase()} />
        </Section>
      ) : null}
    </>
  );
}

/** As the discussion knows an event: where it is, what it says, and whose drafts its run was offered. */
function toDiscussed(event: SessionEvent, context: LineContext): DiscussedEvent {
  const offered = context.run?.payload.offered ?? [];
  return {
    seq: event.seq,
    turn: event.turn,
    type: event.type,
    words: lineText(eventLine(event, context)),
    drafts: offered.flatMap(({ name, draftRevision }) => (draftRevision === null ? [] : [name])),
  };
}

type Received = { title: string; text: string; tokens: number };

function receivedText(event: SessionEvent): Received | null {
  switch (event.type) {
    case "catalogue-injected":
      return { title: "Exact catalogue text", text: event.payload.text, tokens: event.payload.tokens };
    case "run-started":
      return {
        title:
          event.payload.systemPrompt.source === "agent"
            ? "The agent's instructions"
            : "System prompt of this run",
        text: event.payload.systemPrompt.text,
        tokens: event.payload.systemPrompt.tokens,
      };
    case "text":
      return { title: "This piece of the answer", text: event.payload.text, tokens: event.payload.tokens };
    case "model-step":
    case "model-retried":
    case "run-finished":
    case "content-evicted":
    case "skills-routed":
    case "result-awaited":
    case "script-started":
    case "script-output":
    case "script-ran":
    case "history-rewritten":
    case "not-understood":
      return null;
    default:
      return { title: "What the model received", text: event.payload.result, tokens: event.payload.tokens };
  }
}
