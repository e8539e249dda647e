import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { freeMeter } from "@/lib/models/free-meter";
import type { RecordedExchange } from "@/lib/models/ports";
import type { EventOf, EventType, SessionEvent } from "@/lib/runtime/events";
import { createConversation } from "@/lib/sessions/commands";
import { createBranch } from "@/lib/sessions/commands/create-branch";
import { getStepExchange } from "@/lib/sessions/exchanges";
import { getConversation, listEvents } from "@/lib/sessions/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import {
  anAgentWith,
  aStoredSkill,
  aTriageConversation,
  rehearse,
  skillText,
  triage,
} from "@/lib/testing/sessions/rehearsals";
import { editRun, repeatRun, replayRun } from "./branch-run";
import type { RunModel } from "./ports";
import { runEnded } from "./running-runs";
import { planFor, startPlanned, startRun } from "./start-run";

const { db } = testDatabase();
const question = "Checkout is down: which severity is this incident?";

const eventsOf = async (context: Context, conversation: string, branch?: string) =>
  (await listEvents(context, { conversation, branch, limit: 5000 })).items;
const ownOf = (events: readonly SessionEvent[], run: string) => events.filter(({ runId }) => runId === run);
const typesOf = (events: readonly SessionEvent[]): EventType[] =>
  events.flatMap(({ type }) => (type === "text" ? [] : [type]));
const startOf = (events: readonly SessionEvent[]) =>
  events.find((event): event is EventOf<"run-started"> => event.type === "run-started")?.payload;
const stepsOf = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === "model-step" ? [event.payload] : []));
const textOf = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === "text" ? [event.payload.text] : [])).join("");

