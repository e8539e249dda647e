import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { ToolQuestion } from "@/lib/runtime/ports";
import type { RunLog } from "@/lib/sessions/adapters/run-log";
import { stopRun } from "@/lib/sessions/commands";
import { answerToolCall } from "@/lib/sessions/commands/answer-tool-call";
import { openRun } from "@/lib/sessions/commands/open-run";
import { getConversation } from "@/lib/sessions/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation } from "@/lib/testing/sessions/rehearsals";
import { aRunStarted } from "@/lib/testing/sessions/skill-sessions";
import { answerByPerson } from "./answer-tools";
import { RunTimer } from "./run-timer";

const { db } = testDatabase();
const question: ToolQuestion = {
  call: { id: "call-1", toolName: "triage__page", input: { who: "owner" }, step: 1 },
  definition: { name: "triage__page", description: "Pages somebody.", inputSchema: {} },
  skill: null,
  tool: "page",
  path: null,
};

async function aWaitingRun(options: { timeoutMs?: number } = {}) {
  const context = await aContext(db);
  const { id } = await aTriageConversation(context);
  const { run, log } = await openRun(context, {
    conversation: id,
    requestKey: null,
    owner: "here",
    started: { ...aRunStarted("Help"), startedBy: { id: context.actor.userId, name: "Ines" } },
  });
  if (!log) throw new Error("no new run");
  const stop = new AbortController();
  const answer = ask(log, stop.signal, options);
  let isOver = false;
  void Promise.allSettled([answer]).then(() => {
    isOver = true;
  });
  while (!isOver && (await awaiting(context, id)).length === 0) await setTimeout(10);
  return { context, conversation: id, run: run.id, log, stop, answer };
}

function ask(log: RunLog, signal: AbortSignal, options: { timeoutMs?: number }) {
  const timer = new RunTimer(60_000, () => performance.now());
  const answer = answerByPerson({ db, log, timer, signal, ...options })(question);
  // Looked at later, and it may fail before.
  answer.catch(() => {});
  return answer.finally(() => timer.stop());
}

const awaiting = async (context: Context, id: string) => (await getConversation(context, id)).awaiting;

describe("a call that waits for a person", () => {
  it("is listed with its conversation and in the log, and goes on with what somebody else types", async () => {
    const { context, conversation, run, log, answer } = await aWaitingRun();
    expect(await awaiting(context, conversation)).toMatchObject([
      { runId: run, callId: "call-1", toolName: "triage__page", input: '{"who":"owner"}' },
    ]);
    expect(log.events().at(-1)).toMatchObject({ type: "result-awaited", payload: { tool: "page" } });
    const colleague = await aColleague(context, "viewer");
    await answerToolCall(colleague, { conversation, run, callId: "call-1", result: "Paged." });
    expect(await answer).toEqual({ result: "Paged.", answeredBy: "person" });
    expect(await awaiting(context, conversation)).toEqual([]);
  });

  it("takes one of two results that are typed at once", async () => {
    const { context, conversation, run, answer } = await aWaitingRun();
    const typed = await Promise.allSettled(
      ["one", "two"].map((result) =>
        answerToolCall(context, { conversation, run, callId: "call-1", result }),
      ),
    );
    expect(typed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = typed.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: expect.stringMatching(/CONFLICT|NOT_FOUND/) } });
    expect(await answer).toEqual({
      result: typed[0]?.status === "fulfilled" ? "one" : "two",
      answeredBy: "person",
    });
  });

  it("has no answer when nobody types one in time", async () => {
    const { context, conversation, run, answer } = await aWaitingRun({ timeoutMs: 200 });
    expect(await answer).toBeNull();
    await expect(
      answerToolCall(context, { conversation, run, callId: "call-1", result: "late" }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("ends at once when its run is stopped", async () => {
    const { context, conversation, run, stop, answer } = await aWaitingRun();
    await stopRun(context, { conversation, run });
    stop.abort(new DOMException("Stopped by a person.", "AbortError"));
    await expect(answer).rejects.toThrow("Stopped by a person.");
    expect(await db.awaitedCall.count({ where: { runId: run } })).toBe(0);
  });

  it("is not for others: another workspace, an unknown call, a run that is over", async () => {
    const { context, conversation, run, log, stop, answer } = await aWaitingRun();
    const stranger = await aContext(db);
    const typed = { conversation, run, callId: "call-1", result: "x" };
    await expect(answerToolCall(stranger, typed)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(answerToolCall(context, { ...typed, callId: "call-9" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await db.run.update({ where: { id: run }, data: { state: "interrupted" } });
    await expect(answerToolCall(context, typed)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await awaiting(context, conversation)).toEqual([]);
    stop.abort(new DOMException("gone", "AbortError"));
    await expect(answer).rejects.toThrow("gone");
    expect(log.place.runId).toBe(run);
  });
});
