import type { ReactNode } from "react";
import { Digest } from "@/components/ui/copy-button";
import { formatBytes, formatCost, formatDuration, formatNumber, formatTokens } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import { ShownText } from "@/components/ui/shown-text";
import { TextButton } from "@/components/ui/text-link";
import type { Candidate, EventOf, SessionEvent, ToolCall } from "@/lib/runtime/events";
import { sharesOf } from "@/lib/runtime/explain-turn";
import { formatScore, toScale } from "@/lib/runtime/judge-fit";
import { askerOf, type LineContext } from "../event-line";
import { foundFacts, hostFacts, liveFacts, recognisedFacts } from "../live/live-facts";
import { code, scriptFacts, skillFacts } from "../script-facts";
import { answerFacts } from "./answer-facts";
import { flagWord } from "./flag-word";
import { costFacts, repeatFacts, savedFact } from "./repeat-facts";
import { sayFields } from "./why-words";

type Fact = readonly [term: string, value: ReactNode];
type Select = (seq: number) => void;

/**
 * Lists the facts of an event as terms and values, then where and when it happened. `events` holds at least those of
 * its run.
 */
export function eventFacts(
  event: SessionEvent,
  context: LineContext,
  onSelect: Select,
  events: readonly SessionEvent[] = [],
): Fact[] {
  return [
    ...(event.type === "run-finished" ? finishFacts(event, events) : ownFacts(event, context, onSelect)),
    ["Turn", formatNumber(event.turn)],
    ["Time", <RelativeTime key="time" at={event.at} ago />],
    ["Trace", <code key="trace">{event.traceId}</code>],
  ];
}

/** Names that stay whole where the line breaks. */
const nameList = (names: readonly string[]) =>
  names.flatMap((name, at) => [
    at === 0 ? "" : ", ",
    <code key={name} className="inline-block max-w-full">
      <ShownText text={name} />
    </code>,
  ]);
const estimate = (tokens: number) => `${formatTokens(tokens)} (estimate)`;

type Asked = { askedBy: "model" | "person"; call: ToolCall | null; tokens: number };

function askedFacts({ askedBy, call, tokens }: Asked, context: LineContext): Fact[] {
  return [
    ["Asked by", call ? `${askerOf(askedBy, context)}, in step ${call.step}` : askerOf(askedBy, context)],
    ...(call ? [["Call", code(`${call.toolName} ${JSON.stringify(call.input)}`)] as const] : []),
    ["Added to the prompt", estimate(tokens)],
  ];
}

/** Leads to another event; its turn is said where the event knows it. */
const pointer = (turn: number | null, seq: number, onSelect: Select) => (
  <TextButton onClick={() => onSelect(seq)}>
    {turn === null ? "" : `turn ${turn}, `}event {seq}
  </TextButton>
);

function alreadyActiveFacts(
  { payload }: EventOf<"skill-already-active">,
  context: LineContext,
  onSelect: Select,
): Fact[] {
  const { skill, textSha256, since, tokensSaved } = payload;
  return [
    ...skillFacts(skill),
    ["Text", <Digest key="text" digest={textSha256} />],
    ["Since", pointer(since.turn, since.seq, onSelect)],
    savedFact(tokensSaved),
    ...askedFacts(payload, context),
  ];
}

