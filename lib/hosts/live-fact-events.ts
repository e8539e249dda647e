import { decideRepeat, type Held } from "@/lib/runtime/decide-repeat";
import type { NewEvent, ToolCall } from "@/lib/runtime/events";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import type { ReadFact } from "./exchange-reading-schema";
import type { SkillFact } from "./skill-facts";

export type Asked = { askedBy: "model" | "person"; call: ToolCall | null; result: string; tokens: number };

/** A text of a skill that came into the conversation; `arguments` is their digest. */
export type Activated = Held & { tokens: number };

export type AskedFact = {
  read: ReadFact;
  /** Null where words are not kept. */
  fact: SkillFact | null;
  asked: Asked;
  /** Of the skill, oldest first: all of them are in the prompt. */
  held: readonly Activated[];
};

/** A skill's text came in: for the first time, again, or of a skill that is not of this workspace. */
export function activatedEvent({ read, fact, asked, held }: AskedFact): NewEvent {
  const { skill, recognised, sha256: textSha256 } = read;
  if (!skill || !recognised)
    return {
      type: "foreign-skill-activated",
      payload: { ...asked, name: read.name ?? "", textSha256 },
    };
  const words = fact?.kind === "activated" ? fact : null;
  const payload = {
    ...asked,
    skill,
    textSha256,
    arguments: words?.arguments ?? "",
    flags: [],
    recognised,
    ...(read.by === "command" ? { readBy: "command" as const } : {}),
    ...(read.resultTokens === undefined
      ? {}
      : { callResult: { text: words?.result ?? "", tokens: read.resultTokens } }),
  };
  // The host has decided already: its text came.
  const repeat = decideRepeat(
    "again",
    { textSha256, arguments: read.argumentsSha256 ?? "" },
    { held, isInPrompt: () => true },
  );
  if (repeat.kind !== "again") return { type: "skill-activated", payload };
  const { reason, previous } = repeat;
  return { type: "skill-reactivated", payload: { ...payload, reason, previous } };
}

/** A note in place of a text that stands there already. */
export function alreadyEvent({ read, fact, asked, held }: AskedFact): NewEvent {
  const before = held.at(-1);
  if (!read.skill || !before)
    return { type: "tool-called", payload: { ...asked, skill: null, answeredBy: "host" } };
  return {
    type: "skill-already-active",
    payload: {
      ...asked,
      skill: read.skill,
      textSha256: before.textSha256,
      since: { turn: before.turn, seq: before.seq },
      arguments: fact?.kind === "already" ? fact.arguments : "",
      tokensSaved: Math.max(0, before.tokens - read.tokens),
    },
  };
}

/** The list of skills as it went by. */
export function catalogueEvent({ found, tokens, bytes, sha256 }: ReadFact, text: string): NewEvent {
  const { place = "", ours = [], others = [], shortened = [] } = found ?? {};
  const known = cataloguePlaces.find((one) => one === place);
  return {
    type: "catalogue-injected",
    payload: {
      mode: "inline",
      text,
      sha256,
      tokens,
      characters: text.length || bytes,
      ...(known && known !== "system-prompt" ? { place: known } : {}),
      budgetCharacters: text.length || bytes,
      unchangedSinceSeq: null,
      tools: [],
      toolTokens: 0,
      skills: ours.length + others.length,
      truncated: shortened.map((one) => ({ ...one, reason: "cut by the host" })),
      omitted: [],
      found: { ours, others, whole: ours.length - shortened.length },
    },
  };
}

const cataloguePlaces = ["system-prompt", "first-message", "after-first-message"] as const;

/** A file of a skill. */
export function readEvent(read: ReadFact, asked: Asked): NewEvent {
  const { skill, recognised, path, bytes } = read;
  if (!skill || !recognised)
    return { type: "tool-called", payload: { ...asked, skill: null, answeredBy: "host" } };
  return {
    type: "resource-read",
    payload: {
      ...asked,
      skill,
      path: path ?? "",
      kind: "text",
      offset: 0,
      bytes,
      totalBytes: bytes,
      nextOffset: null,
      recognised,
    },
  };
}

/** What the host did not do. */
export function refusedEvent({ name, path, isUnknown }: ReadFact, asked: Asked): NewEvent {
  const rule =
    path === null || path === undefined || isSkillFile(path)
      ? isUnknown
        ? ("unknown-skill" as const)
        : ("by-host" as const)
      : isUnknown
        ? ("unknown-resource" as const)
        : ("by-host" as const);
  const message = asked.result === "" ? "The host refused it." : asked.result.slice(0, 500);
  return {
    type: "request-refused",
    payload: { ...asked, rule, skillName: name || null, path: path ?? null, message, isError: true },
  };
}
