import { eventIcons } from "@/components/ui/event-icons";
import { formatBytes, formatCount, formatDuration, formatNumber, formatTokens } from "@/components/ui/format";
import type { LucideIcon } from "@/components/ui/icon";
import { tokensRepeated } from "@/lib/runtime/decide-repeat";
import { type EventHue, eventName, revisionOf } from "@/lib/runtime/event-words";
import type { EventOf, RefusalRule, SessionEvent } from "@/lib/runtime/events";
import { foundWords, liveEffect, liveWords, recognisedWords } from "./live/live-words";
import { scriptLine } from "./script-words";
import { unavailableWords } from "./unavailable-words";

/** A piece of a sentence; `mono` is what a machine reads. */
export type Words = { text: string; mono?: true };

/** The sentence of an event after its word, and what it did to the prompt. */
type Sentence = { words: Words[]; effect: string };

/** One event as one line: `word` carries the hue. */
export type EventLine = Sentence & { hue: EventHue; word: string; icon: LucideIcon };

/** What a sentence may refer to besides its own event. */
export type LineContext = {
  /** The start of the same run. */
  run: EventOf<"run-started"> | undefined;
  /** Whose screen it is: their own name becomes "you". */
  viewerId: string | undefined;
};

const mono = (text: string): Words => ({ text, mono: true });
const plain = (text: string): Words => ({ text });

/** Says an event in the same words in transcript, timeline, comparison and inspector. */
export function eventLine(event: SessionEvent, context: LineContext): EventLine {
  const { hue, word, icon } = eventName(event);
  return { hue, word, icon: eventIcons[icon], ...sentenceOf(event, context) };
}

function sentenceOf(event: SessionEvent, context: LineContext): Sentence {
  switch (event.type) {
    case "catalogue-injected":
      return catalogueLine(event, context);
    case "skill-activated":
    case "skill-reactivated":
      return activatedLine(event, context);
    case "skill-already-active":
      return alreadyLine(event);
    case "resource-read":
      return resourceLine(event);
    case "request-refused":
      return refusedLine(event, context);
    case "skills-searched":
    case "skills-routed":
      return chosenLine(event);
    case "tool-called":
      return toolLine(event);
    case "result-awaited":
    case "script-started":
    case "script-output":
    case "script-ran":
      return scriptLine(event);
    case "content-evicted":
      return evictedLine(event);
    case "foreign-skill-activated":
    case "history-rewritten":
    case "not-understood":
      return {
        words: liveWords(event)
          .map((text, at) => (at > 0 ? plain(text) : mono(text)))
          .filter(({ text }) => text !== ""),
        effect: liveEffect(event),
      };
    case "run-started":
    case "model-step":
    case "model-retried":
    case "text":
    case "run-finished":
      return stepLine(event, context);
  }
}

function catalogueLine({ payload }: EventOf<"catalogue-injected">, { run }: LineContext): Sentence {
  const { mode, skills, truncated, omitted, unchangedSinceSeq, tokens, found } = payload;
  if (found) return { words: [plain(foundWords(found))], effect: formatTokens(tokens) };
  const offered = skills ?? run?.payload.offered.length;
  const told = offered === undefined ? "" : formatCount(offered - omitted.length, "skill");
  const again = unchangedSinceSeq === null ? "" : "same text as before";
  const cuts = [
    truncated.length > 0 ? `${formatCount(truncated.length, "description")} shortened` : "",
    omitted.length > 0 ? `${formatNumber(omitted.length)} left out` : "nothing omitted",
  ];
  // A notice that skills can be searched for lists none of them, so it cannot leave one out either.
  const parts =
    mode === "search" ? [told && `${told} to search`, again, "none listed"] : [told, again, ...cuts];
  return {
    words: [plain(parts.filter(Boolean).join(", "))],
    effect: formatTokens(tokens),
  };
}

