import { formatNumber } from "@/lib/kernel/format-count";
import { assemblePrompt } from "./assemble-prompt";
import type { EventOf, NewEvent, PayloadOf, SessionEvent } from "./events";
import { windowOf } from "./inject-catalogue";
import { shorteningShare } from "./limits";
import type { SessionSetup } from "./session-setup";

/**
 * Files and turns are taken out down to here: evicting a little before every request would change the prompt's
 * beginning each time, and with it lose the provider's cache. Share of the window.
 */
const shortenedShare = 0.7;

type Evictable = Pick<PayloadOf<"content-evicted">, "what" | "evictedSeq" | "skill" | "path">;

/**
 * Shortens a history that fills its window: oldest files and tools' results first, then the oldest turns, activated
 * bodies last. Nothing that the model has not seen goes, nor the message it answers. The same log is shortened in
 * the same way; what a provider counted for the last request corrects our estimates upwards.
 */
export async function shortenHistory(setup: SessionSetup): Promise<SessionEvent[]> {
  const { log } = setup;
  const windowTokens = windowOf(setup);
  const scale = undercount(log.events());
  const weight = () => assemblePrompt(log.events()).tokens * scale;
  const limit = windowTokens * shorteningShare;
  const added: SessionEvent[] = [];
  if (weight() <= limit) return added;
  for (const stage of [resultsOf, turnsOf, bodiesOf]) {
    const enough = stage === bodiesOf ? limit : windowTokens * shortenedShare;
    for (const content of stage(log.events())) {
      if (weight() <= enough) return added;
      added.push(await log.append(eviction(log.events(), content, Math.floor(limit))));
    }
  }
  return added;
}

function eviction(events: readonly SessionEvent[], content: Evictable, limit: number): NewEvent {
  const payload = { ...content, why: reasons[content.what](limit), tokensFreed: 0 };
  const last = events.at(-1);
  const after = last
    ? [...events, { ...last, seq: last.seq + 1, type: "content-evicted" as const, payload }]
    : events;
  const tokensFreed = Math.max(0, assemblePrompt(events).tokens - assemblePrompt(after).tokens);
  return { type: "content-evicted", payload: { ...payload, tokensFreed } };
}

const stayBelow = (limit: number) => `to stay below ${formatNumber(limit)} tokens`;
const reasons = {
  resource: (limit) => `the oldest file, ${stayBelow(limit)}`,
  "tool-result": (limit) => `the oldest result of a tool, ${stayBelow(limit)}`,
  turn: (limit) => `the oldest turn, ${stayBelow(limit)}; skills that it activated stay`,
  skill: (limit) => `the oldest skill, with nothing else left to take out, ${stayBelow(limit)}`,
} as const satisfies Record<Evictable["what"], (limit: number) => string>;

/** How much more the provider counted for the newest request than we had estimated; 1 when it was not more. */
function undercount(events: readonly SessionEvent[]): number {
  const step = events.findLast((event) => event.type === "model-step");
  if (step?.type !== "model-step" || step.payload.tokens.source !== "provider") return 1;
  return Math.max(1, step.payload.tokens.input / Math.max(1, step.payload.request.tokens));
}

/** Answers that the model has been sent at least once. */
function seenBy(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const lastStep = events.findLastIndex(({ type }) => type === "model-step");
  return events.slice(0, lastStep + 1);
}

function resultsOf(events: readonly SessionEvent[]): Evictable[] {
  const inPrompt = seqsInPrompt(events);
  return seenBy(events).flatMap((event): Evictable[] => {
    if (!inPrompt.has(event.seq)) return [];
    if (event.type === "resource-read") {
      const { skill, path } = event.payload;
      return [{ what: "resource", evictedSeq: event.seq, skill, path }];
    }
    if (event.type === "tool-called" && event.payload.answeredBy !== "runtime")
      return [{ what: "tool-result", evictedSeq: event.seq, skill: event.payload.skill, path: null }];
    return [];
  });
}

function turnsOf(events: readonly SessionEvent[]): Evictable[] {
  const runs = events.filter((event): event is EventOf<"run-started"> => event.type === "run-started");
  const evicted = evictedSeqs(events);
  return runs
    .slice(0, -1)
    .filter(({ seq }) => !evicted.has(seq))
    .map(({ seq }) => ({ what: "turn", evictedSeq: seq, skill: null, path: null }));
}

function bodiesOf(events: readonly SessionEvent[]): Evictable[] {
  const inPrompt = seqsInPrompt(events);
  return seenBy(events).flatMap((event): Evictable[] =>
    (event.type === "skill-activated" || event.type === "skill-reactivated") && inPrompt.has(event.seq)
      ? [{ what: "skill", evictedSeq: event.seq, skill: event.payload.skill, path: null }]
      : [],
  );
}

const evictedSeqs = (events: readonly SessionEvent[]): ReadonlySet<number> =>
  new Set(events.flatMap((event) => (event.type === "content-evicted" ? [event.payload.evictedSeq] : [])));

/** Events whose own content a request would carry now. */
function seqsInPrompt(events: readonly SessionEvent[]): ReadonlySet<number> {
  const evicted = evictedSeqs(events);
  const parts = assemblePrompt(events).messages.flatMap((message) => message.parts);
  return new Set(parts.flatMap(({ seq }) => (evicted.has(seq) ? [] : [seq])));
}
