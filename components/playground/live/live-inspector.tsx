"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Tab, TabList, TabPanel, Tabs } from "@/components/ui/tabs";
import type { LiveSession } from "@/lib/gateway/live-schema";
import type { SessionEvent } from "@/lib/runtime/events";
import type { useSessionView } from "../use-session-view";
import { LiveEvent } from "./live-event";

const opening = () => <SkeletonRows label="Opening" />;
const RawPanel = dynamic(() => import("../inspector/raw-panel").then((module) => module.RawPanel), {
  ssr: false,
  loading: opening,
});
const ComparePanel = dynamic(() => import("./compare-panel").then((module) => module.ComparePanel), {
  ssr: false,
  loading: opening,
});

type LiveInspectorProps = {
  /** Null for an agent's own program, which has no dialect of its own to be compared with. */
  session: LiveSession | null;
  /** Of the log, as programs read it. */
  address: string;
  events: readonly SessionEvent[];
  view: Pick<ReturnType<typeof useSessionView>, "turns" | "selectedSeq">;
  viewerId: string;
  onSelect: (seq: number) => void;
};

/** One event of a live host, all of them beside the dialect, and the log as it is. */
export function LiveInspector({ session, address, events, view, viewerId, onSelect }: LiveInspectorProps) {
  const [tab, setTab] = useState("event");
  const event = events.find(({ seq }) => seq === view.selectedSeq);
  const turn = view.turns.find(({ runId }) => runId === event?.runId) ?? view.turns.at(-1);
  return (
    <Tabs value={tab} onValueChange={setTab} className="h-full compact:h-auto">
      <TabList label="Inspector" end={turn ? <span className="narrow:hidden">Turn {turn.turn}</span> : null}>
        <Tab value="event">Event</Tab>
        {session === null ? null : <Tab value="compare">Compare with the dialect</Tab>}
        <Tab value="raw">Raw</Tab>
      </TabList>
      <TabPanel value={tab} className="overflow-y-auto compact:overflow-visible">
        {tab === "compare" && session !== null ? (
          <ComparePanel session={session} />
        ) : tab === "raw" ? (
          <RawPanel events={events} selectedSeq={event?.seq ?? null} address={address} onSelect={onSelect} />
        ) : turn ? (
          <LiveEvent
            event={event ?? turn.start}
            events={events}
            run={turn.start}
            viewerId={viewerId}
            onSelect={onSelect}
          />
        ) : (
          <Section title="Nothing has gone by yet" className="border-b-0">
            <p className="text-ink-2">
              What the {session === null ? "program" : "host"} does with skills appears here while it works.
            </p>
          </Section>
        )}
      </TabPanel>
    </Tabs>
  );
}
