import { assemblePrompt } from "@/lib/runtime/assemble-prompt";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import type { Prompt } from "@/lib/runtime/prompt";
import type { Turn } from "../transcript/transcript";

export type ModelStep = EventOf<"model-step">;

export const stepsOf = (turn: Turn): ModelStep[] =>
  turn.events.filter((event): event is ModelStep => event.type === "model-step");

/**
 * The request to look at for an event: its own; for what a step asked for, that step; for what stands in a prompt,
 * the first request that carried it. Without an event, the last one of the exchange; null while there is none.
 */
export function stepFor(turn: Turn, event: SessionEvent | undefined): ModelStep | null {
  const steps = stepsOf(turn);
  if (!event || event.type === "run-finished") return steps.at(-1) ?? null;
  if (event.type === "model-step") return event;
  if (event.type === "text") {
    return steps.find(({ payload }) => payload.step === event.payload.step) ?? null;
  }
  return steps.find(({ payload }) => payload.request.throughSeq >= event.seq) ?? steps.at(-1) ?? null;
}

/** What a step was sent, or what would be sent now: made from the log, as the server makes it. */
export function promptOf(events: readonly SessionEvent[], turn: Turn, step: ModelStep | null): Prompt {
  const through = step?.payload.request.throughSeq ?? turn.events.at(-1)?.seq ?? 0;
  return assemblePrompt(events.filter(({ seq }) => seq <= through));
}
