import "server-only";
import { setTimeout } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { hostCalls } from "../host-calls";
import { readRehearsalPrompt } from "../internal/read-rehearsal-prompt";
import { rewordPrompt } from "../internal/reword-prompt";
import { decideMove } from "../rehearsal-rules";

/** For each word: slow enough to be read along and stopped, fast enough not to wait for. */
export const wordDelayMs = 12;

/**
 * The built-in model: published rules (`decideMove`), not a language model. It knows nothing but the prompt, and
 * the same prompt gives the same answer. Its token counts are left to whoever counts for everybody.
 */
export class RehearsalModel implements LanguageModelV4 {
  readonly specificationVersion = "v4" as const;
  readonly provider = "greenroom";
  readonly modelId = "rehearsal";
  readonly supportedUrls = {};

  /** `undo` gives a text of a host's own words back in those of its dialect. */
  constructor(
    private readonly delayMs: number = wordDelayMs,
    private readonly undo?: (text: string) => string,
  ) {}

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const content = contentOf(options, this.undo);
    return { content, finishReason: finishReasonOf(content), usage: noUsage, warnings: [] };
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const parts = partsOf(contentOf(options, this.undo));
    const { abortSignal } = options;
    const delayMs = this.delayMs;
    const startedAt = performance.now();
    let words = 0;
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        const part = parts.shift();
        if (!part) return controller.close();
        // By the clock and not word by word, so that a busy server is no slower.
        const earlyMs = startedAt + words * delayMs - performance.now();
        if (part.type === "text-delta") words += 1;
        if (part.type === "text-delta" && earlyMs > 0) await pause(earlyMs, abortSignal);
        // An aborted request ends as one to a distant provider does.
        if (abortSignal?.aborted) controller.error(abortSignal.reason);
        else controller.enqueue(part);
      },
    });
    return { stream };
  }
}

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function contentOf(
  { prompt: given, tools = [] }: LanguageModelV4CallOptions,
  undo: ((text: string) => string) | undefined,
): LanguageModelV4Content[] {
  const prompt = undo ? rewordPrompt(given, undo) : given;
  const host = hostCalls(tools);
  const move = decideMove(readRehearsalPrompt(prompt, tools), host.toolNames);
  const text: LanguageModelV4Content[] = move.text === "" ? [] : [{ type: "text", text: move.text }];
  if (move.kind === "answer") return text;
  // Ids are unique in the conversation and the same at every rerun: they count what the prompt holds.
  const before = prompt.flatMap(({ role, content }) => (role === "assistant" ? content : [])).length;
  return [
    ...text,
    ...move.calls.map(host.toHost).map(({ toolName, input }, index) => ({
      type: "tool-call" as const,
      toolCallId: `call-${before + index + 1}`,
      toolName,
      input: JSON.stringify(input),
    })),
  ];
}

const finishReasonOf = (content: readonly LanguageModelV4Content[]) => ({
  unified: content.some(({ type }) => type === "tool-call") ? ("tool-calls" as const) : ("stop" as const),
  raw: undefined,
});

function partsOf(content: readonly LanguageModelV4Content[]): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings: [] }];
  for (const item of content) {
    if (item.type === "text") {
      const pieces = item.text.trim() === "" ? [] : (item.text.match(/\s*\S+\s*/g) ?? []);
      parts.push(
        { type: "text-start", id: "text" },
        ...pieces.map((delta) => ({ type: "text-delta" as const, id: "text", delta })),
        { type: "text-end", id: "text" },
      );
    } else if (item.type === "tool-call") parts.push(item);
  }
  return [...parts, { type: "finish", finishReason: finishReasonOf(content), usage: noUsage }];
}

/** Ends early when aborted. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(ms, undefined, signal ? { signal } : {}).catch(() => {});
}
