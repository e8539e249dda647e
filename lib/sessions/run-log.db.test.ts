import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import type { NewEvent, PayloadOf } from "@/lib/runtime/events";
import type { NewReceipt, Receipt } from "@/lib/runtime/ports";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { aSkill } from "@/lib/testing/skills";
import { RunLog, RunLostError } from "./adapters/run-log";
import { createConversation, deleteConversation } from "./commands";
import { interruptExpiredRuns } from "./commands/interrupt-expired-runs";
import { openRun } from "./commands/open-run";
import { listBranchEvents } from "./internal/read-events";
import { getConversation, listEvents } from "./queries";

const { db } = testDatabase();
const owner = "this-process";

const started = (context: Context, message = "Help"): PayloadOf<"run-started"> => ({
  message,
  messageTokens: 1,
  startedBy: { id: context.actor.userId, name: context.actor.name },
  agent: { id: context.workspace.id, slug: "a", name: "A", revision: 1 },
  model: { id: "rehearsal", name: "Rehearsal", kind: "rules", windowTokens: 200_000 },
  dialect: "standard",
  mode: "inline",
  overlay: [],
  systemPrompt: { text: "", tokens: 0, source: "agent" },
  offered: [],
  unavailable: [],
});
const piece = (text: string): NewEvent => ({ type: "text", payload: { step: 1, text, tokens: 1 } });
const finished = (outcome: "done" | "failed" = "done"): PayloadOf<"run-finished"> => ({
  outcome,
  error: null,
  totals: {
    steps: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: null,
    tokensSaved: 0,
    durationMs: 0,
    cost: null,
  },
});

async function aRun(context: Context, conversation: string, requestKey: string | null = null) {
  const { run, log } = await openRun(context, { conversation, requestKey, owner, started: started(context) });
  if (!log) throw new Error("no new run");
  return { run, log };
}