function ownFacts(
  event: Exclude<SessionEvent, EventOf<"run-finished">>,
  context: LineContext,
  onSelect: Select,
): Fact[] {
  switch (event.type) {
    case "run-started":
      return startFacts(event);
    case "catalogue-injected":
      return catalogueFacts(event, onSelect);
    case "skill-activated":
    case "skill-reactivated":
      return activationFacts(event, context, onSelect);
    case "skill-already-active":
      return alreadyActiveFacts(event, context, onSelect);
    case "resource-read": {
      const { skill, path, offset, bytes, totalBytes } = event.payload;
      return [
        ["File", code(path)],
        ...skillFacts(skill),
        ...recognisedFacts(skill, event.payload.recognised),
        ["Read", `${formatBytes(bytes)} of ${formatBytes(totalBytes)}, from byte ${formatNumber(offset)}`],
        ...askedFacts(event.payload, context),
      ];
    }
    case "request-refused": {
      const { rule, message, skillName, path } = event.payload;
      return [
        ["Rule", code(rule)],
        ["Reason", message],
        ...(skillName ? [["Skill", code(skillName)] as const] : []),
        ...(path ? [["Asked for", code(path)] as const] : []),
        ...askedFacts(event.payload, context),
      ];
    }
    case "tool-called":
      return [...answerFacts(event), ...askedFacts(event.payload, context)];
    case "result-awaited":
    case "script-started":
    case "script-output":
    case "script-ran":
      return scriptFacts(event);
    case "skills-searched":
    case "skills-routed":
      return candidateFacts(event);
    case "content-evicted": {
      const { why, evictedSeq, tokensFreed } = event.payload;
      return [
        ["Why", why],
        ["What", pointer(null, evictedSeq, onSelect)],
        ["Tokens freed", estimate(tokensFreed)],
      ];
    }
    case "model-step":
      return stepFacts(event);
    case "model-retried":
      return [
        ["Step", formatNumber(event.payload.step)],
        ["Repetition", formatNumber(event.payload.attempt)],
        ["Why", event.payload.message],
        ["Wait", formatDuration(event.payload.waitMs)],
      ];
    case "text":
      return [["Step", formatNumber(event.payload.step)]];
    case "foreign-skill-activated":
    case "history-rewritten":
    case "not-understood":
      return liveFacts(event);
  }
}

function startFacts({ payload }: EventOf<"run-started">): Fact[] {
  const { agent, model, dialect, mode, startedBy, messageTokens, host } = payload;
  if (host) return hostFacts(payload, host);
  return [
    ["Started by", startedBy.name],
    ["Agent", `${agent.name}, revision ${agent.revision}`],
    ["Model", model.kind === "rules" ? `${model.name}: rules, not a language model` : model.name],
    ["Context window", formatTokens(model.windowTokens)],
    ["Dialect", dialect],
    ["Catalogue mode", mode],
    ["Message", estimate(messageTokens)],
  ];
}

function catalogueFacts({ payload }: EventOf<"catalogue-injected">, onSelect: Select): Fact[] {
  const { characters, budgetCharacters, tools, toolTokens, truncated, omitted, unchangedSinceSeq } = payload;
  const names = (cuts: readonly { name: string }[]) => nameList(cuts.map(({ name }) => name));
  if (payload.found)
    return [
      ...foundFacts(payload, payload.found),
      ...(truncated.length > 0 ? [["Shortened", names(truncated)] as const] : []),
    ];
  return [
    ["Length", `${formatNumber(characters)} of ${formatNumber(budgetCharacters)} characters`],
    ["Size", estimate(payload.tokens)],
    ["Tools", `${formatNumber(tools.length)} with ${estimate(toolTokens)}`],
    ...(truncated.length > 0 ? [["Shortened", names(truncated)] as const] : []),
    ...(omitted.length > 0 ? [["Left out", names(omitted)] as const] : []),
    ...(unchangedSinceSeq === null
      ? []
      : [["Unchanged since", pointer(null, unchangedSinceSeq, onSelect)] as const]),
  ];
}

function activationFacts(
  event: EventOf<"skill-activated"> | EventOf<"skill-reactivated">,
  context: LineContext,
  onSelect: Select,
): Fact[] {
  const { skill, textSha256, arguments: given, flags, recognised } = event.payload;
  return [
    ...skillFacts(skill),
    ...recognisedFacts(skill, recognised),
    ["Text", <Digest key="text" digest={textSha256} />],
    ...(given === "" ? [] : [["Arguments", code(given)] as const]),
    ...(event.type === "skill-reactivated"
      ? [["Before", pointer(event.payload.previous.turn, event.payload.previous.seq, onSelect)] as const]
      : []),
    ...costFacts(event),
    ...(flags.length > 0 ? [["Flagged", flags.map(flagWord).join("; ")] as const] : []),
    ...askedFacts(event.payload, context),
  ];
}

