import { useState } from "react";
import { Digest } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { type Absence, type Described, explainAbsence } from "@/lib/runtime/explain-absence";
import { revisionOf } from "../event-line";
import { unavailableWords } from "../unavailable-words";

type OfferedSkillsProps = {
  start: EventOf<"run-started">;
  /** The log of the line; what came after the run is left aside. */
  events: readonly SessionEvent[];
  /** What the skills are told as today, for the ranks of runs that did not search. */
  described: readonly Described[];
};

/** The skills of one run, each with the version and digest it had, why it was not activated, and those not offered. */
export function OfferedSkills({ start, events, described }: OfferedSkillsProps) {
  const { offered, unavailable } = start.payload;
  const last = events.findLast(({ runId }) => runId === start.runId)?.seq ?? start.seq;
  const until = events.filter(({ seq }) => seq <= last);
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
            <WhyNot events={until} skillId={skill.skillId} described={described} />
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

type WhyNotProps = { events: readonly SessionEvent[]; skillId: string; described: readonly Described[] };

/** Opened on demand: ranks are computed only for who asks. */
function WhyNot({ events, skillId, described }: WhyNotProps) {
  const [open, setOpen] = useState(false);
  const isActive = events.some(
    (event) =>
      (event.type === "skill-activated" ||
        event.type === "skill-reactivated" ||
        event.type === "skill-already-active") &&
      event.payload.skill.skillId === skillId &&
      event.runId === events.at(-1)?.runId,
  );
  if (isActive) return <span className="text-12 text-ev-activated">activated</span>;
  return (
    <>
      <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
        Why not?
      </TextButton>
      {open ? <Explanation {...explainAbsence(events, skillId, described)} /> : null}
    </>
  );
}

function Explanation({ reason, rank, candidates, scores, winner, mode }: Absence) {
  const facts = [
    mode ? `mode ${mode}` : "",
    rank === null ? "" : `rank ${rank} of ${candidates}`,
    scores
      ? `score ${scores.score} (name ${scores.fields.name}, description ${scores.fields.description}, body ${scores.fields.body}, triggers ${scores.fields.triggers})`
      : "",
    winner ? `${winner.name} was activated${winner.score === null ? "" : ` with ${winner.score}`}` : "",
  ].filter(Boolean);
  return (
    <p role="status" className="w-full pb-1 text-ink-2">
      <ShownText text={reason} />
      {facts.length > 0 ? (
        <span className="block text-12 text-ink-3">
          <ShownText text={facts.join(", ")} />.
        </span>
      ) : null}
    </p>
  );
}
