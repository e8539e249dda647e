import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Conversation } from "@/lib/sessions/schema";
import { type Answers, refusal } from "@/lib/testing/browser/answer-server";
import { eventStreams } from "@/lib/testing/browser/event-streams";
import { roomToDraw } from "@/lib/testing/browser/room-to-draw";
import { ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { ConversationPage } from "./conversation-page";

roomToDraw({ row: 20 });

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const [id, line] = [uuid(3), uuid(4)];
const at = "2026-11-21T14:11:00.000Z";
const onCall = { id: uuid(2), slug: "on-call", name: "On-call assistant" };
const olga = { id: uuid(9), name: "Olga" };

const branch = { id: line, parentId: null, forkedAtSeq: null, reason: null, createdBy: ines, createdAt: at };
const aConversation = (log: SessionLog, over: Partial<Conversation> = {}): Conversation => ({
  id,
  title: "Checkout 502s",
  agent: onCall,
  branchId: line,
  branches: [{ ...branch, lastSeq: log.events.length, running: false }],
  recordingOf: null,
  comparison: null,
  awaiting: [],
  shared: true,
  overlay: [],
  lastSeq: log.events.length,
  turns: 1,
  running: null,
  lastRun: null,
  createdBy: ines,
  mayEdit: true,
  createdAt: at,
  updatedAt: at,
  ...over,
});

/** A whole turn: asked, told, activated, answered, done. */
function aTurn(log = new SessionLog()) {
  log.add("run-started", { message: "Checkout is down." });
  log.add("catalogue-injected");
  log.add("skill-activated");
  log.add("text", { step: 1, text: "Page the owner." });
  log.add("model-step", { step: 1 });
  log.add("run-finished");
  return log;
}

const streams = eventStreams();

function open(log: SessionLog, over: Partial<Conversation> = {}, person = ines, more: Answers = {}) {
  vi.stubGlobal("EventSource", streams.EventStream);
  const base = `/conversations/${id}`;
  return openPage(<ConversationPage id={id} />, {
    person,
    address: `/w/meridian/playground/${id}`,
    answers: {
      [`GET ${base}`]: aConversation(log, over),
      [`GET ${base}/events`]: { items: log.events, nextAfter: null },
      [`GET ${base}/feedback`]: { items: [] },
      [`GET ${base}/threads`]: { items: [] },
      "GET /agents/on-call": {
        ...onCall,
        model: "rehearsal",
        modelName: "Rehearsal",
        dialect: "standard",
        mode: "inline",
        suggestedMessages: ["Who is on call?"],
        assignments: [],
        allowRequestPrompt: false,
      },
      "GET /models": { items: [] },
      "GET /members": { items: [] },
      [`POST ${base}/runs`]: { id: uuid(102) },
      ...more,
    },
  });
}

const seen = { ignore: "[hidden]" };
const transcript = () => screen.findByRole("log", { name: "Transcript" });
/** By focus, not by a press: without a layout the panes take every press for one on their handle. */
const write = async (user: { keyboard: (keys: string) => Promise<void> }, keys: string) => {
  (await field()).focus();
  await user.keyboard(keys);
};
const field = () => screen.findByRole("textbox", { name: "Message to On-call assistant" });

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("a conversation", () => {
  it("shows what was asked, what happened and what was answered, in this order", async () => {
    open(aTurn());
    const log = await transcript();
    await within(log).findByText("Page the owner.");
    const text = log.textContent ?? "";
    const places = ["Checkout is down.", "Catalogue", "incident-triage v4", "Page the owner."].map((words) =>
      text.indexOf(words),
    );
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(within(log).getByRole("article", { name: "Ines Kovač" })).toBeVisible();
    expect(within(log).getByRole("article", { name: "On-call assistant" })).toBeVisible();
  });

  it("sends on Enter what was written, once, and shows it until the log has it", async () => {
    const { user, sent } = open(aTurn());
    await write(user, "And now?{Shift>}{Enter}{/Shift}Really?{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      call: `POST /conversations/${id}/runs`,
      body: { message: "And now?\nReally?" },
    });
    expect(await field()).toHaveValue("");
    expect(await within(await transcript()).findByText("sending")).toBeVisible();
    await user.keyboard("{Enter}");
    expect(sent).toHaveLength(1);
  });

  it("gives the words back when they were refused", async () => {
    const { user, serve } = open(aTurn());
    serve({ [`POST /conversations/${id}/runs`]: () => refusal(409, "CONFLICT", "Another run goes on.") });
    await write(user, "And now?{Enter}");
    await waitFor(async () => expect(await field()).toHaveValue("And now?"));
    expect(within(await transcript()).queryByText("sending")).toBeNull();
  });

  it("offers Stop while a run goes on to who started it, and draws what streams in", async () => {
    const log = new SessionLog();
    const start = log.add("run-started", { message: "Checkout is down." });
    const { user, sent, serve } = open(log, { mayEdit: false });
    serve({ [`POST /conversations/${id}/runs/${start.runId}/stop`]: {} });
    const stop = await screen.findByRole("button", { name: /^Stop/ });
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
    await waitFor(() => expect(streams.count()).toBe(1));
    await streams.tell(
      log.add("text", { step: 1, text: "I page " }),
      log.add("text", { step: 1, text: "Olga." }),
    );
    expect(await within(await transcript()).findByText("I page Olga.")).toBeVisible();
    await user.click(stop);
    await waitFor(() => expect(sent).toMatchObject([{ call: expect.stringMatching(/\/stop$/) }]));
    await streams.tell(log.add("run-finished", { outcome: "stopped" }));
    expect(await screen.findByRole("button", { name: "Send" })).toBeVisible();
  });

  it("says to somebody who watches along whose run it is and who stops it", async () => {
    const log = new SessionLog();
    log.add("run-started", { message: "Checkout is down." });
    const { user, sent } = open(log, { mayEdit: false }, olga);
    expect(
      (
        await screen.findAllByText(
          /^A message of Ines Kovač is being answered\. Only who started a run/,
          seen,
        )
      )[0],
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
    await user.keyboard("{Escape}");
    await write(user, "Me too{Enter}");
    expect(sent).toEqual([]);
  });

  it("offers Retry beside a run that failed, in a new line", async () => {
    const log = new SessionLog();
    const { runId } = log.add("run-started", { message: "Checkout is down." });
    log.add("run-finished", {
      outcome: "failed",
      error: { code: "NO_ANSWER", message: "The provider went away." },
    });
    const { user, serve, sent } = open(log);
    serve({ [`POST /conversations/${id}/runs/${runId}/repeat`]: { branch: { id: uuid(5) } } });
    expect((await screen.findAllByText("Failed: The provider went away."))[0]).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(window.location.search).toBe(`?branch=${uuid(5)}`));
    expect(sent).toMatchObject([{ call: `POST /conversations/${id}/runs/${runId}/repeat` }]);
  });

  it("cannot be continued when it was opened from a file, and says so in the place of the field", async () => {
    const origin = { workspace: "Elsewhere", conversation: "Theirs", agent: "Desk", exportedBy: "Kim" };
    open(aTurn(), { agent: null, recordingOf: { ...origin, exportedAt: at } });
    expect(
      (await screen.findAllByText("A recording from elsewhere: it can be read, not continued.", seen))[0],
    ).toBeVisible();
    expect(screen.queryByRole("form", { name: "Message" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });

  it("begins with the agent's own suggestions, which fill the field and send nothing", async () => {
    const { user, sent } = open(new SessionLog());
    await user.click(await screen.findByRole("button", { name: /Who is on call\?/ }));
    expect(await field()).toHaveValue("Who is on call?");
    expect(sent).toEqual([]);
  });

  it("walks through its events with J and K, and the address, the marks and the inspector follow", async () => {
    const { user } = open(aTurn());
    const timeline = () => within(screen.getByRole("region", { name: "Timeline" }));
    await waitFor(() => expect(timeline().getByRole("button", { name: /^Activated/ })).toBeVisible());
    const current = () => timeline().getByRole("button", { current: true }).getAttribute("aria-label");
    await user.click(document.body);
    await user.keyboard("jjj");
    expect(window.location.search).toBe("?event=3");
    expect(current()).toMatch(/^Activated: incident-triage v4/);
    expect(screen.getByText("skill-activated · seq 3")).toBeVisible();
    await user.keyboard("k");
    expect(current()).toMatch(/^Catalogue/);
    await user.keyboard("jjjjjjj");
    expect(window.location.search).toBe("?event=6");
  });

  it("says that its log could not be read, and reads it again when asked", async () => {
    const events = `GET /conversations/${id}/events`;
    const away = { [events]: () => refusal(500, "INTERNAL", "The database is away.") };
    const { user, serve } = open(aTurn(), {}, ines, away);
    const again = await screen.findByRole("button", { name: "Try again" });
    expect(screen.getByText("The database is away.")).toBeVisible();
    serve({ [events]: { items: aTurn().events, nextAfter: null } });
    await user.click(again);
    expect(await within(await transcript()).findByText("Page the owner.")).toBeVisible();
  });
});
