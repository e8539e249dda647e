import { describe, expect, it } from "vitest";
import { runEnded } from "@/lib/playground/running-runs";
import { startRun } from "@/lib/playground/start-run";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation, rehearse } from "@/lib/testing/sessions/rehearsals";
import { createBranch } from "./commands/create-branch";
import { openRecording } from "./commands/open-recording";
import { deleteFeedback, putFeedback } from "./commands/put-feedback";
import { getStepExchange } from "./exchanges";
import { exportRecording } from "./export-recording";
import { getConversation, getStepRequest, listEvents, listFeedback, listRuns } from "./queries";
import type { RecordingFile } from "./recording-schema";

const { db } = testDatabase();
const question = "Checkout is down: which severity is this incident?";

async function exported() {
  const context = await aContext(db);
  const { id } = await aTriageConversation(context);
  await rehearse(context, id, "Hello there");
  const { run } = await rehearse(context, id, question);
  const file: RecordingFile = JSON.parse(
    JSON.stringify(await exportRecording(context, { conversation: id, run: run.id })),
  );
  return { context, conversation: id, run, file };
}

/** The same as a model of this kind would have left it; `said` is what its exchange holds. */
function asModel(file: RecordingFile, kind: "live" | "recording", said?: string): RecordingFile {
  const events = file.events.map((event) =>
    event.type === "run-started"
      ? { ...event, payload: { ...event.payload, model: { ...event.payload.model, kind, name: "Large" } } }
      : event,
  );
  const exchanges = events.flatMap((event) => {
    if (event.type !== "model-step") return [];
    const text = event.payload.response.content
      .map((part) => (part.type === "text" ? part.text : ""))
      .join("");
    return [
      {
        runId: event.runId,
        step: event.payload.step,
        request: { url: "https://model.test", method: "POST", headers: {}, body: {} },
        parts: [{ afterMs: 1, part: { type: "text-delta", id: "t", delta: said ?? text } }],
        response: { status: 200, headers: {} },
      },
    ];
  });
  return { ...file, events, exchanges };
}

