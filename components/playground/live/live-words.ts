import { formatCount, formatNumber, formatTokens } from "@/components/ui/format";
import { revisionOf } from "@/lib/runtime/event-words";
import type { EventOf, PayloadOf, Recognised, SkillRef } from "@/lib/runtime/events";

/** A live host's list of skills, by whose they are. */
export function foundWords({
  ours,
  others,
  whole,
}: NonNullable<PayloadOf<"catalogue-injected">["found"]>): string {
  const cut = ours.length - whole;
  const parts = [
    `${formatNumber(ours.length)} of yours`,
    cut > 0 ? `${formatNumber(cut)} of them without the whole description` : "",
    `${formatNumber(others.length)} of its own or from elsewhere`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Which text a live host used: `v3, latest is v5`. */
export function recognisedWords(skill: SkillRef, { as, latestVersion, isPart }: Recognised): string {
  const which = revisionOf(skill);
  const part = isPart ? "a part of " : "";
  switch (as) {
    case "version":
      return latestVersion === null || latestVersion === skill.version
        ? `${part}${which}`
        : `${part}${which}, latest is v${latestVersion}`;
    case "draft":
      return `${part}${which}, not published`;
    case "changed":
      return `changed on that machine, nearest ${which}`;
  }
}

type LiveEvent = EventOf<"foreign-skill-activated" | "history-rewritten" | "not-understood">;

/** What only a live host does: its subject, which a machine reads, and the rest of the sentence. */
export function liveWords(event: LiveEvent): [subject: string, rest: string] {
  switch (event.type) {
    case "foreign-skill-activated":
      return [event.payload.name, ", not of this workspace"];
    case "history-rewritten": {
      const { messages, messagesBefore } = event.payload;
      return [
        "",
        `the host sends ${formatCount(messages, "message")} in place of ${formatNumber(messagesBefore)}`,
      ];
    }
    case "not-understood":
      return ["", event.payload.message];
  }
}

/** What it did to the prompt. */
export function liveEffect(event: LiveEvent): string {
  switch (event.type) {
    case "foreign-skill-activated":
      return `+${formatTokens(event.payload.tokens)}`;
    case "history-rewritten":
      return "";
    case "not-understood":
      return "passed through";
  }
}
