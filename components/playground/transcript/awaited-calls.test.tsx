import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { ToolStub } from "@/lib/agents/tool-schema";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import type { Conversation } from "@/lib/sessions/schema";
import { AwaitedCalls } from "./awaited-calls";

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-21T10:00:00.000Z";
const ines = { id, name: "Ines", email: "ines@example.test", isOperator: false };
const call = { id: "call-1", toolName: "triage__look_up", input: {}, step: 1 };
const conversation: Conversation = {
  id,
  title: "Paging",
  branchId: id,
  branches: [],
  recordingOf: null,
  comparison: null,
  agent: { id, slug: "desk", name: "Desk" },
  awaiting: [
    {
      runId: id,
      branchId: id,
      callId: call.id,
      toolName: call.toolName,
      input: "{}",
      offersScript: false,
      since: at,
    },
  ],
  shared: true,
  overlay: [],
  lastSeq: 1,
  turns: 1,
  running: null,
  lastRun: null,
  createdBy: ines,
  mayEdit: true,
  createdAt: at,
  updatedAt: at,
};

const awaited = (skill: EventOf<"result-awaited">["payload"]["skill"]): EventOf<"result-awaited"> => ({
  conversationId: id,
  traceId: "a".repeat(32),
  seq: 1,
  runId: id,
  branchId: id,
  turn: 1,
  at,
  type: "result-awaited",
  payload: {
    call,
    skill,
    tool: "look_up",
    definition: { name: call.toolName, description: "", inputSchema: { type: "object" } },
  },
});
const triage = { skillId: id, name: "triage", version: 1, draftRevision: null, digest: "d".repeat(64) };

/** An agent that has saved results already, for this tool and for another one. */
const own = { skill: "triage", tool: "look_up", result: "old" };
const saved: ToolStub[] = [own, { skill: null, tool: "run_skill_script", result: "ran" }];

function open(
  event: EventOf<"result-awaited">,
  role: Role = "admin",
  later: SessionEvent[] = [],
  stubs = saved,
  offersScript = false,
) {
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    const path = new URL(url, "http://x").pathname.replace(/^.*\/meridian/, "");
    if (method !== "GET") sent.push({ method, path, body: JSON.parse(String(init?.body)) });
    return /\/(?:tool-results|script-decisions)$/.test(path)
      ? new Response(null, { status: 204 })
      : Response.json({ name: "Desk", revision: 7, toolStubs: stubs });
  });
  const awaiting = conversation.awaiting.map((each) => ({ ...each, offersScript }));
  const view = render(
    <InWorkspace viewerRole={role}>
      <AwaitedCalls conversation={{ ...conversation, awaiting }} branch={null} events={[event, ...later]} />
    </InWorkspace>,
  );
  return { ...view, sent, user: userEvent.setup() };
}

const keeping = () => screen.queryByRole("checkbox", { name: /Save it as the agent’s answer/ });
const give = () => screen.getByRole("button", { name: "Submit result" });

afterEach(() => vi.unstubAllGlobals());

describe("a call that waits for a person", () => {
  it("is given what is typed, and nothing is saved unasked", async () => {
    const { sent, user } = open(awaited(triage));
    await user.type(screen.getByLabelText("Result"), "42");
    await user.click(give());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ method: "POST", body: { callId: call.id, result: "42" } });
    expect(keeping()).not.toBeChecked();
  });

  it("can be answered for good: under its skill and the skill's name for the tool, beside what is saved", async () => {
    const { sent, user } = open(awaited(triage));
    await user.type(screen.getByLabelText("Result"), "42");
    await user.click(screen.getByRole("checkbox", { name: /For every call of look_up of triage/ }));
    await user.click(give());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({
      method: "PATCH",
      path: "/agents/desk",
      body: {
        baseRevision: 7,
        toolStubs: [saved[1], { skill: "triage", tool: "look_up", result: "42" }],
      },
    });
  });

  it("keeps the cases of what is saved for the tool: the typed result is for every other input", async () => {
    const cases = [{ when: { field: "id", is: "equals" as const, value: "7" }, result: "seven" }];
    const { sent, user } = open(awaited(triage), "admin", [], [{ ...own, result: null, cases }]);
    await user.type(screen.getByLabelText("Result"), "42");
    await user.click(screen.getByRole("checkbox", { name: /For every call/ }));
    await user.click(give());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body).toMatchObject({ toolStubs: [{ ...own, result: "42", cases }] });
  });

  it("may be let run: it shows command, files, skill and version, and each decision is one press", async () => {
    const script = {
      command: "bash /skills/triage/scripts/page.sh",
      stdin: null,
      skills: [triage],
      files: 3,
      backend: { id: "simulated-shell", about: "Simulated shell: no programs." },
    };
    const asked = awaited(triage);
    for (const [name, decision] of [
      ["Allow once", "allow"],
      ["Refuse", "refuse"],
    ] as const) {
      const { sent, user, container, unmount } = open(
        { ...asked, payload: { ...asked.payload, script } },
        "viewer",
        [],
        saved,
        true,
      );
      expect(screen.getByText(/waits for you: may it run\?/)).toBeVisible();
      expect(screen.getByText(script.command)).toBeVisible();
      expect(screen.getByText(/It finds 3 files, of triage v1\..*Simulated shell/s)).toBeVisible();
      expect(screen.getByLabelText("Or type its result")).toBeVisible();
      expect((await axe.run(container)).violations).toEqual([]);
      screen.getByRole("button", { name }).focus();
      await user.keyboard("{Enter}");
      await waitFor(() => expect(sent).toHaveLength(1));
      expect(sent[0]).toMatchObject({ method: "POST", body: { callId: call.id, decision } });
      expect(sent[0]?.path).toMatch(/\/script-decisions$/);
      unmount();
    }
  });

  it("is not asked for again once the log has its answer", () => {
    const answer: EventOf<"tool-called"> = {
      ...awaited(triage),
      seq: 2,
      type: "tool-called",
      payload: { askedBy: "model", call, skill: triage, answeredBy: "person", result: "42", tokens: 1 },
    };
    open(awaited(triage), "admin", [answer]);
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("is answered once by who may not edit the agent", () => {
    open(awaited(triage), "author");
    expect(give()).toBeVisible();
    expect(keeping()).toBeNull();
  });

  it("is answered once when its tool belongs to no skill", () => {
    open(awaited(null));
    expect(give()).toBeVisible();
    expect(keeping()).toBeNull();
  });
});
