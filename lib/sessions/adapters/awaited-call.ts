import "server-only";
import { subscribe } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import { Bell } from "@/lib/kernel/bell";
import type { RunPlace } from "../writes/append-event";

/** Notifications can be lost with their connection; then the answer is found by the next look. */
const lookMs = 3_000;

export type AwaitedQuestion = {
  callId: string;
  toolName: string;
  input: unknown;
  /** Whether a person may let a script run instead. */
  offersScript?: boolean;
};

/** A typed result, or what was decided of the script. */
export type AwaitedAnswer =
  | { kind: "typed"; result: string }
  | { kind: "allow" | "refuse"; by: string | null };

/**
 * Lists a call as waiting for a person, and waits: for what they say, from whichever server it comes, or null when
 * `timeoutMs` have passed without. `listed` is called when it can be answered. Throws the signal's reason.
 */
export async function awaitTypedResult(
  context: DatabaseContext,
  place: RunPlace,
  { callId, toolName, input, offersScript = false }: AwaitedQuestion,
  options: { timeoutMs: number; signal: AbortSignal; listed: () => Promise<unknown> },
): Promise<AwaitedAnswer | null> {
  const { runId, workspaceId, conversationId, branchId } = place;
  const where = { runId, callId, workspaceId };
  const bell = new Bell();
  const unsubscribe = subscribe(
    "tool-result",
    (message) => message.runId === runId && bell.ring(),
    bell.ring,
  );
  options.signal.addEventListener("abort", bell.ring);
  try {
    const facts = {
      workspaceId,
      conversationId,
      branchId,
      toolName,
      input: JSON.parse(JSON.stringify(input ?? null)),
    };
    await context.db.awaitedCall.upsert({
      where: { runId_callId: { runId, callId } },
      create: { ...facts, runId, callId, offersScript },
      update: { ...facts, offersScript, result: null, decision: null, answeredById: null },
    });
    await options.listed();
    const endAt = Date.now() + options.timeoutMs;
    for (;;) {
      options.signal.throwIfAborted();
      const said = answerOf(await context.db.awaitedCall.findFirst({ where, select: answered }));
      if (said) return said;
      const leftMs = endAt - Date.now();
      if (leftMs <= 0) return await lastLook(context, where);
      await bell.wait(Math.min(lookMs, leftMs));
    }
  } finally {
    unsubscribe();
    options.signal.removeEventListener("abort", bell.ring);
    await context.db.awaitedCall.deleteMany({ where });
  }
}

/** An answer that came just before the end still counts; after this none is taken. */
async function lastLook(
  { db }: DatabaseContext,
  where: { runId: string; callId: string; workspaceId: string },
): Promise<AwaitedAnswer | null> {
  const { count } = await db.awaitedCall.deleteMany({ where: { ...where, result: null, decision: null } });
  if (count > 0) return null;
  return answerOf(await db.awaitedCall.findFirst({ where, select: answered }));
}

const answered = { result: true, decision: true, answeredById: true } as const;

function answerOf(
  row: { result: string | null; decision: string | null; answeredById: string | null } | null,
): AwaitedAnswer | null {
  if (row?.decision === "allow" || row?.decision === "refuse")
    return { kind: row.decision, by: row.answeredById };
  return row?.result == null ? null : { kind: "typed", result: row.result };
}
