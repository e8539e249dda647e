"use client";

import { skillPath } from "@/components/data/skill-paths";
import { versionsPath } from "@/components/data/version-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { CodeBlock } from "@/components/ui/code-block";
import { formatTokens } from "@/components/ui/format";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { EventSection } from "../inspector/event-section";

type LiveEventProps = {
  event: SessionEvent;
  /** They belong to the session. */
  events: readonly SessionEvent[];
  run: EventOf<"run-started">;
  viewerId: string;
  onSelect: (seq: number) => void;
};

/** Everything that is known of one event, the version that a text is, and the exact text that the model received. */
export function LiveEvent({ event, events, run, viewerId, onSelect }: LiveEventProps) {
  const text = textOf(event);
  return (
    <>
      <EventSection event={event} events={events} run={run} viewerId={viewerId} onSelect={onSelect}>
        <Recognised event={event} />
      </EventSection>
      {text === null ? null : (
        <Section title="What the model received" end={formatTokens(text.tokens)} className="border-b-0">
          {text.text === "" ? (
            <p className="text-ink-2">Its words are not kept: this workspace keeps skill events alone.</p>
          ) : (
            <CodeBlock text={text.text} label="what the model received" />
          )}
        </Section>
      )}
    </>
  );
}

/** Leads to the version that the bytes are, and to the latest where that is another one. */
function Recognised({ event }: { event: SessionEvent }) {
  const { slug: workspace } = useWorkspace();
  if (!("recognised" in event.payload) || !event.payload.recognised) return null;
  const { skill, recognised } = event.payload;
  const { latestVersion } = recognised;
  return (
    <p className="mt-2 flex flex-wrap gap-3">
      {skill.version === null ? (
        <TextLink href={skillPath(workspace, skill.name)}>Open {skill.name}</TextLink>
      ) : (
        <TextLink href={versionsPath(workspace, skill.name, skill.version)}>
          Open {skill.name} v{skill.version}
        </TextLink>
      )}
      {latestVersion === null || latestVersion === skill.version ? null : (
        <TextLink href={versionsPath(workspace, skill.name, latestVersion)}>
          Open the latest, v{latestVersion}
        </TextLink>
      )}
    </p>
  );
}

function textOf({ payload }: SessionEvent): { text: string; tokens: number } | null {
  if ("result" in payload) return { text: payload.result, tokens: payload.tokens };
  return "text" in payload ? { text: payload.text, tokens: payload.tokens } : null;
}
