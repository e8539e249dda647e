import { Digest } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import { revisionOf } from "@/lib/runtime/event-words";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { unavailableWords } from "../unavailable-words";

type OfferedSkillsProps = {
  start: EventOf<"run-started">;
  /** Holds the log of the line. */
  events: readonly SessionEvent[];
  onWhy: (skill: string) => void;
};

/** The skills of one run, each with the version and digest it had, the way to why it was not activated, and those not offered. */
export function OfferedSkills({ start, events, onWhy }: OfferedSkillsProps) {
  const { offered, unavailable } = start.payload;
  const ofRun = events.filter(({ runId }) => runId === start.runId);
  if (offered.length + unavailable.length === 0) return null;
  return (
    <Section title="Skills of this run" end={`${offered.length} offered`}>
      <ul>
        {offered.map((skill) => (
          <li
            key={skill.skillId}
            className="flex min-h-7 flex-wrap items-center gap-x-2 border-line border-t py-0.5 first:border-t-0"
          >
            <code className="min-w-0 truncate">
              <ShownText text={skill.name} />
            </code>
            <span className="whitespace-nowrap text-12 text-ink-3">
              {revisionOf(skill)}
              {skill.source === "overlay" ? ", for this conversation" : ""}
            </span>
            <span className="ml-auto">
              <Digest digest={skill.digest} />
            </span>
            <WhyNot events={ofRun} skillId={skill.skillId} name={skill.name} onWhy={onWhy} />
          </li>
        ))}
        {unavailable.map((skill) => (
          <li
            key={skill.skillId}
            className="flex min-h-7 flex-wrap items-center gap-x-2 border-line border-t py-0.5 text-ink-3"
          >
            <code className="min-w-0 truncate">
              <ShownText text={skill.name} />
            </code>
            <span className="ml-auto text-12">Not offered: {unavailableWords[skill.reason]}</span>
            {skill.detail ? (
              <span className="w-full text-12">
                <ShownText text={skill.detail} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Leads to the place that says it: of a skill that came in, only that it did. */
function WhyNot({ events, skillId, name, onWhy }: WhyNotProps) {
  const isActive = events.some(
    (event) =>
      (event.type === "skill-activated" ||
        event.type === "skill-reactivated" ||
        event.type === "skill-already-active") &&
      event.payload.skill.skillId === skillId,
  );
  if (isActive) return <span className="text-12 text-ev-activated">activated</span>;
  return (
    <TextButton aria-label={`Why not? ${name} was not activated`} onClick={() => onWhy(name)}>
      Why not?
    </TextButton>
  );
}

type WhyNotProps = {
  /** Of the run. */
  events: readonly SessionEvent[];
  skillId: string;
  name: string;
  onWhy: (skill: string) => void;
};