/** Who asked: the model, you, or a colleague by name. */
export function askerOf(askedBy: "model" | "person", { run, viewerId }: LineContext): string {
  if (askedBy === "model") return "the model";
  const person = run?.payload.startedBy;
  if (!person) return "a person";
  return person.id === viewerId ? "you" : person.name;
}

const reactivated = {
  repeated: "in the prompt since turn",
  changed: "its text changed since turn",
  "other-arguments": "with other arguments than in turn",
  evicted: "it had left the prompt since turn",
} as const;

function activatedLine(
  event: EventOf<"skill-activated"> | EventOf<"skill-reactivated">,
  context: LineContext,
): Sentence {
  const { skill, askedBy, tokens: added, recognised, readBy } = event.payload;
  const which = recognised ? recognisedWords(skill, recognised) : revisionOf(skill);
  const asker = askerOf(askedBy, context);
  const twice = tokensRepeated(event);
  if (twice > 0)
    return {
      words: [
        mono(skill.name),
        plain(` ${which} injected again: ${formatTokens(twice)} that were in the prompt already`),
      ],
      effect: `+${formatTokens(added)}`,
    };
  const rest =
    event.type === "skill-reactivated"
      ? `: ${reactivated[event.payload.reason]} ${event.payload.previous.turn}`
      : readBy === "command"
        ? ", read by a command"
        : askedBy === "model"
          ? ", chosen by the model"
          : `, asked by ${asker}`;
  const leave = event.payload.leaveAsked ? "; the host asks the person first" : "";
  return {
    words: [mono(skill.name), plain(` ${which}${rest}${leave}`)],
    effect: `+${formatTokens(added)}`,
  };
}

function alreadyLine({ payload }: EventOf<"skill-already-active">): Sentence {
  return {
    words: [mono(payload.skill.name), plain(` since turn ${payload.since.turn}: nothing injected`)],
    effect: `${formatTokens(payload.tokensSaved)} saved`,
  };
}

function resourceLine({ payload }: EventOf<"resource-read">): Sentence {
  const { path, skill, kind, offset, bytes, totalBytes } = payload;
  const whole = offset === 0 && bytes >= totalBytes;
  const size =
    kind === "binary"
      ? `${formatBytes(totalBytes)}, not text: only its type and size`
      : whole
        ? formatBytes(bytes)
        : `bytes ${formatNumber(offset + 1)} to ${formatNumber(offset + bytes)} of ${formatNumber(totalBytes)}`;
  const which = payload.recognised ? ` ${recognisedWords(skill, payload.recognised)}` : "";
  return {
    words: [mono(path), plain(" of "), mono(skill.name), plain(`${which}, ${size}`)],
    effect: `+${formatTokens(payload.tokens)}`,
  };
}

const refusals = {
  "unknown-skill": "no such skill",
  "not-assigned": "not assigned to this agent",
  disabled: "switched off",
  "model-only": "for the model alone",
  "needs-leave": "a person has to allow it first",
  "not-active": "out of reach until the skill is activated",
  "unreadable-skill": "its SKILL.md cannot be read",
  "unknown-resource": "no such file in the package",
  "outside-package": "outside the package",
  "secret-file": "a secret file",
  "too-deep": "too many levels deep",
  "too-large": "too large",
  "too-long": "longer than the host shows at once",
  "bad-offset": "no such place in the file",
  "unknown-tool": "no such tool",
  "invalid-arguments": "the arguments do not fit",
  "too-many-calls": "too many calls in one turn",
  unanswered: "nobody answered it",
  "by-host": "the host says no",
} as const satisfies Record<RefusalRule, string>;

/** Of these the skill is at fault, whatever file of it was asked for. */
const skillRules: readonly RefusalRule[] = [
  "unknown-skill",
  "not-assigned",
  "disabled",
  "model-only",
  "needs-leave",
  "unreadable-skill",
];

