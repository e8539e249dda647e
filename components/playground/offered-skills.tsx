import { Digest } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import type { EventOf, UnavailableSkill } from "@/lib/runtime/events";
import { revisionOf } from "./event-line";

const reasons = {
  disabled: "switched off for this agent",
  archived: "archived",
  "not-published": "not published yet",
  "label-missing": "no version has its label",
  unreadable: "its SKILL.md cannot be read",
  "left-out": "left out of this conversation",
} as const satisfies Record<UnavailableSkill["reason"], string>;

/** The skills of one run, each with the version and digest it had, and those that were not offered. */
export function OfferedSkills({ start }: { start: EventOf<"run-started"> }) {
  const { offered, unavailable } = start.payload;
  if (offered.length + unavailable.length === 0) return null;
  return (
    <Section title="Skills of this run" end={`${offered.length} offered`}>
      <ul>
        {offered.map((skill) => (
          <li
            key={skill.skillId}
            className="flex min-h-7 items-center gap-2 border-line border-t first:border-t-0"
          >
            <code className="min-w-0 truncate">{skill.name}</code>
            <span className="whitespace-nowrap text-12 text-ink-3">
              {revisionOf(skill)}
              {skill.source === "overlay" ? ", for this conversation" : ""}
            </span>
            <span className="ml-auto">
              <Digest digest={skill.digest} />
            </span>
          </li>
        ))}
        {unavailable.map((skill) => (
          <li key={skill.skillId} className="flex min-h-7 items-center gap-2 border-line border-t text-ink-3">
            <code className="min-w-0 truncate">{skill.name}</code>
            <span className="ml-auto whitespace-nowrap text-12">Not offered: {reasons[skill.reason]}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
