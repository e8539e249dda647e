import { setTimeout as sleep } from "node:timers/promises";
import {
  InvalidResponseDataError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4GenerateResult,
  type LanguageModelV4StreamPart,
  type LanguageModelV4StreamResult,
  TypeValidationError,
} from "@ai-sdk/provider";
import { z } from "zod";
import { deepestJson, isDeeperThan } from "@/lib/kernel/is-deeper-than";
import type { ExchangeRecorder } from "./exchange-recorder";
import { ModelError } from "./model-error";
import type { ModelRetry } from "./ports";
import { toModelError } from "./to-model-error";

/** A longer wait is told instead of waited. */
const longestWaitMs = 30_000;
export const mostRetries = 2;
/** When the provider does not say how long. */
const usualWaitMs = 2_000;

export type CallRules = {
  /** Until the first piece of an answer, and between two pieces. */
  timeoutMs: number;
  recorder: ExchangeRecorder;
  /** Which step is going on, and whom to tell of a repetition. */
  step: () => { step: number; onRetry: (retry: ModelRetry) => Promise<void> };
  /** Usually `mostRetries`; a test asks once. */
  mostRetries: number;
};

/**
 * A provider's model with Greenroom's rules around it: time limits, repetition when it asks to wait, every failure
 * a ModelError, and every part recorded. Parts go through as they come.
 */
export class ConnectedModel implements LanguageModelV4 {
  readonly specificationVersion = "v4" as const;
  readonly supportedUrls: LanguageModelV4["supportedUrls"];
  readonly provider: string;
  readonly modelId: string;

  constructor(
    private readonly inner: LanguageModelV4,
    private readonly rules: CallRules,
  ) {
    ({ provider: this.provider, modelId: this.modelId, supportedUrls: this.supportedUrls } = inner);
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    return this.repeating(options.abortSignal, async () => {
      const limit = new TimeLimit(this.rules.timeoutMs, options.abortSignal);
      try {
        const { signal: abortSignal } = limit;
        const result = await limit.within(
          this.inner.doGenerate({ ...options, abortSignal }),
          "The model did not answer",
        );
        for (const part of result.content)
          if (part.type === "tool-call") this.rules.recorder.addPart(part);
          else if (part.type === "text")
            this.rules.recorder.addPart({ type: "text-delta", id: "0", delta: part.text });
        return result;
      } finally {
        limit.end();
      }
    });
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    return this.repeating(options.abortSignal, async () => {
      const limit = new TimeLimit(this.rules.timeoutMs, options.abortSignal);
      try {
        const { signal: abortSignal } = limit;
        const result = await limit.within(
          this.inner.doStream({ ...options, abortSignal }),
          "The model did not answer",
        );
        return { ...result, stream: this.watch(result.stream, limit) };
      } catch (error) {
        limit.end();
        throw error;
      }
    });
  }

  private async repeating<T>(signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
    for (let repetition = 1; ; repetition++) {
      try {
        return await attempt();
      } catch (error) {
        signal?.throwIfAborted();
        const failure = toModelError(error, "asked");
        const waitMs = failure instanceof ModelError ? waitBefore(failure) : null;
        if (!(failure instanceof ModelError) || waitMs === null || repetition > this.rules.mostRetries)
          throw failure;
        const { step, onRetry } = this.rules.step();
        await onRetry({ step, attempt: repetition, code: failure.code, message: failure.message, waitMs });
        await sleep(waitMs, undefined, signal ? { signal } : {});
      }
    }
  }

  /** The same parts, until one fails or stays away too long: then an error part is the last. */
  private watch(
    stream: ReadableStream<LanguageModelV4StreamPart>,
    limit: TimeLimit,
  ): ReadableStream<LanguageModelV4StreamPart> {
    const reader = stream.getReader();
    const { recorder } = this.rules;
    let finished = false;
    let begun = false;
    const next = async (): Promise<LanguageModelV4StreamPart | null> => {
      try {
        const { done, value } = await limit.within(
          readKnown(reader),
          "The model stopped in the middle of its answer",
        );
        if (done) return finished ? null : cutShort(begun);
        begun ||= value.type.endsWith("-delta");
        return checked(value, begun);
      } catch (error) {
        if (limit.signal.aborted && !limit.expired) throw error;
        return { type: "error", error: toModelError(error, "answering") };
      }
    };
    return new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        const part = await next().catch((error: unknown) => {
          limit.end();
          throw error;
        });
        if (part) {
          recorder.addPart(part);
          controller.enqueue(part);
        }
        finished ||= part?.type === "finish";
        if (part && part.type !== "error") return;
        limit.end();
        controller.close();
        if (part) await reader.cancel().catch(() => {});
      },
      async cancel(reason) {
        limit.end();
        await reader.cancel(reason);
      },
    });
  }
}