type Candidates = EventOf<"skills-searched"> | EventOf<"skills-routed">;

function candidateFacts(event: Candidates): Fact[] {
  const { query, candidates, chosen } = event.payload;
  return [
    ["Query", query],
    [
      event.type === "skills-routed" ? "Chosen" : "Shown to the model",
      chosen.length === 0 ? "none" : nameList(chosen),
    ],
    ...(event.type === "skills-routed" ? routerFacts(event) : []),
    ...candidates.map(
      ({ name, score, fields }) => [name, <Score key={name} of={{ score, fields }} />] as const,
    ),
  ];
}

/** Of a router that is a model: what it said, and what asking it took. */
function routerFacts({ payload }: EventOf<"skills-routed">): Fact[] {
  const { reasoning, dropped, usage } = payload;
  return [
    ...(reasoning === "" ? [] : [["Reasoning", reasoning] as const]),
    ...(dropped.length > 0 ? [["Made up, not offered", nameList(dropped)] as const] : []),
    ...(usage
      ? ([
          ["Router", usage.model],
          ["Sent", formatTokens(usage.input)],
          ["Answered", formatTokens(usage.output)],
          ["Duration", formatDuration(usage.durationMs)],
          ["Cost", usage.cost === null ? "-" : formatCost(usage.cost)],
        ] as const)
      : []),
  ];
}

/** The whole score on the one scale, and which fields it comes from. */
function Score({ of: { score, fields } }: { of: Pick<Candidate, "score" | "fields"> }) {
  return (
    <>
      <span className="text-12 text-ink-3">{sayFields({ fields: sharesOf(fields) })}</span>{" "}
      {formatScore(toScale(score))}
    </>
  );
}

function stepFacts({ payload }: EventOf<"model-step">): Fact[] {
  const { step, request, response, tokens, timeToFirstTokenMs, durationMs, cost } = payload;
  const counted = tokens.source === "estimate" ? " (estimate)" : "";
  return [
    ["Step", formatNumber(step)],
    ["Sent", `${formatTokens(tokens.input)}${counted} in ${request.messages} messages`],
    ["Answered", `${formatTokens(tokens.output)}${counted}`],
    ["Cached", tokens.cached === null ? "-" : formatTokens(tokens.cached)],
    ["Finish reason", [response.finishReason, response.providerReason].filter(Boolean).join(", provider: ")],
    ["First token", timeToFirstTokenMs === null ? "-" : formatDuration(timeToFirstTokenMs)],
    ["Duration", formatDuration(durationMs)],
    ["Cost", cost === null ? "-" : `$${cost.toFixed(4)}`],
    ["Request", <Digest key="request" digest={request.sha256} />],
  ];
}

function finishFacts({ payload, runId }: EventOf<"run-finished">, events: readonly SessionEvent[]): Fact[] {
  const { outcome, answer, error, totals } = payload;
  const steps = events.filter((event) => event.type === "model-step" && event.runId === runId);
  const isReported =
    steps.length > 0 &&
    steps.every((event) => event.type === "model-step" && event.payload.tokens.source === "provider");
  const used = isReported ? formatTokens : estimate;
  return [
    ["Outcome", answer ? `${outcome}. ${answer.message}` : outcome],
    ...(error ? [["Error", error.message] as const] : []),
    ["Steps", formatNumber(totals.steps)],
    ["Sent", used(totals.inputTokens)],
    ["Answered", used(totals.outputTokens)],
    ...repeatFacts(
      events.filter((event) => event.runId === runId),
      totals.tokensSaved,
    ),
    ["Duration", formatDuration(totals.durationMs)],
    ["Cost", totals.cost === null ? "-" : formatCost(totals.cost)],
  ];
}
