"use client";

import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { eventLooks } from "@/components/ui/event-line";
import { Icon } from "@/components/ui/icon";
import { Facts, Section } from "@/components/ui/section";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { eventLine } from "../event-line";
import { eventFacts } from "./event-facts";

type EventSectionProps = {
  event: SessionEvent;
  /** They belong to the session. */
  events: readonly SessionEvent[];
  run: EventOf<"run-started"> | undefined;
  viewerId: string;
  onSelect: (seq: number) => void;
  /** What can be done with it, below all that the log knows of it. */
  children: ReactNode;
};

/** What an event is called, with its icon and hue, and all that the log knows of it. */
export function EventSection({ event, events, run, viewerId, onSelect, children }: EventSectionProps) {
  const context = { run, viewerId };
  const { hue, word, icon } = eventLine(event, context);
  return (
    <Section
      title={
        <span className={classNames("flex items-center gap-2", hue === "step" ? null : eventLooks[hue].hue)}>
          <Icon of={icon} />
          {word}
        </span>
      }
      end={
        <code>
          {event.type} · seq {event.seq}
        </code>
      }
    >
      <Facts items={eventFacts(event, context, onSelect, events)} />
      {children}
    </Section>
  );
}
