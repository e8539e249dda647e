import "server-only";
import { type LanguageModelUsage, streamText } from "ai";
import type { ModelMeter } from "@/lib/models/ports";
import type { RunModel } from "@/lib/playground/ports";
import { wholeTokens } from "@/lib/playground/whole-tokens";
import { longestAnswer, readDescriptions } from "../read-descriptions";
import { type Task, writePrompt } from "../write-prompt";

type Asking = {
  model: RunModel;
  meter: ModelMeter;
  /** Whose usage it is. */
  runId: string;
  signal: AbortSignal;
};

export type Written = { texts: string[]; usage: { input: number; output: number; costUsd: number | null } };

/**
 * Asks a model once for descriptions. An answer without end is broken off where no more is read; one that is no JSON gives
 * none. Throws what the model's connection says.
 */
export async function askWriter(task: Task, { model, meter, runId, signal }: Asking): Promise<Written> {
  const { instructions, prompt } = writePrompt(task);
  await meter.beforeStep({ runId, step: 1, onRetry: async () => {} });
  const enough = new AbortController();
  const result = streamText({
    model: model.model,
    instructions,
    prompt,
    abortSignal: AbortSignal.any([signal, enough.signal]),
    maxRetries: 0,
    onError: () => {},
    // No more than was set aside for it.
    maxOutputTokens: tokensOfAsking(task, model.maxOutputTokens).output,
  });
  let answer = "";
  let usage: LanguageModelUsage | null = null;
  for await (const part of result.stream) {
    if (part.type === "abort" && !enough.signal.aborted)
      throw signal.reason ?? new DOMException("Aborted", "AbortError");
    if (part.type === "error" && !enough.signal.aborted) throw part.error;
    if (part.type === "finish-step") usage = part.usage;
    if (part.type !== "text-delta") continue;
    answer += part.text;
    if (answer.length > longestAnswer) {
      enough.abort();
      break;
    }
  }
  const input = wholeTokens(usage?.inputTokens ?? estimated(instructions.length + prompt.length));
  const output = wholeTokens(usage?.outputTokens ?? estimated(answer.length));
  const source = usage === null ? ("estimate" as const) : ("provider" as const);
  const costUsd = await meter.afterStep({ input, output, cached: null, source });
  const texts = answer.length > longestAnswer ? [] : readDescriptions(answer, task.wanted);
  return { texts, usage: { input, output, costUsd } };
}

const charactersPerToken = 3;
const estimated = (characters: number): number => Math.ceil(characters / charactersPerToken);

/** The longest answer in tokens, with room for a model that thinks first; less where its model has a lower limit. */
const longestOutput = 16_000;

/** The most that one question may cost, in tokens. */
export function tokensOfAsking(
  task: Task,
  maxOutputTokens: number | null,
): { input: number; output: number } {
  const { instructions, prompt } = writePrompt(task);
  return {
    input: estimated(instructions.length + prompt.length),
    output: Math.min(longestOutput, maxOutputTokens ?? longestOutput),
  };
}
