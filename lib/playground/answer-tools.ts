import "server-only";
import type { Tx } from "@/lib/db/client";
import type { AnswerTool } from "@/lib/runtime/ports";
import { awaitTypedResult } from "@/lib/sessions/adapters/awaited-call";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import type { RunTimer } from "./run-timer";

/** How long a run waits for somebody to type a result; then the model is told that there is none. */
export const longestTypingMs = 10 * 60_000;

type Setup = { db: Tx; log: RunLog; timer: RunTimer; signal: AbortSignal; timeoutMs?: number };

/** Asks a person: the call is listed with its conversation, and the run waits for the typed result. */
export const answerByPerson =
  ({ db, log, timer, signal, timeoutMs = longestTypingMs }: Setup): AnswerTool =>
  async ({ call, skill, tool, definition }) => {
    const result = await timer.pauseWhile(() =>
      awaitTypedResult(
        { db },
        log.place,
        { callId: call.id, toolName: call.toolName, input: call.input },
        {
          timeoutMs,
          signal,
          listed: () => log.append({ type: "result-awaited", payload: { call, skill, tool, definition } }),
        },
      ),
    );
    return result === null ? null : { result, answeredBy: "person" };
  };
