import {
  type LanguageModel,
  type LanguageModelUsage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import { storableText } from "@/lib/kernel/storable-text";
import { toStorable } from "@/lib/kernel/to-storable";
import type { ModelMeter, RecordedExchange } from "@/lib/models/ports";
import { assemblePrompt, promptFingerprint } from "@/lib/runtime/assemble-prompt";
import type { PayloadOf, ResponsePart, ToolCall } from "@/lib/runtime/events";
import type { EventLog, Sha256, TokenCounter } from "@/lib/runtime/ports";
import { readFinishDetail } from "./read-finish-detail";
import { TextWriter } from "./text-writer";
import { toModelMessages, toToolSet, wireOf } from "./to-model-messages";
import { wholeTokens } from "./whole-tokens";

/** As a typed result may name it. */
const longestId = 200;
const longestReason = 100;
const longestDetail = 500;

type FinishPart = Extract<TextStreamPart<ToolSet>, { type: "finish-step" }>;
type Ending = Omit<PayloadOf<"model-step">["response"], "content">;

export type StepSetup = {
  log: EventLog;
  runId: string;
  model: LanguageModel;
  /** Limits, costs, and what goes over the wire. */
  meter: ModelMeter;
  /** Passed with each request; null leaves it to the provider. */
  maxOutputTokens: number | null;
  /** Told of each request that went out, whatever became of it. */
  keepExchange?: (step: number, exchange: RecordedExchange) => Promise<void>;
  /** Of a replay: sha256 of each step's request when it was recorded. */
  recordedRequests?: ReadonlyMap<number, string>;
  /** Whether the model's own token counts are a provider's. */
  countedByProvider: boolean;
  countTokens: TokenCounter;
  sha256: Sha256;
  /** Milliseconds from any fixed point, never going back. */
  clock: () => number;
  signal: AbortSignal;
};

/**
 * One request to the model: the prompt from the log, its answer into the log. Answers the calls it made, in order.
 * Text that was streamed stays in the log whatever happens. Of calls whose inputs come to more than `mostInputBytes`
 * the log keeps only that they were made. Throws the model's error, and the abort's reason.
 */
export async function streamStep(
  setup: StepSetup,
  step: number,
  mostInputBytes: number,
): Promise<ToolCall[]> {
  const { log, model, meter, maxOutputTokens, countTokens, clock, signal } = setup;
  await meter.beforeStep({
    runId: setup.runId,
    step,
    onRetry: async (payload) => void (await log.append({ type: "model-retried", payload })),
  });
  const prompt = assemblePrompt(log.events());
  const throughSeq = log.events().at(-1)?.seq ?? 0;
  const fingerprint = promptFingerprint(prompt);
  const startedAt = clock();
  const result = streamText({
    model,
    messages: toModelMessages(prompt, wireOf(model)),
    // A host may put words of its own among the messages; nobody else writes any there.
    allowSystemInMessages: true,
    tools: toToolSet(prompt.tools),
    ...(prompt.system === "" ? {} : { instructions: prompt.system }),
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    abortSignal: signal,
    // The model repeats by its own rules, and tells the run of it.
    maxRetries: 0,
    // Errors come through the stream; by default they would go to the console as well.
    onError: () => {},
  });
  const writer = new TextWriter(log, step, countTokens);
  const answer = new StepAnswer(writer, countTokens, mostInputBytes);
  try {
    for await (const part of result.stream) {
      if (part.type === "abort") throw signal.reason ?? new DOMException("Aborted", "AbortError");
      if (part.type === "error") throw part.error;
      if (part.type === "text-delta") answer.addText(part.text, clock() - startedAt);
      else if (part.type === "reasoning-delta") answer.addReasoning(part.text, part.providerMetadata);
      else if (part.type === "reasoning-end") answer.addReasoning("", part.providerMetadata);
      else if (part.type === "tool-input-start") answer.beginCall(part.id, part.toolName);
      else if (part.type === "tool-call")
        answer.addCall(
          { id: part.toolCallId, toolName: part.toolName, input: part.input, step },
          clock() - startedAt,
          part.providerMetadata,
        );
      else if (part.type === "finish-step") answer.finish(part);
    }
  } catch (error) {
    // What had come is paid for all the same.
    if (answer.content.length > 0) await meter.afterStep(answer.usage(prompt.tokens, false));
    throw error;
  } finally {
    await writer.flush();
    const exchange = meter.exchange();
    if (exchange) await setup.keepExchange?.(step, exchange);
  }
  const tokens = answer.usage(prompt.tokens, setup.countedByProvider);
  const cost = await meter.afterStep(tokens);
  const requestSha256 = setup.sha256(fingerprint);
  const recorded = setup.recordedRequests?.get(step);
  await log.append({
    type: "model-step",
    payload: {
      step,
      request: {
        throughSeq,
        sha256: requestSha256,
        messages: prompt.messages.length,
        tokens: prompt.tokens,
      },
      response: { content: answer.content, ...answer.ending },
      tokens,
      timeToFirstTokenMs: answer.firstTokenMs,
      durationMs: Math.round(clock() - startedAt),
      cost,
      ...(setup.recordedRequests ? { replay: { sameRequest: recorded === requestSha256 } } : {}),
    },
  });
  return answer.calls;
}

/** A model's name for a call, when calls can be listed and answered by it. */
const isUsableId = (id: string): boolean => id.length <= longestId && storableText.safeParse(id).success;

const storable = (text: string, most: number): string => toStorable(text.slice(0, most));

/** Of a call's input as JSON. */
export const inputBytes = (input: unknown): number =>
  new TextEncoder().encode(JSON.stringify(input) ?? "").length;

/** What has come back so far. */
class StepAnswer {
  readonly content: ResponsePart[] = [];
  readonly calls: ToolCall[] = [];
  /** Calls whose input has begun to come, by id: the name of the tool. */
  private readonly begun = new Map<string, string>();
  /** As long as no end has come, nothing says that the answer is whole. */
  ending: Ending = { finishReason: "interrupted" };
  firstTokenMs: number | null = null;
  private reported: LanguageModelUsage | null = null;

  constructor(
    private readonly writer: TextWriter,
    private readonly countTokens: TokenCounter,
    private bytesLeft: number,
  ) {}

  addText(text: string, afterMs: number): void {
    this.firstTokenMs ??= Math.round(afterMs);
    this.extend("text", text);
    this.writer.add(text);
  }

  /** `metadata` is the provider's own, such as a signature; it goes back to it with the next request. */
  addReasoning(text: string, metadata?: unknown): void {
    this.extend("reasoning", text);
    const last = this.content.at(-1);
    if (last && metadata !== undefined) last.metadata = metadata;
  }

  beginCall(id: string, toolName: string): void {
    this.begun.set(id, toolName);
  }

  addCall(named: ToolCall, afterMs: number, metadata?: unknown): void {
    this.begun.delete(named.id);
    this.firstTokenMs ??= Math.round(afterMs);
    const call = isUsableId(named.id) ? named : { ...named, id: `call_${named.step}_${this.calls.length}` };
    this.calls.push(call);
    const { id, toolName } = call;
    const bytes = inputBytes(call.input);
    this.bytesLeft -= bytes;
    const input = this.bytesLeft >= 0 ? call.input : { omitted: `${bytes} bytes` };
    const tokens = this.countTokens(JSON.stringify({ toolName, input }));
    const part = { type: "tool-call" as const, id, toolName, input, tokens };
    this.content.push(metadata === undefined ? part : { ...part, metadata });
  }

  finish({ finishReason, rawFinishReason, usage, providerMetadata }: FinishPart): void {
    const [begun] = this.begun.values();
    const detail =
      begun === undefined
        ? readFinishDetail(providerMetadata)
        : `A call of ${begun} began and did not come to its end.`;
    this.ending = {
      // Whatever the provider calls it, half of a call is no end.
      finishReason: begun !== undefined && finishReason === "stop" ? "interrupted" : finishReason,
      ...(rawFinishReason === undefined ? {} : { providerReason: storable(rawFinishReason, longestReason) }),
      ...(detail === null ? {} : { finishDetail: storable(detail, longestDetail) }),
    };
    this.reported = usage;
  }

  usage(inputEstimate: number, countedByProvider: boolean): PayloadOf<"model-step">["tokens"] {
    for (const part of this.content) if (part.type !== "tool-call") part.tokens = this.countTokens(part.text);
    const { inputTokens, outputTokens, inputTokenDetails } = this.reported ?? {};
    const cached = inputTokenDetails?.cacheReadTokens;
    if (countedByProvider && inputTokens !== undefined && outputTokens !== undefined)
      return {
        input: wholeTokens(inputTokens),
        output: wholeTokens(outputTokens),
        cached: cached === undefined ? null : wholeTokens(cached),
        source: "provider",
      };
    const output = this.content.reduce((sum, part) => sum + part.tokens, 0);
    return { input: inputEstimate, output, cached: null, source: "estimate" };
  }

  private extend(type: "text" | "reasoning", text: string): void {
    const last = this.content.at(-1);
    if (last?.type === type) last.text += text;
    else this.content.push({ type, text, tokens: 0 });
  }
}