function refusedLine({ payload }: EventOf<"request-refused">, { run }: LineContext): Sentence {
  const path = skillRules.includes(payload.rule) ? null : payload.path;
  const subject = path ?? payload.skillName ?? payload.path ?? payload.call?.toolName;
  const absent = run?.payload.unavailable.find(({ name }) => name === payload.skillName);
  const why =
    payload.rule === "not-assigned" && absent ? unavailableWords[absent.reason] : refusals[payload.rule];
  return {
    words: subject ? [mono(subject), plain(`: ${why}`)] : [plain(why)],
    effect: "error returned",
  };
}

function chosenLine(event: EventOf<"skills-searched"> | EventOf<"skills-routed">): Sentence {
  const { query, candidates, chosen } = event.payload;
  const names = chosen.flatMap((name, at) => (at === 0 ? [mono(name)] : [plain(", "), mono(name)]));
  const found = names.length > 0 ? [plain(": "), ...names] : [plain(": nothing fits")];
  return {
    words: [plain(`“${query}”, ${formatCount(candidates.length, "candidate")}`), ...found],
    effect: event.type === "skills-searched" ? `+${formatTokens(event.payload.tokens)}` : "",
  };
}

const answeredBy = {
  runtime: "answered by the runtime",
  stub: "answered by a stub",
  person: "answer typed by a person",
  server: "answered by a server",
  host: "answered by the host",
  script: "answered by its script",
} as const;

const sayCase = (which: EventOf<"tool-called">["payload"]["savedCase"]): string =>
  which === undefined
    ? ""
    : which.number === null
      ? `: ${which.when}`
      : `, case ${which.number}: ${which.when}`;

function toolLine({ payload }: EventOf<"tool-called">): Sentence {
  const name = payload.call?.toolName ?? "a tool";
  const { reads = [] } = payload;
  const files =
    reads.length === 0 ? "" : `: ${reads.map(({ skill, path }) => `${skill.name}/${path}`).join(", ")}`;
  return {
    words: [mono(name), plain(`, ${answeredBy[payload.answeredBy]}${sayCase(payload.savedCase)}${files}`)],
    effect: `+${formatTokens(payload.tokens)}`,
  };
}

function evictedLine({ payload }: EventOf<"content-evicted">): Sentence {
  const what = payload.path ?? payload.skill?.name;
  const subject = what ? [mono(what)] : [plain("an old turn")];
  return {
    words: [...subject, plain(`: ${payload.why}`)],
    effect: `${formatTokens(payload.tokensFreed)} freed`,
  };
}

type StepEvent = EventOf<"run-started" | "model-step" | "model-retried" | "text" | "run-finished">;

function stepLine(event: StepEvent, context: LineContext): Sentence {
  const said = (words: string, effect = ""): Sentence => ({ words: words ? [plain(words)] : [], effect });
  switch (event.type) {
    case "run-started": {
      const { agent, offered, host } = event.payload;
      if (host) return said(`by ${host.name}${host.version === null ? "" : ` ${host.version}`}`);
      const asker = askerOf("person", { ...context, run: event });
      return said(
        `by ${asker}: ${agent.name} r${agent.revision}, ${formatCount(offered.length, "skill")} offered`,
      );
    }
    case "model-step": {
      const { step, tokens: used, durationMs } = event.payload;
      return said(
        `step ${step}, ${formatNumber(used.input)} tokens in, ${formatNumber(used.output)} out`,
        formatDuration(durationMs),
      );
    }
    case "model-retried":
      return said(event.payload.message, formatDuration(event.payload.waitMs));
    case "text":
      return said(`a piece of step ${event.payload.step}`);
    case "run-finished": {
      const { error, answer, totals } = event.payload;
      const lacking = answer && answer.kind !== "answered" ? answer.message : null;
      const words = error?.message ?? lacking ?? formatCount(totals.steps, "step");
      return said(words, formatDuration(totals.durationMs));
    }
  }
}

/** The sentence without its markup, for names of buttons and for screen readers. */
export function lineText({ word, words, effect }: EventLine): string {
  const rest = words.map(({ text }) => text).join("");
  return [rest ? `${word}: ${rest}` : word, effect].filter(Boolean).join(", ");
}