type Parts = ReadableStreamDefaultReader<LanguageModelV4StreamPart>;

/** The next part, without what the SDK says of events that came into the API after it. */
async function readKnown(reader: Parts): ReturnType<Parts["read"]> {
  for (;;) {
    const read = await reader.read();
    if (read.done || read.value.type !== "error" || !isNewEvent(read.value.error)) return read;
  }
}

const eventSchema = z.looseObject({ type: z.string() });
/** https://platform.claude.com/docs/en/build-with-claude/streaming: others may be added, and are to be passed over. */
const knownEvents = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping|error)$/;

function isNewEvent(error: unknown): boolean {
  if (!TypeValidationError.isInstance(error)) return false;
  const event = eventSchema.safeParse(error.value);
  return event.success && !knownEvents.test(event.data.type);
}

/** A stream without its end; one without a beginning comes from something that is no model's API. */
function cutShort(begun: boolean): LanguageModelV4StreamPart {
  const nothing = "The provider sent nothing that can be read as an answer. Is this the base URL of its API?";
  const broken = "The answer ended before it was finished: the connection broke, or the provider did.";
  const error = begun ? new ModelError("STREAM_CUT", broken) : new ModelError("MALFORMED_ANSWER", nothing);
  return { type: "error", error };
}

/** Providers put errors into their streams; the SDKs tell of one without its end by a finish or by an error. */
function checked(part: LanguageModelV4StreamPart, begun: boolean): LanguageModelV4StreamPart {
  if (part.type === "error" && InvalidResponseDataError.isInstance(part.error)) return cutShort(begun);
  if (part.type === "error") return { type: "error", error: toModelError(part.error, "answering") };
  if (part.type === "tool-call" && isTooDeep(part.input)) return { ...part, input: leftOut };
  return part.type === "finish" && part.finishReason.unified === "interrupted" ? cutShort(begun) : part;
}

/** Such an input would end the SDK, which walks it call by call; the call is answered all the same. */
const leftOut = JSON.stringify({ omitted: `nested more than ${deepestJson} levels deep` });

function isTooDeep(input: string): boolean {
  if (input.length <= deepestJson) return false;
  try {
    return isDeeperThan(JSON.parse(input), deepestJson);
  } catch {
    return false;
  }
}

/** Milliseconds until the next attempt; null when it is not worth one. */
function waitBefore({ code, retryAfterMs }: ModelError): number | null {
  if (code !== "RATE_LIMITED" && code !== "MODEL_OVERLOADED") return null;
  const waitMs = retryAfterMs ?? usualWaitMs;
  return waitMs > longestWaitMs ? null : waitMs;
}

/** Ends a request that keeps silent for too long, or whose asker went. */
class TimeLimit {
  private readonly own = new AbortController();
  readonly signal: AbortSignal;
  expired = false;

  constructor(
    private readonly limitMs: number,
    outer: AbortSignal | undefined,
  ) {
    this.signal = outer ? AbortSignal.any([outer, this.own.signal]) : this.own.signal;
  }

  /** Rejects when `pending` takes longer than the limit, with what was going on in words. */
  async within<T>(pending: Promise<T> | PromiseLike<T>, what: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.expired = true;
        reject(new ModelError("MODEL_TIMEOUT", `${what} for ${this.limitMs / 1000} s.`));
        this.own.abort();
      }, this.limitMs);
    });
    try {
      return await Promise.race([pending, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets go of the request, whether it is over or not. */
  end(): void {
    if (!this.own.signal.aborted) this.own.abort();
  }
}