describe("a recording", () => {
  it("that says to be of a live host is refused, as nothing in a file can show that", async () => {
    const { file } = await exported();
    const here = await aContext(db);
    const host = { name: "Claude Code", version: "9.9.9" };
    for (const at of ["first", "last"] as const) {
      const begun = file.events.filter(({ type }) => type === "run-started");
      const chosen = at === "first" ? begun[0] : begun.at(-1);
      const events = file.events.map((event) =>
        event.type === "run-started" && event === chosen
          ? { ...event, payload: { ...event.payload, host } }
          : event,
      );
      await expect(openRecording(here, { ...file, events })).rejects.toMatchObject({
        code: "UNPROCESSABLE",
        message: expect.stringContaining("live host"),
      });
    }
    expect(await db.conversation.count({ where: { workspaceId: here.workspace.id } })).toBe(0);
  });

  it("opens in another workspace with every event, prompts included, and cannot be continued", async () => {
    const { file, context: there } = await exported();
    const here = await aContext(db);
    const opened = await openRecording(here, file);
    expect(opened).toMatchObject({
      agent: null,
      title: "Hello there",
      turns: 2,
      recordingOf: { workspace: there.workspace.name, agent: "On-call assistant" },
    });
    const { items } = await listEvents(here, { conversation: opened.id });
    expect(items.map(({ seq, type, payload, turn }) => ({ seq, type, payload, turn }))).toEqual(
      file.events.map(({ seq, type, payload, turn }) => ({ seq, type, payload, turn })),
    );
    const step = items.findLast(({ type }) => type === "model-step");
    expect(await getStepRequest(here, { conversation: opened.id, seq: step?.seq ?? 0 })).toMatchObject({
      matches: true,
    });
    expect((await listRuns(here, opened.id)).map(({ state, message }) => ({ state, message }))).toEqual([
      { state: "done", message: "Hello there" },
      { state: "done", message: question },
    ]);
    await expect(startRun(here, { conversation: opened.id, message: "x" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    await expect(createBranch(here, { conversation: opened.id, fromSeq: 1 })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    const lastRun = (await getConversation(here, opened.id)).lastRun?.id ?? "";
    expect(await exportRecording(here, { conversation: opened.id, run: lastRun })).toMatchObject({
      events: { length: file.events.length },
    });
  });

  it("is never live here, and Rehearsal stays Rehearsal", async () => {
    const { file } = await exported();
    const here = await aContext(db);
    const kindOf = async (recording: RecordingFile) => {
      const { id } = await openRecording(here, recording);
      const { items } = await listEvents(here, { conversation: id });
      return items.flatMap((event) => (event.type === "run-started" ? [event.payload.model.kind] : []));
    };
    expect(await kindOf(file)).toEqual(["rules", "rules"]);
    expect(await kindOf(asModel(file, "live"))).toEqual(["recording", "recording"]);
    const { id, lastRun } = await openRecording(here, asModel(file, "recording"));
    const run = { conversation: id, run: lastRun?.id ?? "" };
    expect(await getStepExchange(here, { ...run, step: 1 })).toMatchObject({
      source: "recording",
      request: { url: "https://model.test" },
    });
  });

  it("that contradicts itself or is none is refused in words, and nothing is kept", async () => {
    const { file } = await exported();
    const here = await aContext(db);
    const [first, ...rest] = file.events;
    const wrong: [unknown, RegExp][] = [
      [null, /no recording of Greenroom/],
      [{ format: "greenroom-recording", version: 2 }, /version 2/],
      [{ ...file, events: [first, { type: "nope" }] }, /events\.1/],
      [{ ...file, events: [...file.events].reverse() }, /order of seq/],
      [{ ...file, events: rest }, /no beginning/],
      [{ ...file, runId: crypto.randomUUID() }, /not its last one/],
      [{ ...file, conversation: { title: "a\u0000b" } }, /NUL/],
      [{ ...asModel(file, "live"), exchanges: [] }, /does not hold what the model sent/],
      [asModel(file, "recording", "Something else"), /does not hold what the model sent/],
    ];
    for (const [input, message] of wrong)
      await expect(openRecording(here, input)).rejects.toMatchObject({
        code: "UNPROCESSABLE",
        message: expect.stringMatching(message),
      });
    expect(await db.conversation.count({ where: { workspaceId: here.workspace.id } })).toBe(0);
  });

  it("that the database could not keep is refused in words, too", async () => {
    const { file } = await exported();
    const here = await aContext(db);
    const [first, ...rest] = file.events;
    const nested = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    const live = asModel(file, "live");
    const [exchange, ...others] = live.exchanges;
    const recordings: unknown[] = [
      { ...file, events: [{ ...first, turn: 3_000_000_000 }, ...rest] },
      { ...file, events: [...file.events.slice(0, -1), { ...file.events.at(-1), seq: 3_000_000_000 }] },
      { ...file, events: [{ ...first, at: "0000-01-01T00:00:00.000Z" }, ...rest] },
      { ...live, exchanges: [{ ...exchange, request: { ...exchange?.request, body: nested } }, ...others] },
    ];
    for (const recording of recordings)
      await expect(openRecording(here, recording)).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    expect(await db.conversation.count({ where: { workspaceId: here.workspace.id } })).toBe(0);
  });

  it("is made of a run that has ended, by somebody who sees it", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context, { shared: false });
    const run = await startRun(context, { conversation: id, message: question });
    const input = { conversation: id, run: run.id };
    await expect(exportRecording(context, input)).rejects.toMatchObject({ code: "CONFLICT" });
    await runEnded(run.id);
    const colleague = await aColleague(context, "admin");
    await expect(exportRecording(colleague, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a thumb on what was activated", () => {
  it("says of a skill that was offered what should have become of it, who said so, and leaves a trace", async () => {
    const { context, conversation, run } = await exported();
    const input = { conversation, run: run.id };
    const activation = { skill: "incident-triage", expected: false };
    const kept = await putFeedback(context, { ...input, verdict: "down", activation });
    expect(kept).toMatchObject({ verdict: "down", activation });
    expect(await listFeedback(context, conversation)).toMatchObject([
      { activation, person: { id: context.actor.userId }, updatedAt: expect.any(String) },
    ]);
    const [audit] = await db.audit.findMany({
      where: { workspaceId: context.workspace.id, action: "run.judged" },
    });
    expect(audit?.detail).toEqual({ verdict: "down", ...activation });
    await putFeedback(context, { ...input, verdict: "down", reason: "Too long" });
    expect(await listFeedback(context, conversation)).toMatchObject([{ activation: null }]);
  });

  it("is refused of a skill that was not offered", async () => {
    const { context, conversation, run } = await exported();
    const activation = { skill: "no-such-skill", expected: true };
    await expect(
      putFeedback(context, { conversation, run: run.id, verdict: "down", activation }),
    ).rejects.toMatchObject({ code: "UNPROCESSABLE", message: "This run was not offered no-such-skill." });
    expect(await listFeedback(context, conversation)).toEqual([]);
  });
});

describe("a thumb", () => {
  it("is one for each person and run, with a reason, and can be taken back", async () => {
    const { context, conversation, run } = await exported();
    const input = { conversation, run: run.id };
    const colleague = await aColleague(context, "viewer");
    await putFeedback(context, { ...input, verdict: "up" });
    await putFeedback(colleague, { ...input, verdict: "up" });
    await putFeedback(colleague, { ...input, verdict: "down", reason: "Wrong severity" });
    expect(await listFeedback(context, conversation)).toMatchObject([
      { verdict: "down", reason: "Wrong severity", person: { id: colleague.actor.userId } },
      { verdict: "up", reason: "", person: { id: context.actor.userId } },
    ]);
    expect((await listFeedback(context, conversation)).map(({ activation }) => activation)).toEqual([
      null,
      null,
    ]);
    await deleteFeedback(colleague, input);
    await deleteFeedback(colleague, input);
    expect(await listFeedback(context, conversation)).toHaveLength(1);
    const stranger = await aContext(db);
    await expect(putFeedback(stranger, { ...input, verdict: "up" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
