import "server-only";
import type { Tx } from "@/lib/db/client";
import { findPerson } from "@/lib/people/find-people";
import type { DecidedScript } from "@/lib/runtime/decide-script";
import type { AnswerTool, ToolAnswer, ToolQuestion } from "@/lib/runtime/ports";
import type { OfferedScript } from "@/lib/runtime/script-payloads";
import { awaitTypedResult } from "@/lib/sessions/adapters/awaited-call";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import type { RunTimer } from "./run-timer";

/** How long a run waits for somebody to type a result; then the model is told that there is none. */
export const longestTypingMs = 10 * 60_000;

/** What a call could run here: what was decided of it, as people are shown it, and how it is run once it is allowed. */
export type RunnableScript = {
  decided: DecidedScript;
  offered: OfferedScript;
  run: (allowedBy: { id: string; name: string } | null) => Promise<ToolAnswer>;
};

type Setup = {
  db: Tx;
  log: RunLog;
  timer: RunTimer;
  signal: AbortSignal;
  timeoutMs?: number;
  /** Null where nothing may run, or this call runs nothing. Without it nothing ever does. */
  findScript?: (question: ToolQuestion) => Promise<RunnableScript | null>;
};

/**
 * Runs what a list allows. Else asks a person: the call is listed with its conversation, and the run waits for the typed result,
 * or for leave to run it.
 */
export const answerByPerson =
  ({ db, log, timer, signal, timeoutMs = longestTypingMs, findScript }: Setup): AnswerTool =>
  async (question) => {
    const { call, skill, tool, definition } = question;
    const found = (await findScript?.(question)) ?? null;
    if (found?.decided.decision === "run") return found.run(null);
    const script = found?.decided.decision === "ask" ? found : null;
    const offered = {
      ...(script === null ? {} : { script: script.offered }),
      ...(found?.decided.decision === "never" ? { nothingRuns: found.decided.message } : {}),
    };
    const said = await timer.pauseWhile(() =>
      awaitTypedResult(
        { db },
        log.place,
        { callId: call.id, toolName: call.toolName, input: call.input, offersScript: script !== null },
        {
          timeoutMs,
          signal,
          listed: () =>
            log.append({ type: "result-awaited", payload: { call, skill, tool, definition, ...offered } }),
        },
      ),
    );
    if (said === null) return null;
    if (said.kind === "typed") return { result: said.result, answeredBy: "person" };
    if (said.kind === "refuse") return { refused: `${call.toolName}: a person did not allow it to run.` };
    return script === null ? null : script.run(said.by === null ? null : await findPerson({ db }, said.by));
  };
