import type { Told } from "./describe-answer";
import type { EventOf, PayloadOf } from "./events";
import { known, providerName, type TraceEvent, type TraceSpan } from "./trace-attributes";

type Asked = { run: PayloadOf<"run-started">; told: Told; events: readonly TraceEvent[] };

/** An answer of a model, with the waits before it: the whole of what was asked once. */
export function describeStep(event: EventOf<"model-step">, { run, told, events }: Asked): TraceSpan {
  const { step, response, tokens, timeToFirstTokenMs, durationMs, cost, request } = event.payload;
  const endMs = Date.parse(event.at);
  const model = run.model.asked?.model ?? run.model.name;
  return {
    seq: event.seq,
    name: `chat ${model}`,
    kind: run.model.kind === "live" ? "client" : "internal",
    startMs: Math.min(endMs - durationMs, events[0]?.atMs ?? endMs),
    endMs,
    attributes: known({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": providerOf(run),
      "gen_ai.request.model": model,
      "gen_ai.conversation.id": told.conversation,
      "gen_ai.response.finish_reasons": [response.finishReason],
      "gen_ai.response.time_to_first_chunk": timeToFirstTokenMs === null ? null : timeToFirstTokenMs / 1000,
      "gen_ai.usage.input_tokens": tokens.input,
      "gen_ai.usage.output_tokens": tokens.output,
      "gen_ai.usage.cache_read.input_tokens": tokens.cached,
      "gen_ai.output.messages": told.text ? JSON.stringify([messageOf(event.payload)]) : null,
      "greenroom.step": step,
      "greenroom.tokens.source": tokens.source,
      "greenroom.request.sha256": request.sha256,
      "greenroom.cost_usd": cost,
    }),
    events,
    error: null,
  };
}

const providerOf = ({ model }: PayloadOf<"run-started">): string =>
  model.asked ? providerName(model.asked.provider) : "greenroom";

/** In the shape of the conventions' schema for output messages. */
function messageOf({ response }: PayloadOf<"model-step">) {
  const parts = response.content.map((part) =>
    part.type === "tool-call"
      ? { type: "tool_call", id: part.id, name: part.toolName, arguments: part.input }
      : { type: part.type, content: part.text },
  );
  return { role: "assistant", parts, finish_reason: response.finishReason };
}
