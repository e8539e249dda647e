import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runEnded } from "@/lib/playground/running-runs";
import { eventSchema, type SessionEvent } from "@/lib/runtime/events";
import { conversationSchema, runSchema } from "@/lib/sessions/schema";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation, rehearse } from "@/lib/testing/sessions/rehearsals";
import { api } from "../app";

const { db } = testDatabase();

async function setUp() {
  const context = await aContext(db);
  const conversation = await aTriageConversation(context);
  const path = `/workspaces/${context.workspace.slug}/conversations/${conversation.id}`;
  return { context, conversation, path, cookie: await sessionCookie(context) };
}

async function send(path: string, cookie: string, message: string) {
  const response = await callApi("post", `${path}/runs`, { cookie, body: { message } });
  expect(response.status).toBe(202);
  return runSchema.parse(await response.json());
}

/** Reads the live log until `enough`, or to its end. */
async function follow(
  url: string,
  cookie: string,
  options: { lastEventId?: string; enough?: (event: SessionEvent) => boolean; signal?: AbortSignal } = {},
) {
  const response = await api.request(`http://greenroom.test/api/v1${url}`, {
    headers: {
      cookie,
      accept: "text/event-stream",
      ...(options.lastEventId ? { "last-event-id": options.lastEventId } : {}),
    },
    ...(options.signal ? { signal: options.signal } : {}),
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const events: SessionEvent[] = [];
  for (let rest = ""; reader; ) {
    const { value, done } = await reader.read();
    if (done) break;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^id: \d+\ndata: (.*)$/m.exec(frame)?.[1];
      if (data) events.push(eventSchema.parse(JSON.parse(data)));
    }
    if (events.some((event) => options.enough?.(event))) {
      await reader.cancel();
      break;
    }
  }
  return events;
}

const isEnd = (event: SessionEvent) => event.type === "run-finished";
const seqs = (events: readonly SessionEvent[]) => events.map(({ seq }) => seq);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe("the playground's routes", () => {
  it("open a conversation and answer a message at once, while the run goes on", async () => {
    const { context, path, cookie } = await setUp();
    const opened = await callApi("post", `/workspaces/${context.workspace.slug}/conversations`, {
      cookie,
      body: { agent: "on-call-assistant", title: "Again" },
    });
    expect(opened.status).toBe(201);
    expect(conversationSchema.parse(await opened.json()).title).toBe("Again");
    const run = await send(path, cookie, "Checkout is down: which severity is this incident?");
    expect(run).toMatchObject({ state: "running", turn: 1 });
    const refused = await callApi("post", `${path}/runs`, { cookie, body: { message: "And?" } });
    expect(refused.status).toBe(409);
    await runEnded(run.id);
    const runs = await (await callApi("get", `${path}/runs`, { cookie })).json();
    expect(runs).toMatchObject({ items: [{ id: run.id, state: "done" }] });
  });

  it("refuse wrong input with what is wrong", async () => {
    const { path, cookie } = await setUp();
    for (const body of [{}, { message: "  " }, { message: "a\u0000b" }, { message: "x".repeat(100_001) }]) {
      const response = await callApi("post", `${path}/runs`, { cookie, body });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: "UNPROCESSABLE", errors: [{ path: "message" }] });
    }
    expect((await callApi("get", `${path}/events?after=-1`, { cookie })).status).toBe(422);
    expect((await callApi("get", `${path}/events/0`, { cookie })).status).toBe(422);
    expect((await callApi("get", `${path}/events/1`, { cookie })).status).toBe(404);
  });

  it("give one event, and the request of a model step but of nothing else", async () => {
    const { path, cookie } = await setUp();
    const run = await send(path, cookie, "Hello there");
    await runEnded(run.id);
    const { items } = await (await callApi("get", `${path}/events`, { cookie })).json();
    const step = items.find((event: SessionEvent) => event.type === "model-step");
    expect(await (await callApi("get", `${path}/events/${step.seq}`, { cookie })).json()).toEqual(step);
    const request = await callApi("get", `${path}/events/${step.seq}/request`, { cookie });
    expect(await request.json()).toMatchObject({ matches: true, prompt: { messages: [{ role: "user" }] } });
    expect((await callApi("get", `${path}/events/1/request`, { cookie })).status).toBe(404);
  });

  it("page the log", async () => {
    const { path, cookie } = await setUp();
    await runEnded((await send(path, cookie, "Hello there")).id);
    const first = await (await callApi("get", `${path}/events?limit=2`, { cookie })).json();
    expect(first).toMatchObject({ items: [{ seq: 1 }, { seq: 2 }], nextAfter: 2 });
    const rest = await (await callApi("get", `${path}/events?after=2`, { cookie })).json();
    expect(rest).toMatchObject({ nextAfter: null });
    expect(rest.items[0].seq).toBe(3);
  });
});

