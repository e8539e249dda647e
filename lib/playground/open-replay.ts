import "server-only";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { freeMeter } from "@/lib/models/free-meter";
import type { EventOf, PayloadOf, SessionEvent, ToolCall, ToolDefinition } from "@/lib/runtime/events";
import type { ToolAnswer } from "@/lib/runtime/ports";
import { listExchanges } from "@/lib/sessions/exchanges";
import { listRunEvents, type RunOrigin } from "@/lib/sessions/queries";
import { type RecordedAnswer, RecordingModel } from "./adapters/recording-model";
import type { RunModel } from "./ports";

/** What was recorded of a run besides its answers. */
export type Replay = {
  /** The run that was recorded: for the replay of a replay, the first one. */
  runId: string;
  /** sha256 of each step's request. */
  requests: ReadonlyMap<number, string>;
  /** The router's answer, when there was a router. */
  routed: PayloadOf<"skills-routed"> | null;
  /** The agent's other tools as they were offered: no server is asked for them again. */
  otherTools: readonly ToolDefinition[];
  /** Of these the host's were offered. */
  sharedTools: readonly string[];
  /** By `answerKey` of the call: what a person, a stub or a server answered. */
  toolAnswers: ReadonlyMap<string, ToolAnswer>;
};

/**
 * The recording of a run as a model. A run that a real model answered becomes a recording; one of Rehearsal's stays
 * Rehearsal. UNPROCESSABLE when nothing was recorded.
 */
export async function openReplay(
  context: Context,
  origin: RunOrigin,
  fast: boolean,
): Promise<{ model: RunModel; replay: Replay }> {
  const runId = origin.replayOfId ?? origin.id;
  const events = await listRunEvents(context, { conversation: origin.conversationId, run: runId });
  const started = events.find((event): event is EventOf<"run-started"> => event.type === "run-started");
  const steps = events.filter((event): event is EventOf<"model-step"> => event.type === "model-step");
  if (!started) throw new AppError("NOT_FOUND", "The run that was recorded is gone.");
  const { model } = started.payload;
  const answers =
    model.kind === "rules" ? steps.map(answerOfRules(events)) : await recordedAnswers(context, runId);
  if (answers.length === 0)
    throw new AppError("UNPROCESSABLE", "Nothing was recorded of this run: no model had answered.");
  const kind = model.kind === "rules" ? "rules" : "recording";
  const routed = events.find((event): event is EventOf<"skills-routed"> => event.type === "skills-routed");
  return {
    model: {
      model: new RecordingModel(answers, fast),
      info: { ...model, kind },
      maxOutputTokens: null,
      meter: freeMeter,
    },
    replay: {
      runId,
      requests: new Map(steps.map(({ payload }) => [payload.step, payload.request.sha256])),
      routed: routed?.payload ?? null,
      otherTools: started.payload.otherTools ?? [],
      sharedTools: started.payload.sharedTools ?? [],
      toolAnswers: new Map(events.flatMap(toolAnswerOf)),
    },
  };
}

function toolAnswerOf(event: SessionEvent): [string, ToolAnswer][] {
  if (event.type !== "tool-called" || event.payload.call === null) return [];
  const { answeredBy, result, call, savedCase } = event.payload;
  if (answeredBy === "runtime" || answeredBy === "host") return [];
  const which = savedCase ? { savedCase } : {};
  return [[answerKey(call), { result, answeredBy, ...which }]];
}

/** Some servers give the calls of every step the same ids. */
export const answerKey = ({ step, id }: Pick<ToolCall, "step" | "id">): string => `${step} ${id}`;

/** A part of an answer as it was kept; the SDK that made it is the one that reads it. */
export const partSchema = z.custom<LanguageModelV4StreamPart>(
  (part) => typeof part === "object" && part !== null && "type" in part && typeof part.type === "string",
);

/** Step 0 is the router's; its answer is in the log. */
async function recordedAnswers(context: Context, runId: string): Promise<RecordedAnswer[]> {
  const exchanges = await listExchanges(context, { runIds: [runId] });
  return exchanges
    .filter(({ step, parts }) => step > 0 && parts.length > 0)
    .map(({ step, parts }) => ({
      step,
      parts: parts.map(({ afterMs, part }) => ({ afterMs, part: partSchema.parse(part) })),
    }));
}

/** Rehearsal sends nothing anywhere, so nothing is kept; its answer is in the log, piece by piece. */
const answerOfRules =
  (events: readonly SessionEvent[]) =>
  (step: EventOf<"model-step">): RecordedAnswer => {
    const { response, durationMs } = step.payload;
    const beganAt = new Date(step.at).getTime() - durationMs;
    const pieces = events.flatMap((event) =>
      event.type === "text" && event.payload.step === step.payload.step
        ? [{ afterMs: Math.max(0, new Date(event.at).getTime() - beganAt), text: event.payload.text }]
        : [],
    );
    const textParts: RecordedAnswer["parts"] =
      pieces.length === 0
        ? []
        : [
            { afterMs: 0, part: { type: "text-start", id: "text" } },
            ...pieces.map(({ afterMs, text }) => ({
              afterMs,
              part: { type: "text-delta" as const, id: "text", delta: text },
            })),
            { afterMs: durationMs, part: { type: "text-end", id: "text" } },
          ];
    const calls = response.content.flatMap((part) =>
      part.type === "tool-call"
        ? [
            {
              afterMs: durationMs,
              part: {
                type: "tool-call" as const,
                toolCallId: part.id,
                toolName: part.toolName,
                input: JSON.stringify(part.input ?? {}),
              },
            },
          ]
        : [],
    );
    const unknown = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
    return {
      step: step.payload.step,
      parts: [
        { afterMs: 0, part: { type: "stream-start", warnings: [] } },
        ...textParts,
        ...calls,
        {
          afterMs: durationMs,
          part: {
            type: "finish",
            finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
            usage: {
              inputTokens: unknown,
              outputTokens: { total: undefined, text: undefined, reasoning: undefined },
            },
          },
        },
      ],
    };
  };
