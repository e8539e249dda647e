import { answerEvents, type WireAnswer } from "./answer-events";
import type { HostAnswer, HostPart, HostProtocol } from "./host-traffic";
import { type Json, parseJson, toCount, toList, toRecord, toText } from "./json-values";
import { messageParts } from "./read-chat-completions";
import { contentPart } from "./read-contents";
import { partOf } from "./read-messages";
import { itemParts } from "./read-responses";

/** What a model answered, streamed or at once; what cannot be read is left out, and then the answer is not whole. */
export function readHostAnswer(protocol: HostProtocol, answer: WireAnswer): HostAnswer {
  const { events, isStream } = answerEvents(answer);
  return readers[protocol](events, isStream);
}

type Read = (events: readonly Json[], isStream: boolean) => HostAnswer;

function counted(input: unknown, output: unknown, cached: unknown): HostAnswer["tokens"] {
  const [sent, said] = [toCount(input), toCount(output)];
  return sent === null || said === null ? null : { input: sent, output: said, cached: toCount(cached) };
}

const readers: Record<HostProtocol, Read> = {
  messages(events, isStream) {
    if (!isStream) return wholeMessage(events[0] ?? {});
    const blocks = new Map<unknown, { block: Json; text: string }>();
    let usage: Json = {};
    let finishReason = "";
    let isWhole = false;
    for (const event of events) {
      const delta = toRecord(event.delta);
      if (event.type === "message_start") usage = toRecord(toRecord(event.message).usage);
      else if (event.type === "content_block_start")
        blocks.set(event.index, { block: toRecord(event.content_block), text: "" });
      else if (event.type === "content_block_delta") {
        const open = blocks.get(event.index);
        if (open) open.text += toText(delta.text) + toText(delta.partial_json);
      } else if (event.type === "message_delta") {
        usage = { ...usage, ...toRecord(event.usage) };
        finishReason = toText(delta.stop_reason);
      } else if (event.type === "message_stop") isWhole = true;
    }
    const parts = [...blocks.values()].flatMap(({ block, text }) =>
      partOf(
        block.type === "tool_use"
          ? { ...block, input: text === "" ? block.input : parseJson(text) }
          : { ...block, text: toText(block.text) + text },
      ),
    );
    return { parts, finishReason, isWhole, tokens: tokensOfMessages(usage) };
  },

  responses(events, isStream) {
    const done = events.find(({ type }) => type === "response.completed" || type === "response.incomplete");
    const response = isStream ? toRecord(done?.response) : (events[0] ?? {});
    const items = isStream
      ? events.flatMap((event) => (event.type === "response.output_item.done" ? [toRecord(event.item)] : []))
      : toList(response.output);
    const usage = toRecord(response.usage);
    return {
      parts: items.flatMap(itemParts),
      finishReason: endOfResponse(response, items),
      isWhole: Object.keys(response).length > 0,
      tokens: counted(
        usage.input_tokens,
        usage.output_tokens,
        toRecord(usage.input_tokens_details).cached_tokens,
      ),
    };
  },

  "chat-completions"(events, isStream) {
    const choices = events.flatMap((event) => toList(event.choices).slice(0, 1));
    const finish = choices.findLast((choice) => typeof choice.finish_reason === "string");
    const usage = toRecord(events.findLast((event) => event.usage)?.usage);
    const parts = isStream
      ? mergeDeltas(choices.map(({ delta }) => toRecord(delta)))
      : choices.flatMap(({ message }) => messageParts(toRecord(message)));
    return {
      parts,
      finishReason: choices.some(isRefusal) ? refusal(finish?.finish_reason) : toText(finish?.finish_reason),
      isWhole: finish !== undefined,
      tokens: counted(
        usage.prompt_tokens,
        usage.completion_tokens,
        toRecord(usage.prompt_tokens_details).cached_tokens,
      ),
    };
  },

  "generate-content"(events) {
    const candidates = events.flatMap((event) => toList(event.candidates).slice(0, 1));
    const finish = candidates.findLast(({ finishReason }) => typeof finishReason === "string");
    const usage = toRecord(events.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata);
    return {
      parts: joinTexts(
        candidates.flatMap(({ content }) => toList(toRecord(content).parts)).flatMap(contentPart),
      ),
      // A prompt that is blocked gets no candidate at all.
      finishReason: toText(finish?.finishReason) || blockReason(events),
      isWhole: finish !== undefined,
      tokens: tokensOfContents(usage),
    };
  },
};

/** OpenAI's API ends a refusal like every other answer. */
const refusal = (finishReason: unknown): string =>
  finishReason === "stop" || finishReason === "completed" ? "refusal" : toText(finishReason);

const isRefusal = ({ delta, message }: Json): boolean =>
  toText(toRecord(delta).refusal) !== "" || toText(toRecord(message).refusal) !== "";

function endOfResponse({ status, incomplete_details }: Json, items: readonly Json[]): string {
  if (status === "incomplete") return toText(toRecord(incomplete_details).reason) || "incomplete";
  const refused = items.some(({ content }) => toList(content).some(({ type }) => type === "refusal"));
  return refused ? refusal(status) : toText(status);
}

const blockReason = (events: readonly Json[]): string =>
  events.map(({ promptFeedback }) => toText(toRecord(promptFeedback).blockReason)).find(Boolean) ?? "";

function wholeMessage(message: Json): HostAnswer {
  const { stop_reason, usage, content } = message;
  return {
    parts: toList(content).flatMap(partOf),
    finishReason: toText(stop_reason),
    isWhole: typeof stop_reason === "string",
    tokens: tokensOfMessages(toRecord(usage)),
  };
}

const tokensOfMessages = (usage: Json): HostAnswer["tokens"] => {
  const cached = toCount(usage.cache_read_input_tokens);
  const input = toCount(usage.input_tokens);
  const written = toCount(usage.cache_creation_input_tokens) ?? 0;
  return counted(input === null ? null : input + (cached ?? 0) + written, usage.output_tokens, cached);
};

/** Thoughts are counted apart from what is said, and what the provider's own tools put in apart from the request. */
function tokensOfContents(usage: Json): HostAnswer["tokens"] {
  const input = toCount(usage.promptTokenCount);
  const thoughts = toCount(usage.thoughtsTokenCount);
  const said = toCount(usage.candidatesTokenCount) ?? (thoughts === null ? null : 0);
  return counted(
    input === null ? null : input + (toCount(usage.toolUsePromptTokenCount) ?? 0),
    said === null ? null : said + (thoughts ?? 0),
    usage.cachedContentTokenCount,
  );
}

function mergeDeltas(deltas: readonly Json[]): HostPart[] {
  let text = "";
  const calls = new Map<unknown, { id: string; tool: string; given: string }>();
  for (const delta of deltas) {
    text += toText(delta.content);
    for (const { index, id, function: named } of toList(delta.tool_calls)) {
      const { name, arguments: given } = toRecord(named);
      const call = calls.get(index) ?? { id: "", tool: "", given: "" };
      calls.set(index, {
        id: call.id || toText(id),
        tool: call.tool || toText(name),
        given: call.given + toText(given),
      });
    }
  }
  return [
    ...(text === "" ? [] : [{ kind: "text", text } as const]),
    ...[...calls.values()].map(
      ({ id, tool, given }): HostPart => ({ kind: "call", id, tool, input: parseJson(given) }),
    ),
  ];
}

/** Pieces of a stream that follow each other are one text. */
function joinTexts(parts: readonly HostPart[]): HostPart[] {
  const joined: HostPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      joined[joined.length - 1] = { kind: "text", text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}
