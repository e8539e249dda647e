import "server-only";
import { type LanguageModelUsage, Output, streamText } from "ai";
import type { StepPlace } from "@/lib/models/ports";
import type { RunModel } from "@/lib/playground/ports";
import { wholeTokens } from "@/lib/playground/whole-tokens";
import {
  type JudgedTexts,
  judgeAnswerSchema,
  judgePrompt,
  readJudgeAnswer,
} from "@/lib/verdicts/judge-prompt";
import type { InvalidReason } from "../proof-options";
import type { JudgeSaid } from "./judge-schema";

type OneOrder = JudgeSaid["skillFirst"];
export type JudgeAnswer = OneOrder | { invalid: { reason: InvalidReason; message: string } };

type Asking = { model: RunModel; place: StepPlace; signal: AbortSignal };

/** One request to a judge: two answers in one order. Throws as the model does; what is no judgement is said, not thrown. */
export async function askJudge(
  { model: { model, info, maxOutputTokens, meter }, place, signal }: Asking,
  texts: JudgedTexts,
): Promise<JudgeAnswer> {
  await meter.beforeStep(place);
  const result = streamText({
    model,
    ...judgePrompt(texts),
    output: Output.object({ schema: judgeAnswerSchema, name: "judgement" }),
    abortSignal: signal,
    maxRetries: 0,
    onError: () => {},
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
  });
  let usage: LanguageModelUsage | null = null;
  let text = "";
  let ended = "";
  for await (const part of result.stream) {
    if (part.type === "abort") throw signal.reason ?? new DOMException("Aborted", "AbortError");
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") text += part.text;
    if (part.type === "finish-step") {
      usage = part.usage;
      ended = part.finishReason;
    }
  }
  const cached = usage?.inputTokenDetails.cacheReadTokens;
  await meter.afterStep({
    input: wholeTokens(usage?.inputTokens ?? 0),
    output: wholeTokens(usage?.outputTokens ?? 0),
    cached: cached === undefined ? null : wholeTokens(cached),
    source: "provider",
  });
  return readAnswer(text, ended, info.name);
}

function readAnswer(text: string, ended: string, name: string): JudgeAnswer {
  const invalid = (reason: InvalidReason, message: string) => ({ invalid: { reason, message } });
  if (ended === "content-filter") return invalid("refusal", `${name} refused to compare the answers.`);
  if (ended === "length") return invalid("truncated", `The answer of ${name} was cut.`);
  if (text.trim() === "") return invalid("empty-answer", `${name} said nothing.`);
  const answer = readJudgeAnswer(text);
  return (
    answer ??
    invalid("not-a-judgement", `${name} named no winner: “${text.trim().slice(0, 200).toWellFormed()}”`)
  );
}