describe("the live log", () => {
  it("gives two watchers the same events in the same order, from before the run to its end", async () => {
    const { context, path, cookie } = await setUp();
    const colleague = await sessionCookie(await aColleague(context, "viewer"));
    const watching = [cookie, colleague].map((who) => follow(`${path}/events`, who, { enough: isEnd }));
    await setTimeout(50);
    await send(path, cookie, "Checkout is down: which severity is this incident?");
    const [mine, theirs] = await Promise.all(watching);
    expect(mine).toEqual(theirs);
    expect(seqs(mine ?? [])).toEqual(upTo(mine?.length ?? 0));
    expect(mine?.length).toBeGreaterThan(8);
  });

  it("goes on after the last event a browser has seen, or after the one asked for", async () => {
    const { path, cookie } = await setUp();
    await runEnded((await send(path, cookie, "Hello there")).id);
    const all = await follow(`${path}/events`, cookie, { enough: isEnd });
    expect(await follow(`${path}/events?after=2`, cookie, { enough: isEnd })).toEqual(all.slice(2));
    expect(await follow(`${path}/events?after=1`, cookie, { lastEventId: "3", enough: isEnd })).toEqual(
      all.slice(3),
    );
    expect(await follow(`${path}/events`, cookie, { lastEventId: "nonsense", enough: isEnd })).toEqual(all);
  });

  it("ends when the watcher leaves, and the run goes on without", async () => {
    const { path, cookie } = await setUp();
    const leave = new AbortController();
    const watching = follow(`${path}/events`, cookie, { signal: leave.signal });
    const run = await send(path, cookie, "Checkout is down: which severity is this incident?");
    await setTimeout(30);
    leave.abort();
    const seen = await watching.catch(() => []);
    await runEnded(run.id);
    const all = await follow(`${path}/events`, cookie, { enough: isEnd });
    expect(all.at(-1)?.payload).toMatchObject({ outcome: "done" });
    expect(seen.length).toBeLessThan(all.length);
  });

  it("tells of a run whose server died, with the text it had written", async () => {
    const { path, cookie } = await setUp();
    const run = await send(path, cookie, "Checkout is down: which severity is this incident?");
    await follow(`${path}/events`, cookie, { enough: ({ type }) => type === "text" });
    // As after kill -9: nobody renews the lease, and the process's own writes no longer count.
    await db.run.update({
      where: { id: run.id },
      data: { leaseOwner: "a process that is gone", leaseUntil: new Date(0) },
    });
    const events = await follow(`${path}/events`, cookie, { enough: isEnd });
    expect(events.at(-1)).toMatchObject({ type: "run-finished", payload: { outcome: "interrupted" } });
    expect(events.some(({ type }) => type === "text")).toBe(true);
    await runEnded(run.id);
    expect((await follow(`${path}/events`, cookie, { enough: isEnd })).length).toBe(events.length);
  });

  it("is not there for strangers", async () => {
    const { path, cookie: _, ...rest } = await setUp();
    const stranger = await sessionCookie(await aContext(db));
    const other = await aColleague(rest.context, "viewer");
    for (const [cookie, status] of [
      [stranger, 404],
      [await sessionCookie(other), 200],
    ] as const) {
      const leave = new AbortController();
      const response = await api.request(`http://greenroom.test/api/v1${path}/events`, {
        headers: { cookie, accept: "text/event-stream" },
        signal: leave.signal,
      });
      expect(response.status).toBe(status);
      leave.abort();
      await response.body?.cancel();
    }
  });
});

describe("an open event stream", () => {
  it("ends before it tells a browser that signed out anything more", async () => {
    const { path, cookie, context, conversation } = await setUp();
    const response = await api.request(`http://greenroom.test/api/v1${path}/events`, {
      headers: { cookie, accept: "text/event-stream" },
    });
    await db.session.deleteMany({ where: { userId: context.actor.userId } });
    await rehearse(context, conversation.id, "Hello there");
    expect(await response.text()).not.toContain("run-started");
  });
});

describe("stopping", () => {
  const stop = (path: string, cookie: string, run: string) =>
    callApi("post", `${path}/runs/${run}/stop`, { cookie });

  it("ends the run as stopped, with the text that was there, and the conversation goes on", async () => {
    const { path, cookie } = await setUp();
    const run = await send(path, cookie, "Checkout is down: which severity is this incident?");
    await follow(`${path}/events`, cookie, { enough: ({ type }) => type === "text" });
    expect((await stop(path, cookie, run.id)).status).toBe(202);
    const events = await follow(`${path}/events`, cookie, { enough: isEnd });
    expect(events.at(-1)?.payload).toMatchObject({ outcome: "stopped", error: null });
    expect((await stop(path, cookie, run.id)).status).toBe(202);
    const next = await send(path, cookie, "Hello there");
    await runEnded(next.id);
    const all = await follow(`${path}/events?after=${events.length}`, cookie, { enough: isEnd });
    expect(all.at(-1)?.payload).toMatchObject({ outcome: "done" });
  });
});