describe("a fork", () => {
  it("holds its parent's events up to its own beginning, and the receipts of what they brought in", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const first = await rehearse(context, id, question);
    const activated = first.events.find(({ type }) => type === "skill-activated");
    const fork = await createBranch(context, { conversation: id, fromSeq: activated?.seq ?? 0 });
    expect(fork).toMatchObject({ forkedAtSeq: activated?.seq, reason: "fork", lastSeq: activated?.seq });
    const conversation = await getConversation(context, id);
    expect(conversation.branchId).toBe(fork.id);
    expect(conversation.branches).toHaveLength(2);
    const shared = await eventsOf(context, id, fork.id);
    expect(shared.map(({ seq }) => seq)).toEqual(
      first.events.map(({ seq }) => seq).filter((seq) => seq <= fork.lastSeq),
    );
    const again = await rehearse(context, id, `/${triage.name}`);
    expect(again.run).toMatchObject({ branchId: fork.id, turn: 2 });
    expect(typesOf(again.events)).toContain("skill-already-active");
  });

  it("before an activation does not hold its receipt, though the line it left does", async () => {
    const context = await aContext(db);
    const { id, branchId } = await aTriageConversation(context);
    const first = await rehearse(context, id, question);
    const activated = first.events.find(({ type }) => type === "skill-activated");
    await createBranch(context, { conversation: id, fromSeq: (activated?.seq ?? 0) - 1 });
    const forked = await rehearse(context, id, `/${triage.name}`);
    expect(typesOf(forked.events)).toContain("skill-activated");
    const back = await startRun(context, {
      conversation: id,
      branch: branchId,
      message: `/${triage.name}`,
    });
    await runEnded(back.id);
    expect(typesOf(ownOf(await eventsOf(context, id, branchId), back.id))).toContain("skill-already-active");
  });

  it("of a run that goes on shares what was there, and both lines run at the same time", async () => {
    const context = await aContext(db);
    const { id, branchId } = await aTriageConversation(context);
    const going = await startRun(context, { conversation: id, message: question });
    const forks = await Promise.all(
      [1, 1].map((fromSeq) => createBranch(context, { conversation: id, fromSeq })),
    );
    expect(new Set(forks.map((fork) => fork.id)).size).toBe(2);
    const runs = await Promise.all(
      forks.map((fork) => startRun(context, { conversation: id, branch: fork.id, message: "Hello" })),
    );
    await Promise.all([going, ...runs].map((run) => runEnded(run.id)));
    const seqs = await db.event.findMany({ where: { conversationId: id }, orderBy: { seq: "asc" } });
    expect(seqs.map(({ seq }) => seq)).toEqual(seqs.map((_, index) => index + 1));
    for (const run of runs) {
      const line = await eventsOf(context, id, run.branchId);
      expect(new Set(line.map(({ runId }) => runId))).toEqual(new Set([going.id, run.id]));
      expect(line.at(-1)).toMatchObject({ type: "run-finished", payload: { outcome: "done" } });
    }
    expect(ownOf(await eventsOf(context, id, branchId), going.id).at(-1)?.type).toBe("run-finished");
  });

  it("takes one run per line, and answers NOT_FOUND for what is elsewhere or private", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context, { shared: false });
    const run = await startRun(context, { conversation: id, message: question });
    await expect(startRun(context, { conversation: id, message: "x" })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { run: { id: run.id } },
    });
    await runEnded(run.id);
    const colleague = await aColleague(context, "admin");
    const other = await aTriageConversation(await aContext(db));
    for (const attempt of [
      () => createBranch(colleague, { conversation: id, fromSeq: 1 }),
      () => createBranch(context, { conversation: id, fromSeq: 9_999 }),
      () => editRun(colleague, { conversation: id, run: run.id, message: "x" }),
      () => listEvents(context, { conversation: id, branch: other.branchId }),
      () => startRun(context, { conversation: id, branch: other.branchId, message: "x" }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("edit and re-run", () => {
  it("leave the old line as it is and begin right before the run", async () => {
    const context = await aContext(db);
    const { id, branchId } = await aTriageConversation(context);
    await rehearse(context, id, "Hello there");
    const second = await rehearse(context, id, question);
    const before = await eventsOf(context, id, branchId);
    const edited = await editRun(context, {
      conversation: id,
      run: second.run.id,
      message: "And now?",
      mode: "search",
    });
    await runEnded(edited.run.id);
    expect(edited.branch).toMatchObject({ parentId: branchId, reason: "edit" });
    expect(edited.run).toMatchObject({ turn: 2, message: "And now?", overrides: { mode: "search" } });
    const line = await eventsOf(context, id, edited.branch.id);
    expect(startOf(ownOf(line, edited.run.id))).toMatchObject({ mode: "search", overridden: ["mode"] });
    expect(line.some(({ runId }) => runId === second.run.id)).toBe(false);
    expect(await eventsOf(context, id, branchId)).toEqual(before);
    const repeated = await repeatRun(context, { conversation: id, run: edited.run.id });
    await runEnded(repeated.run.id);
    expect(repeated.branch.reason).toBe("re-run");
    expect(repeated.run).toMatchObject({ turn: 2, message: "And now?", overrides: { mode: "search" } });
  });

  it("of the first message share nothing, and the same request key makes one line", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const { run } = await rehearse(context, id, question);
    const input = { conversation: id, run: run.id, requestKey: "once" };
    const both = await Promise.all([repeatRun(context, input), repeatRun(context, input)]);
    expect(both[0].run.id).toBe(both[1].run.id);
    await runEnded(both[0].run.id);
    expect(both[0].branch.forkedAtSeq).toBe(0);
    expect((await getConversation(context, id)).branches).toHaveLength(2);
    const types = ownOf(await eventsOf(context, id, both[0].branch.id), both[0].run.id);
    expect(typesOf(types)).toContain("skill-activated");
  });
});

/** A model that a real provider could be, and what went over the wire. */
function liveModel(words: string): RunModel {
  const finish = {
    type: "finish" as const,
    finishReason: { unified: "stop" as const, raw: undefined },
    usage: {
      inputTokens: { total: 7, noCache: 7, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 3, text: 3, reasoning: undefined },
    },
  };
  const parts = [
    { type: "stream-start" as const, warnings: [] },
    { type: "text-start" as const, id: "t" },
    { type: "text-delta" as const, id: "t", delta: words },
    { type: "text-end" as const, id: "t" },
    finish,
  ];
  const exchange: RecordedExchange = {
    request: {
      url: "https://model.test/v1",
      method: "POST",
      headers: { authorization: "[redacted]" },
      body: { a: 1 },
    },
    parts: parts.map((part, index) => ({ afterMs: index, part })),
    response: { status: 200, headers: {} },
  };
  return {
    model: new MockLanguageModelV4({
      doStream: async () => ({ stream: convertArrayToReadableStream(parts) }),
    }),
    info: { id: "m", name: "Live", kind: "live", windowTokens: 100_000 },
    maxOutputTokens: null,
    meter: { ...freeMeter, exchange: () => exchange },
  };
}

async function liveRun(context: Context, conversation: string) {
  const found = await getConversation(context, conversation);
  const plan = await planFor(context, found, {
    message: question,
    overrides: {},
    model: liveModel("It is SEV2."),
  });
  const run = await startPlanned(context, found, plan, {
    requestKey: null,
    line: { kind: "branch", id: null },
  });
  await runEnded(run.id);
  return run;
}

describe("replay", () => {
  it("plays a live run's recording without a model, as a recording, and its requests are the same", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const live = await liveRun(context, id);
    const input = { conversation: id, run: live.id };
    expect(await getStepExchange(context, { ...input, step: 1 })).toMatchObject({
      source: "provider",
      request: { url: "https://model.test/v1", headers: { authorization: "[redacted]" }, body: { a: 1 } },
      response: { status: 200 },
    });
    const replay = await replayRun(context, { ...input, fast: true });
    await runEnded(replay.run.id);
    const events = ownOf(await eventsOf(context, id), replay.run.id);
    expect(startOf(events)).toMatchObject({
      model: { kind: "recording", name: "Live" },
      replayOf: { runId: live.id },
    });
    expect(textOf(events)).toBe("It is SEV2.");
    expect(stepsOf(events)).toMatchObject([{ replay: { sameRequest: true } }]);
    expect(replay.run.replayOfId).toBe(live.id);
    const again = await replayRun(context, { conversation: id, run: replay.run.id });
    expect(again.run.replayOfId).toBe(live.id);
    await runEnded(again.run.id);
    expect(await getStepExchange(context, { conversation: id, run: again.run.id, step: 1 })).toMatchObject({
      source: "recording",
    });
  });

  it("of Rehearsal stays Rehearsal, and tells which step is no longer asked the same", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const agent = await anAgentWith(context, [triage.name]);
    const { id } = await createConversation(context, { agent, overlay: [{ skill: triage.name }] });
    const first = await rehearse(context, id, question);
    expect(await getStepExchange(context, { conversation: id, run: first.run.id, step: 1 })).toMatchObject({
      source: "rules",
      request: { url: null, body: { tools: expect.any(Array) } },
    });
    await changeDraft(context, {
      skill: triage.name,
      baseRevision: 1,
      changes: [
        { op: "write", path: "SKILL.md", text: skillText({ ...triage, body: `${triage.body}\nMore.\n` }) },
      ],
    });
    const replay = await replayRun(context, { conversation: id, run: first.run.id, fast: true });
    await runEnded(replay.run.id);
    const events = ownOf(await eventsOf(context, id), replay.run.id);
    expect(startOf(events)?.model.kind).toBe("rules");
    expect(textOf(events)).toBe(textOf(first.events));
    expect(stepsOf(events).map((step) => step.replay?.sameRequest)).toEqual([true, false, false]);
    expect(events.at(-1)).toMatchObject({ type: "run-finished", payload: { outcome: "done" } });
  });

  it("waits for the end of the run that it is to play", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const run = await startRun(context, { conversation: id, message: question });
    await expect(replayRun(context, { conversation: id, run: run.id })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await runEnded(run.id);
    expect((await getConversation(context, id)).branches).toHaveLength(1);
  });
});
