import type { ReactNode } from "react";
import { Digest } from "@/components/ui/copy-button";
import { formatNumber, formatTokens } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import type { EventOf, PayloadOf, Recognised, SkillRef } from "@/lib/runtime/events";
import { recognisedWords } from "./live-words";

type Fact = readonly [term: string, value: ReactNode];

/** Which text of a skill the bytes of a live host are. */
export const recognisedFacts = (skill: SkillRef, recognised: Recognised | undefined): Fact[] =>
  recognised ? [["This text is", recognisedWords(skill, recognised)]] : [];

/** Who speaks, who let it in, and who answers. */
export function hostFacts(
  { model, startedBy }: PayloadOf<"run-started">,
  { name, version }: NonNullable<PayloadOf<"run-started">["host"]>,
): Fact[] {
  return [
    ["Host", version === null ? `${name}, version not told` : `${name} ${version}`],
    ["Connected by", startedBy.name],
    ["Answered by", model.kind === "rules" ? `${model.name}: rules, not a language model` : model.name],
  ];
}

type Found = NonNullable<PayloadOf<"catalogue-injected">["found"]>;

export const foundFacts = (
  { characters, tokens }: PayloadOf<"catalogue-injected">,
  { ours, others }: Found,
): Fact[] => [
  ["Length", `${formatNumber(characters)} characters`],
  ["Size", `${formatTokens(tokens)} (estimate)`],
  ["Of this workspace", namesOf(ours)],
  ["Not of this workspace", namesOf(others)],
];

const namesOf = (names: readonly string[]): ReactNode =>
  names.length === 0 ? "none" : <ShownText text={names.join(", ")} />;

/** What only a live host does. */
export function liveFacts(
  event: EventOf<"foreign-skill-activated" | "history-rewritten" | "not-understood">,
): Fact[] {
  switch (event.type) {
    case "foreign-skill-activated":
      return [
        ["Skill", <ShownText key="skill" text={event.payload.name} />],
        ["This text is", "of no skill of this workspace: the host's own, or from elsewhere"],
        ["Text", <Digest key="text" digest={event.payload.textSha256} />],
        ["Added to the prompt", `${formatTokens(event.payload.tokens)} (estimate)`],
      ];
    case "history-rewritten":
      return [
        ["Messages before", formatNumber(event.payload.messagesBefore)],
        ["Messages now", formatNumber(event.payload.messages)],
      ];
    case "not-understood":
      return [["Why", event.payload.message]];
  }
}
