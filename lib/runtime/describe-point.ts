import type { EventOf } from "./events";
import { known, type TraceEvent } from "./trace-attributes";

export type PointEvent = EventOf<
  | "model-retried"
  | "result-awaited"
  | "script-started"
  | "script-ran"
  | "catalogue-injected"
  | "content-evicted"
  | "history-rewritten"
  | "not-understood"
>;

/** What took no time of its own. */
export function describePoint(event: PointEvent): TraceEvent {
  return { name: `greenroom.${event.type}`, atMs: Date.parse(event.at), attributes: known(factsOf(event)) };
}

function factsOf(event: PointEvent): Parameters<typeof known>[0] {
  switch (event.type) {
    case "model-retried": {
      const { attempt, code, waitMs } = event.payload;
      return { "greenroom.attempt": attempt, "error.type": code, "greenroom.wait_ms": waitMs };
    }
    case "script-ran": {
      const { end, exitCode, waitedMs, startedMs, ranMs } = event.payload;
      const times = {
        "greenroom.wait_ms": waitedMs,
        "greenroom.start_ms": startedMs,
        "greenroom.run_ms": ranMs,
      };
      return { "greenroom.script.end": end, "process.exit.code": exitCode, ...times };
    }
    case "catalogue-injected": {
      const { mode, tokens, characters, budgetCharacters, truncated, omitted } = event.payload;
      return {
        "greenroom.catalogue.mode": mode,
        "greenroom.catalogue.tokens": tokens,
        "greenroom.catalogue.characters": characters,
        "greenroom.catalogue.budget_characters": budgetCharacters,
        "greenroom.catalogue.cut": truncated.length,
        "greenroom.catalogue.omitted": omitted.length,
      };
    }
    case "content-evicted": {
      const { what, path, skill, tokensFreed } = event.payload;
      const of = { "gen_ai.skill.name": skill?.name, "gen_ai.skill.resource.name": path };
      return { "greenroom.what": what, ...of, "greenroom.tokens_freed": tokensFreed };
    }
    case "history-rewritten":
      return { "greenroom.messages": event.payload.messages };
    default:
      return {};
  }
}
