import type { Sha256, TokenCounter } from "@/lib/runtime/ports";
import type { ReadFact } from "./exchange-reading-schema";
import type { SkillFact } from "./skill-facts";

/** A fact without its words: sizes, digests and names alone; of what is no skill's, tokens and a tool's name. */
export function weighFact(fact: SkillFact, countTokens: TokenCounter, sha256: Sha256): ReadFact {
  const text = textOf(fact);
  const isOfSkill = !aside.has(fact.kind);
  const weight = {
    tokens: countTokens(text),
    bytes: isOfSkill ? new TextEncoder().encode(text).length : 0,
    sha256: isOfSkill && text !== "" ? sha256(text) : "",
  };
  switch (fact.kind) {
    case "asked":
    case "said":
      return { kind: fact.kind, ...weight };
    case "catalogue":
      return {
        kind: "catalogue",
        ...weight,
        found: {
          place: fact.catalogue.place,
          ours: [],
          others: fact.catalogue.skills.map(({ name }) => name),
          shortened: [],
        },
      };
    case "called":
      return { kind: "called", ...weight, tool: fact.call.tool, callId: fact.call.id };
    case "tool":
      return { kind: "tool", ...weight, tool: fact.call.tool, callId: fact.call.id };
    case "refused":
      return { kind: "refused", ...weight, ...calledBy(fact), path: fact.path, isUnknown: fact.isUnknown };
    case "read":
      return { kind: "read", ...weight, ...calledBy(fact), path: fact.path, isPart: fact.isPart };
    case "already":
      return { kind: "already", ...weight, ...calledBy(fact), ...asked(fact.arguments, sha256) };
    case "activated":
      return {
        kind: "activated",
        ...weight,
        // What a shell says around the text is another each time: it is no part of what the skill brought.
        ...(fact.by === "command" && fact.text !== "" ? { sha256: sha256(fact.text) } : {}),
        ...calledBy(fact),
        ...asked(fact.arguments, sha256),
        by: fact.by,
        isPart: fact.isPart,
        ...(fact.result !== fact.text && fact.by === "tool"
          ? { resultTokens: countTokens(fact.result) }
          : {}),
      };
  }
}

/** What is said and done besides skills: no more is kept of it than a log needs to tell that it was there. */
const aside: ReadonlySet<SkillFact["kind"]> = new Set(["asked", "said", "called", "tool"]);

const asked = (given: string, sha256: Sha256) => ({ argumentsSha256: given === "" ? "" : sha256(given) });

const calledBy = ({ call, name }: { call: { id: string; tool: string } | null; name: string }) => ({
  name,
  ...(call ? { tool: call.tool, callId: call.id } : {}),
});

/** Exactly what came into the conversation by it. */
export function textOf(fact: SkillFact): string {
  switch (fact.kind) {
    case "asked":
    case "said":
      return fact.text;
    case "catalogue":
      return fact.catalogue.text;
    case "called":
      return JSON.stringify(fact.call.input) ?? "";
    case "already":
      return fact.note;
    case "activated":
      // What a shell or a reader of files says around the text came in as well.
      return fact.by === "command" ? fact.result : fact.text;
    case "read":
    case "refused":
    case "tool":
      return fact.result;
  }
}
