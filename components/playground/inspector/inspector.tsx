"use client";

import dynamic from "next/dynamic";
import { memo, useEffect } from "react";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import type { SessionEvent } from "@/lib/runtime/events";
import type { Described } from "@/lib/runtime/explain-turn";
import type { Turn } from "../transcript/transcript";
import { type InspectorTab, inspectorTabs, type Selecting } from "../use-selection";
import { ContextPanel } from "./context-panel";
import { stepFor } from "./model-steps";

const opening = () => <SkeletonRows label="Opening" />;
const loadEventPanel = () => import("./event-panel");
const EventPanel = dynamic(() => loadEventPanel().then((module) => module.EventPanel), {
  ssr: false,
  loading: opening,
});
const PromptPanel = dynamic(() => import("./prompt-panel").then((module) => module.PromptPanel), {
  ssr: false,
  loading: opening,
});
const RequestPanel = dynamic(() => import("./exchange-panels").then((module) => module.RequestPanel), {
  ssr: false,
  loading: opening,
});
const ResponsePanel = dynamic(() => import("./exchange-panels").then((module) => module.ResponsePanel), {
  ssr: false,
  loading: opening,
});
const WhyPanel = dynamic(() => import("./why-panel").then((module) => module.WhyPanel), {
  ssr: false,
  loading: opening,
});
const RawPanel = dynamic(() => import("./raw-panel").then((module) => module.RawPanel), {
  ssr: false,
  loading: opening,
});

type InspectorProps = {
  /** The log is on its way. */
  isOpening: boolean;
  events: readonly SessionEvent[];
  turns: readonly Turn[];
  selectedSeq: number | null;
  tab: InspectorTab;
  viewerId: string;
  /** Where the log is served to programs. */
  address: string;
  onSelect: (seq: number) => void;
  /** Changes several parts of the selection at once. */
  onShow: (change: Selecting) => void;
  onTab: (tab: InspectorTab) => void;
  /** Begins a new line that shares everything up to this event. */
  onFork: (seq: number) => void;
  /** Why no new branch can begin. */
  closedReason: string | undefined;
  /** What the agent's skills are told as, to explain why one was not activated. */
  described: readonly Described[];
  /** The skill whose absence is asked about. */
  skill: string | null;
};

const tabWords = {
  event: "Event",
  why: "Why",
  context: "Context",
  prompt: "Prompt",
  request: "Request",
  response: "Response",
  raw: "Raw",
} as const satisfies Record<InspectorTab, string>;

/** Shows one event, and its exchange, from seven sides. Without a selection it follows the last exchange. */
export const Inspector = memo(function Inspector(props: InspectorProps) {
  const { isOpening, events, turns, selectedSeq, tab, onTab, ...rest } = props;
  // Most look at an event next: it is on its way before they do.
  useEffect(() => void loadEventPanel(), []);
  const event = selectedSeq === null ? undefined : events.find(({ seq }) => seq === selectedSeq);
  const at = event ? turns.findIndex(({ runId }) => runId === event.runId) : turns.length - 1;
  const turn = turns[at];
  return (
    <Tabs
      value={tab}
      onValueChange={(value) => {
        const chosen = inspectorTabs.find((name) => name === value);
        if (chosen) onTab(chosen);
      }}
      className="h-full compact:h-auto"
    >
      <TabList label="Inspector" end={turn ? <span className="narrow:hidden">Turn {turn.turn}</span> : null}>
        {inspectorTabs.map((name) => (
          <Tab key={name} value={name}>
            {tabWords[name]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={tab} className="overflow-y-auto compact:overflow-visible">
        {turn ? (
          <PanelOf
            events={events}
            turn={turn}
            before={turns[at - 1] ?? null}
            event={event}
            tab={tab}
            {...rest}
          />
        ) : isOpening ? (
          opening()
        ) : (
          <Section title="Nothing has happened yet" className="border-b-0">
            <p className="text-ink-2">
              Send a message: every decision about skills appears here, with the exact text that the model
              received.
            </p>
          </Section>
        )}
      </TabPanel>
    </Tabs>
  );
});

type PanelOfProps = Pick<
  InspectorProps,
  | "events"
  | "tab"
  | "viewerId"
  | "address"
  | "onSelect"
  | "onShow"
  | "onFork"
  | "closedReason"
  | "described"
  | "skill"
> & {
  turn: Turn;
  before: Turn | null;
  event: SessionEvent | undefined;
};

function PanelOf({
  events,
  turn,
  before,
  event,
  tab,
  viewerId,
  address,
  onSelect,
  onShow,
  onFork,
  closedReason,
  described,
  skill,
}: PanelOfProps) {
  const step = stepFor(turn, event);
  switch (tab) {
    case "event":
      return (
        <EventPanel
          event={event ?? turn.start}
          events={events}
          run={turn.start}
          onWhy={(asked) =>
            onShow({ event: event?.seq ?? turn.start.seq, tab: "why", ...(asked ? { skill: asked } : {}) })
          }
          viewerId={viewerId}
          onSelect={onSelect}
          onFork={onFork}
          closedReason={closedReason}
        />
      );
    case "why":
      return (
        <WhyPanel
          key={turn.runId}
          events={events}
          turn={turn}
          described={described}
          skill={skill}
          onSkill={(asked) => onShow({ skill: asked })}
        />
      );
    case "context":
      return <ContextPanel events={events} turn={turn} onSelect={onSelect} />;
    case "prompt":
      return <PromptPanel events={events} turn={turn} before={before} step={step} onSelect={onSelect} />;
    case "request":
      return <RequestPanel events={events} turn={turn} step={step} onSelect={onSelect} />;
    case "response":
      return <ResponsePanel turn={turn} step={step} onSelect={onSelect} />;
    case "raw":
      return (
        <RawPanel events={events} selectedSeq={event?.seq ?? null} address={address} onSelect={onSelect} />
      );
  }
}
