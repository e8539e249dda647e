import "server-only";
import { subscribe } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import type { ToolCall } from "@/lib/runtime/events";
import { scriptRuns } from "../script-runs";
import type { RunPlace } from "../writes/append-event";

/** Notifications can be lost with their connection; then a stop is found by the next look. */
const lookMs = 3_000;

type Stopped<Result> = { result: Result; stoppedBy: string | null; isStopped: boolean };

/** Does the work of one script, which anybody may stop from whichever server: then `work` sees its signal aborted. */
export async function whileStoppable<Result>(
  { db }: DatabaseContext,
  { runId, workspaceId, conversationId, branchId }: RunPlace,
  { id: callId, toolName, input }: ToolCall,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Stopped<Result>> {
  const where = { runId, callId, workspaceId };
  const facts = { workspaceId, conversationId, branchId, toolName, offersScript: true, decision: scriptRuns };
  const json = JSON.parse(JSON.stringify(input ?? null));
  const stop = new AbortController();
  let stoppedBy: string | null = null;
  const look = async () => {
    const row = await db.awaitedCall.findFirst({ where, select: { decision: true, answeredById: true } });
    if (row?.decision !== "stop") return;
    stoppedBy = row.answeredById;
    stop.abort();
  };
  // What fails here fails again, and is told, where the row is taken away.
  const lookAgain = () => void look().catch(() => {});
  await db.awaitedCall.upsert({
    where: { runId_callId: { runId, callId } },
    create: { ...facts, runId, callId, input: json },
    update: { ...facts, input: json, result: null, answeredById: null },
  });
  const unsubscribe = subscribe(
    "tool-result",
    (message) => message.runId === runId && lookAgain(),
    lookAgain,
  );
  const timer = setInterval(lookAgain, lookMs);
  try {
    const result = await work(stop.signal);
    return { result, stoppedBy, isStopped: stop.signal.aborted };
  } finally {
    clearInterval(timer);
    unsubscribe();
    await db.awaitedCall.deleteMany({ where });
  }
}