describe("a run's log", () => {
  let context: Context;
  let conversation: string;
  beforeEach(async () => {
    context = await aContext(db);
    const agent = await anAgentWith(context, []);
    conversation = (await createConversation(context, { agent })).id;
  });
  const stored = async () => (await listEvents(context, { conversation })).items;
  const sameRun = async ({ log }: { log: RunLog }) =>
    new RunLog(
      db,
      log.place,
      owner,
      await listBranchEvents({ db }, { id: log.place.branchId, workspaceId: context.workspace.id }),
    );

  it("begins with run-started in the same transaction, and names the conversation", async () => {
    const { run } = await aRun(context, conversation);
    expect(await stored()).toMatchObject([{ seq: 1, type: "run-started", runId: run.id, turn: 1 }]);
    expect(await getConversation(context, conversation)).toMatchObject({
      title: "Help",
      lastSeq: 1,
      running: { id: run.id, state: "running" },
    });
  });

  it("gives 20 parallel appends gapless numbers in the order they are stored", async () => {
    const { log } = await aRun(context, conversation);
    const added = await Promise.all(Array.from({ length: 20 }, (_, index) => log.append(piece(`${index}`))));
    expect(added.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 2),
    );
    const seqs = (await stored()).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 21 }, (_, at) => at + 1));
    expect(log.events().map(({ seq }) => seq)).toEqual(seqs);
  });

  it("keeps a payload as it was written, odd characters and key order included", async () => {
    const { log } = await aRun(context, conversation);
    const input = { zebra: 1, apple: { b: 1, a: "\u0000 \ud800 ünï" }, __proto__x: [] };
    const call = { id: "1", toolName: "x", input, step: 1 };
    await log.append({
      type: "tool-called",
      payload: { askedBy: "model", call, result: "\u0000", tokens: 1, skill: null, answeredBy: "runtime" },
    });
    const event = (await stored()).at(-1);
    expect(JSON.stringify(event?.payload)).toBe(JSON.stringify(log.events().at(-1)?.payload));
  });

  it("refuses a second run while one goes on, and tells which", async () => {
    const { run, log } = await aRun(context, conversation);
    await expect(aRun(context, conversation)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { run: { id: run.id } },
    });
    await log.finish(finished());
    expect((await aRun(context, conversation)).run.turn).toBe(2);
  });

  it("lets one of several starts win", async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => aRun(context, conversation)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it("answers a repeated request key with the first run, also when both come at once", async () => {
    const open = () => openRun(context, { conversation, requestKey: "k", owner, started: started(context) });
    const results = await Promise.all([open(), open(), open()]);
    expect(new Set(results.map(({ run }) => run.id)).size).toBe(1);
    expect(results.filter(({ log }) => log !== null)).toHaveLength(1);
  });

  it("has exactly one run-finished, however many try to end it", async () => {
    const first = await aRun(context, conversation);
    const second = await sameRun(first);
    const ended = await Promise.all([
      first.log.finish(finished()),
      second.finish(finished("failed")),
      first.log.finish(finished()),
    ]);
    expect(ended.filter(Boolean)).toHaveLength(1);
    const events = await stored();
    expect(events.filter(({ type }) => type === "run-finished")).toHaveLength(1);
    expect(events.at(-1)?.type).toBe("run-finished");
  });

  it("takes nothing more from a run that has ended, or from another process", async () => {
    const { log } = await aRun(context, conversation);
    const stranger = new RunLog(db, log.place, "another-process", []);
    await expect(stranger.append(piece("x"))).rejects.toBeInstanceOf(RunLostError);
    await log.finish(finished());
    await expect(log.append(piece("late"))).rejects.toBeInstanceOf(RunLostError);
    expect(await log.renewLease()).toEqual({ held: false, stopRequested: false });
    expect(await stored()).toHaveLength(2);
  });

  it("is gone with its conversation", async () => {
    const { log } = await aRun(context, conversation);
    await Promise.all([deleteConversation(context, conversation), log.append(piece("x")).catch(() => {})]);
    await expect(log.append(piece("y"))).rejects.toBeInstanceOf(RunLostError);
    expect(await db.event.count({ where: { conversationId: conversation } })).toBe(0);
  });

  describe("an activation", () => {
    const decide =
      (skillId: string) =>
      (held: readonly Receipt[]): NewEvent => {
        const skill = { skillId, name: "triage", version: 1, draftRevision: null, digest: "d" };
        const common = {
          skill,
          askedBy: "model" as const,
          call: null,
          result: "TEXT",
          tokens: 9,
          textSha256: "a".repeat(64),
          arguments: "",
        };
        const [since] = held;
        return since
          ? {
              type: "skill-already-active",
              payload: { ...common, since: { turn: since.turn, seq: since.seq }, tokensSaved: 9 },
            }
          : { type: "skill-activated", payload: { ...common, flags: [] } };
      };
    const receipt = (skillId: string): NewReceipt => ({
      skillId,
      textSha256: "a".repeat(64),
      arguments: "",
      tokens: 9,
    });

    it("is won by one of two clients that race; the other is told it is active", async () => {
      const { id } = await aSkill(context, { name: "triage" });
      const first = await aRun(context, conversation);
      const second = await sameRun(first);
      const events = await Promise.all(
        [first.log, second, first.log, second].map((log) => log.appendActivation(receipt(id), decide(id))),
      );
      expect(events.map(({ type }) => type).sort()).toEqual([
        "skill-activated",
        "skill-already-active",
        "skill-already-active",
        "skill-already-active",
      ]);
      const winner = events.find(({ type }) => type === "skill-activated");
      expect(await db.receipt.findMany({ where: { branchId: first.log.place.branchId } })).toMatchObject([
        { seq: winner?.seq, turn: 1, tokens: 9 },
      ]);
      for (const event of events)
        if (event.type === "skill-already-active") expect(event.payload.since.seq).toBe(winner?.seq);
    });

    it("leaves neither a receipt nor an event when it fails half-way", async () => {
      const { log } = await aRun(context, conversation);
      const nobody = "00000000-0000-7000-8000-000000000000";
      await expect(log.appendActivation(receipt(nobody), decide(nobody))).rejects.toThrow();
      expect(await stored()).toHaveLength(1);
      expect(await db.receipt.count({ where: { conversationId: conversation } })).toBe(0);
      expect(await log.append(piece("goes on"))).toMatchObject({ seq: 2 });
    });
  });

  describe("an expired lease", () => {
    /** Of this test alone: on a busy machine the leases of runs that earlier tests left open expire meanwhile. */
    const interruptExpiredHere = () => interruptExpiredRuns({ db }, { conversationId: conversation });
    const expire = (runId: string) =>
      db.run.update({ where: { id: runId }, data: { leaseUntil: new Date(Date.now() - 1_000) } });

    it("is marked interrupted once, by whoever comes first, with its text kept", async () => {
      const { run, log } = await aRun(context, conversation);
      await log.append(piece("Half an answer"));
      expect(await interruptExpiredHere()).toBe(0);
      await expire(run.id);
      const ended = await Promise.all([
        interruptExpiredHere(),
        interruptExpiredHere(),
        interruptExpiredHere(),
      ]);
      expect(ended.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await stored()).toMatchObject([
        { type: "run-started" },
        { payload: { text: "Half an answer" } },
        { type: "run-finished", payload: { outcome: "interrupted", error: { code: "SERVER_LOST" } } },
      ]);
      await expect(log.append(piece("late"))).rejects.toBeInstanceOf(RunLostError);
      expect(await log.finish(finished())).toBe(false);
    });

    it("is noticed when somebody opens the conversation, which then goes on", async () => {
      const { run } = await aRun(context, conversation);
      await expire(run.id);
      expect((await getConversation(context, conversation)).running).toBeNull();
      expect((await aRun(context, conversation)).run.turn).toBe(2);
    });

    it("is none while its server lives", async () => {
      const { run, log } = await aRun(context, conversation);
      await expire(run.id);
      expect(await log.renewLease()).toEqual({ held: true, stopRequested: false });
      expect(await interruptExpiredHere()).toBe(0);
    });
  });
});
