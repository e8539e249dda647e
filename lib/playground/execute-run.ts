import "server-only";
import { log as serverLog } from "@/lib/platform/log";
import { readAnswerEnd } from "@/lib/runtime/answer-end";
import type { HostEnd } from "@/lib/runtime/errors-of-run";
import type { PayloadOf, RunOutcome } from "@/lib/runtime/events";
import type { EventLog } from "@/lib/runtime/ports";
import type { SkillSession } from "@/lib/runtime/skill-session";
import { summariseRun } from "@/lib/runtime/summarise-run";
import { type RunLog, RunLostError } from "@/lib/sessions/adapters/run-log";
import { describeModelError } from "./describe-model-error";
import { inputBytes, type StepSetup, streamStep } from "./stream-step";

/** A model that never stops asking is stopped here. */
export const mostSteps = 30;
/** Of one answer; further calls are refused, each with its own event. */
export const mostCallsPerStep = 32;
/** Of all calls of a run together, as JSON. */
export const mostToolInputBytes = 2 * 1024 * 1024;

export type Execution = StepSetup & {
  log: EventLog & Pick<RunLog, "place" | "finish">;
  session: SkillSession;
  message: string;
  /** The name of a skill whose text is put into the prompt before anything else, whoever may activate it. */
  given?: string;
  /** Aborted, and so is `signal`, when the run has worked for this long. */
  time?: { signal: AbortSignal; limitMs: number };
  /** Whether what has happened is all that anybody wanted to know: then the model gets no further turn. */
  isEnough?: () => boolean;
};

type Ending = { outcome: RunOutcome; error: PayloadOf<"run-finished">["error"] };

/**
 * Carries one run through: catalogue, what the person activated, then request after request until the model asks
 * for nothing more. Ends with exactly one run-finished, unless the run was taken away. Never throws.
 */
export async function executeRun(execution: Execution): Promise<void> {
  const { log, signal } = execution;
  const { traceId, runId } = log.place;
  try {
    const ending = await attempt(execution);
    const own = log.events().filter((event) => event.runId === runId);
    const answer = ending.outcome === "done" ? readAnswerEnd(own) : null;
    await log.finish({ ...ending, ...(answer ? { answer } : {}), totals: summariseRun(own, new Date()) });
  } catch (error) {
    // Without its log a run cannot say that it ended; when the lease runs out, another server says so.
    if (error instanceof RunLostError)
      serverLog.info({ runId, traceId }, "a run was taken away while it worked");
    else serverLog.error({ err: error, runId, traceId, stopped: signal.aborted }, "a run could not be ended");
  }
}

async function attempt(execution: Execution): Promise<Ending> {
  const { log, signal } = execution;
  try {
    return await converse(execution);
  } catch (error) {
    if (error instanceof RunLostError) throw error;
    if (signal.aborted) return endOfAbort(execution);
    const { runId, traceId } = log.place;
    serverLog.warn({ err: error, runId, traceId }, "a run failed");
    return { outcome: "failed", error: describeModelError(error, traceId) };
  }
}

/** A person stopped it, or its time was up. */
function endOfAbort({ time }: Execution): Ending {
  if (!time?.signal.aborted) return { outcome: "stopped", error: null };
  const message = `The run took longer than ${Math.round(time.limitMs / 1000)} seconds. What it had written is kept.`;
  return { outcome: "failed", error: { code: "TIME_LIMIT", message } };
}

async function converse(execution: Execution): Promise<Ending> {
  const { session, signal, message, given, isEnough = () => false } = execution;
  await session.injectCatalogue();
  if (given !== undefined) await session.giveSkill(given);
  await session.answerMentions(message);
  if (isEnough()) return { outcome: "done", error: null };
  let bytesLeft = mostToolInputBytes;
  for (let step = 1; step <= mostSteps; step++) {
    if (signal.aborted) return endOfAbort(execution);
    await session.shortenHistory();
    const calls = await streamStep(execution, step, bytesLeft);
    if (calls.length === 0) return { outcome: "done", error: null };
    bytesLeft -= calls.reduce((sum, call) => sum + inputBytes(call.input), 0);
    if (bytesLeft < 0) return tooMuchInput;
    for (const [index, call] of calls.entries()) {
      if (signal.aborted) return endOfAbort(execution);
      if (index < mostCallsPerStep) await session.answerCall(call);
      else
        await session.refuseCall(
          call,
          `At most ${mostCallsPerStep} calls are answered at once; ask for less.`,
        );
      const end = session.findHostEnd();
      if (end) return endedByHost(end);
      if (isEnough()) return { outcome: "done", error: null };
    }
  }
  const why = `The model asked for more than ${mostSteps} steps.`;
  return { outcome: "failed", error: { code: "STEP_LIMIT", message: why } };
}

/** As an exception of the host would end it: the model gets no further turn. */
function endedByHost({ tool, errors }: HostEnd): Ending {
  const said = errors.map((error) => error.split(/:?\n/, 1)[0]).join(". Then: ");
  const message = `This host ends a run when a tool fails ${errors.length} times in a row, and ${tool} did: ${said}`;
  return { outcome: "failed", error: { code: "HOST_ENDED_RUN", message } };
}

const tooMuchInput: Ending = {
  outcome: "failed",
  error: {
    code: "TOOL_INPUT_LIMIT",
    message: `The model's calls carried more than ${mostToolInputBytes / 1024 / 1024} MiB together.`,
  },
};
