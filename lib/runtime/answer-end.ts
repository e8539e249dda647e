import { formatCount } from "@/lib/kernel/format-count";
import type { AnswerEnd, AnswerKind, EventOf, SessionEvent } from "./events";

type Word = "ended" | "refused" | "cut" | "broken" | "called";

/**
 * Words that say how an answer ended: the AI SDK's, then those of the providers themselves, in lower case and with
 * hyphens (Anthropic's stop_reason, OpenAI's finish_reason and incomplete_details.reason, Gemini's finishReason and
 * blockReason, those of compatible servers and gateways).
 */
const words = {
  ended: "stop end-turn stop-sequence completed complete finished eos eos-token eog end stop-token",
  refused:
    "content-filter content-filtered refusal safety recitation blocklist prohibited-content spii image-safety " +
    "image-prohibited-content image-recitation model-armor jailbreak sensitive guardrail-intervened",
  cut:
    "length max-tokens max-output-tokens max-completion-tokens model-length context-length continuation " +
    "model-context-window-exceeded context-window-exceeded",
  broken:
    "error interrupted incomplete failed cancelled canceled abort aborted network-error pause-turn compaction " +
    "insufficient-system-resource malformed-function-call unexpected-tool-call too-many-tool-calls malformed-response",
  called: "tool-calls tool-use tool-call function-call",
} as const satisfies Record<Word, string>;

const meanings: ReadonlyMap<string, Word> = new Map(
  (["ended", "refused", "cut", "broken", "called"] as const).flatMap((meaning) =>
    words[meaning].split(" ").map((word) => [word, meaning] as const),
  ),
);

const meaningOf = (word: string): Word | null =>
  meanings.get(word.trim().toLowerCase().replaceAll("_", "-").replaceAll(" ", "-")) ?? null;

type Step = EventOf<"model-step">;

/**
 * How the model's last answer ended; null where no step of a model is in the log, as in sessions whose model is asked
 * elsewhere. `events` are those of one run that is done: only then a last answer is meant to be whole.
 */
export function readAnswerEnd(events: readonly SessionEvent[]): AnswerEnd | null {
  const last = events.findLast((event): event is Step => event.type === "model-step");
  if (!last) return null;
  const { finishReason: reason, providerReason = null } = last.payload.response;
  const kind = kindOf(last, hasWords(last.payload.response.content) || events.some(isPieceOf(last)));
  return { kind, reason, providerReason, message: sayEnd(kind, last) };
}

/** Of a run's events, once it is done; null before, when it ended otherwise, and where no model's step is there. */
export function answerOfRun(events: readonly SessionEvent[]): AnswerEnd | null {
  const end = events.findLast((event): event is EventOf<"run-finished"> => event.type === "run-finished");
  return end?.payload.outcome === "done" ? readAnswerEnd(events) : null;
}

/** Text that was streamed in a step. */
const isPieceOf =
  ({ runId, payload: { step } }: Step) =>
  (event: SessionEvent): boolean =>
    event.type === "text" &&
    event.runId === runId &&
    event.payload.step === step &&
    event.payload.text.trim() !== "";

function kindOf({ payload: { response } }: Step, hasWords: boolean): AnswerKind {
  const meaning = readMeaning(response);
  if (meaning === "refused" || meaning === "cut") return meaning;
  if (meaning !== "ended" || response.content.some(({ type }) => type === "tool-call")) return "unfinished";
  return hasWords ? "answered" : "empty";
}

/**
 * What the SDK makes of a provider's word goes first: a refusal beside OpenAI's plain "stop" is in there. Where it
 * knows nothing, and where a pause passes for an end, the provider's own word says it.
 */
function readMeaning({ finishReason, providerReason = "" }: Step["payload"]["response"]): Word | null {
  const [unified, own] = [meaningOf(finishReason), meaningOf(providerReason)];
  return unified === null || unified === "ended" ? (worse(own) ?? unified ?? own) : unified;
}

const worse = (meaning: Word | null): Word | null => (meaning === "ended" ? null : meaning);

/** Text whose words are not kept still has its tokens. */
const hasWords = (content: Step["payload"]["response"]["content"]): boolean =>
  content.some(
    (part) => part.type === "text" && (part.text === "" ? part.tokens > 0 : part.text.trim() !== ""),
  );

function sayEnd(kind: AnswerKind, { payload: { response, tokens } }: Step): string {
  const { finishReason, providerReason = finishReason, finishDetail, content } = response;
  const own = providerReason === "" ? "no reason given" : `“${providerReason}”`;
  const detail = finishDetail === undefined ? "" : ` ${finishDetail}`;
  switch (kind) {
    case "answered":
      return "The model ended its answer by itself.";
    case "refused":
      return `The model refused, or its provider stopped the answer (${own}).${detail}`;
    case "cut": {
      const counted = tokens.source === "estimate" ? "about " : "";
      return `The answer was cut off at ${counted}${formatCount(tokens.output, "token")} (${own}).${detail}`;
    }
    case "empty":
      return content.some(({ type }) => type === "reasoning")
        ? `The answer is empty: the model thought and then ended without a word (${own}).`
        : `The answer is empty: the model ended without a word (${own}).`;
    case "unfinished":
      return sayUnfinished(response, own, detail);
  }
}

function sayUnfinished(response: Step["payload"]["response"], own: string, detail: string): string {
  const calls = response.content.some(({ type }) => type === "tool-call");
  if (calls) return "The run ended at a call of the model's that was not answered.";
  const meaning = readMeaning(response);
  if (meaning === "called")
    return `The answer is unfinished: the model was about to call a tool, and no whole call came (${own}).`;
  if (meaning === "broken") return `The answer is unfinished: it was broken off (${own}).${detail}`;
  return `The answer may be unfinished: its end says neither that it is whole nor what was wrong (${own}).${detail}`;
}
