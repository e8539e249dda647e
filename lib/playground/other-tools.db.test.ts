import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent, listAgentRevisions } from "@/lib/agents/queries";
import type { EditAgent } from "@/lib/agents/schema";
import { tryServer } from "@/lib/agents/try-server";
import type { EventOf, EventType, SessionEvent } from "@/lib/runtime/events";
import { createConversation } from "@/lib/sessions/commands";
import { listRunEvents } from "@/lib/sessions/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { startMcpServer } from "@/lib/testing/servers/mcp-server";
import type { Reply } from "@/lib/testing/servers/model-server";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { replayRun } from "./branch-run";
import { runEnded } from "./running-runs";

allowLocalServers();
const { db } = testDatabase();
const answer: Reply = { kind: "answer", text: ["Done."] };
const paging = {
  kind: "stub",
  name: "page_owner",
  description: "Pages the owner.",
  inputSchema: { type: "object", properties: { team: { type: "string" } } },
  result: '{"paged":true}',
} as const;
const server = (url: string, headers: { name: string; value?: string }[] = []) =>
  ({ kind: "mcp", id: crypto.randomUUID(), name: "Sums", url, headers }) as const;

async function anAgent(tools: EditAgent["tools"], replies: readonly Reply[] = []) {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name]);
  const model = await aModel(context, { replies });
  await edit(context, agent, { tools, model: model.id });
  return { context, agent, model };
}

async function edit(context: Context, agent: string, changes: Omit<EditAgent, "baseRevision">) {
  const { revision } = await getAgent(context, { agent });
  return editAgent(context, { agent, baseRevision: revision, ...changes });
}

const all = <T extends EventType>(events: readonly SessionEvent[], type: T) =>
  events.filter((event): event is EventOf<T> => event.type === type).map(({ payload }) => payload);

const stepsOf = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.type === "model-step" ? [event.payload] : []));

describe("a stub", () => {
  it("is offered to the model and answers with its saved result", async () => {
    const call: Reply = { kind: "answer", calls: [{ name: "page_owner", input: { team: "payments" } }] };
    const { context, agent, model } = await anAgent([paging], [call, answer]);
    const conversation = await createConversation(context, { agent });
    const { events } = await rehearse(context, conversation.id, "Page them");
    expect(JSON.stringify(model.server.requests.at(-1)?.body)).toContain("Pages the owner.");
    expect(all(events, "tool-called")).toMatchObject([
      { answeredBy: "stub", result: '{"paged":true}', skill: null },
    ]);
    expect(all(events, "run-finished")).toMatchObject([{ outcome: "done" }]);
  });

  it("answers by the input, in order, and the event and its replay say which case did", async () => {
    const team = (value: string) => ({ field: "team", is: "equals" as const, value });
    const cases = [
      { when: team("search"), result: "asleep" },
      { when: team("payments"), result: '{"paged":{{json input.team}}}' },
    ];
    const calls = ["payments", "mail"].map((name) => ({ name: "page_owner", input: { team: name } }));
    const tool = { ...paging, result: "nobody", cases, fillIn: true };
    const { context, agent } = await anAgent([tool], [{ kind: "answer", calls }, answer]);
    expect((await getAgent(context, { agent })).tools).toEqual([tool]);
    const conversation = await createConversation(context, { agent });
    const { run, events } = await rehearse(context, conversation.id, "Page them");
    expect(all(events, "tool-called")).toMatchObject([
      { result: '{"paged":"payments"}', savedCase: { number: 2, when: "team is “payments”" } },
      { result: "nobody", savedCase: { number: null } },
    ]);
    const replay = await replayRun(context, { conversation: conversation.id, run: run.id, fast: true });
    await runEnded(replay.run.id);
    const played = await listRunEvents(context, { conversation: conversation.id, run: replay.run.id });
    expect(all(played, "tool-called")).toEqual(all(events, "tool-called"));
  });

  it("weighs in the prompt as what it is told as", async () => {
    const { context, agent } = await anAgent([paging], [answer]);
    const estimateOf = async () => {
      const conversation = await createConversation(context, { agent });
      const { events } = await rehearse(context, conversation.id, "Hello");
      return stepsOf(events)[0]?.request.tokens ?? 0;
    };
    const withStub = await estimateOf();
    await edit(context, agent, { tools: [] });
    expect(withStub).toBeGreaterThan((await estimateOf()) + 20);
  });

  it("is recorded by the agent's revisions", async () => {
    const { context, agent } = await anAgent([paging]);
    expect((await listAgentRevisions(context, { agent }))[0]?.summary).toMatch(/other tools/);
    expect((await getAgent(context, { agent })).tools).toEqual([paging]);
  });

  it("has a schema of an object and a name a model can call", async () => {
    const { context, agent } = await anAgent([]);
    for (const wrong of [
      { ...paging, name: "no spaces" },
      { ...paging, inputSchema: { type: "string" } },
    ])
      await expect(edit(context, agent, { tools: [wrong] })).rejects.toThrow();
    await expect(edit(context, agent, { tools: [paging, paging] })).rejects.toThrow(/same name/);
  });

  it("has no name that a host gives to a tool of its own: it would hide that one", async () => {
    const { context, agent } = await anAgent([paging]);
    for (const name of ["activate_skill", "load_skill", "run_skill_script", "Skill", "skill"])
      await expect(edit(context, agent, { tools: [{ ...paging, name }] })).rejects.toThrow(/Choose another/);
    expect((await getAgent(context, { agent })).tools).toEqual([paging]);
  });
});

describe("saved results of skills' tools", () => {
  it("are recorded by the agent's revisions, and one tool has one", async () => {
    const { context, agent } = await anAgent([]);
    const stub = { skill: triage.name, tool: "look_up", result: "42" };
    const { toolStubs } = await edit(context, agent, { toolStubs: [stub, { ...stub, skill: null }] });
    expect(toolStubs).toHaveLength(2);
    expect((await listAgentRevisions(context, { agent }))[0]?.summary).toBe("Changed the saved tool results");
    await expect(edit(context, agent, { toolStubs: [stub, { ...stub, result: "43" }] })).rejects.toThrow(
      /two saved results/,
    );
  });

  it("may go by the input, and one without a result needs a case", async () => {
    const { context, agent } = await anAgent([]);
    const stub = { skill: triage.name, tool: "look_up", result: null };
    await expect(edit(context, agent, { toolStubs: [stub] })).rejects.toThrow(/neither a result nor a case/);
    const when = { field: "id", is: "matches" as const, value: "INC-*" };
    const withCase = { ...stub, cases: [{ when, result: "open" }] };
    const { toolStubs } = await edit(context, agent, { toolStubs: [withCase] });
    expect(toolStubs).toEqual([withCase]);
    const odd = { ...withCase, cases: [{ when: { ...when, field: " " }, result: "open" }] };
    await expect(edit(context, agent, { toolStubs: [odd] })).rejects.toThrow(/Name a field/);
    const long = Array.from({ length: 5 }, () => ({ when, result: "x".repeat(90_000) }));
    await expect(edit(context, agent, { toolStubs: [{ ...stub, cases: long }] })).rejects.toThrow(/together/);
    const many = Array.from({ length: 21 }, () => ({ when, result: "x" }));
    await expect(edit(context, agent, { toolStubs: [{ ...stub, cases: many }] })).rejects.toThrow();
  });
});

describe("an MCP server", () => {
  it("answers what its tools are called with", async () => {
    const mcp = await startMcpServer("secret-token");
    const calls = [
      { name: "mcp__Sums__add", input: { a: 2, b: 3 } },
      { name: "mcp__Sums__fail", input: {} },
    ];
    const tools = [server(mcp.url, [{ name: "x-token", value: "secret-token" }])];
    const { context, agent } = await anAgent(tools, [{ kind: "answer", calls }, answer]);
    const conversation = await createConversation(context, { agent });
    const { events } = await rehearse(context, conversation.id, "Add them");
    expect(all(events, "tool-called")).toMatchObject([
      { answeredBy: "server", result: "5" },
      { answeredBy: "server", result: '{"error":"It broke."}' },
    ]);
    expect(mcp.calls).toMatchObject([{ name: "add", arguments: { a: 2, b: 3 } }, { name: "fail" }]);
  });

  it("is not asked by a replay, which plays what it answered, also to calls of one id", async () => {
    const mcp = await startMcpServer();
    const sum = (a: number): Reply => ({
      kind: "answer",
      calls: [{ id: "call_0", name: "mcp__Sums__add", input: { a, b: 1 } }],
    });
    const { context, agent } = await anAgent([server(mcp.url)], [sum(1), sum(8), answer]);
    const conversation = await createConversation(context, { agent });
    const { run, events } = await rehearse(context, conversation.id, "Add them");
    const replay = await replayRun(context, { conversation: conversation.id, run: run.id, fast: true });
    await runEnded(replay.run.id);
    const played = await listRunEvents(context, { conversation: conversation.id, run: replay.run.id });
    expect(all(played, "tool-called")).toEqual(all(events, "tool-called"));
    expect(all(played, "tool-called")).toMatchObject([{ result: "2" }, { result: "9" }]);
    expect(stepsOf(played).map((step) => step.replay)).toEqual(
      Array.from({ length: 3 }, () => ({ sameRequest: true })),
    );
    expect(mcp.calls).toHaveLength(2);
  });

  it("keeps its headers sealed, shows their names alone, and keeps them when they are not typed again", async () => {
    const mcp = await startMcpServer("secret-token");
    const first = server(mcp.url, [{ name: "x-token", value: "secret-token" }]);
    const { context, agent } = await anAgent([first]);
    const shown = await getAgent(context, { agent });
    expect(shown.tools).toMatchObject([{ kind: "mcp", headers: [{ name: "x-token" }] }]);
    const stored = await db.agent.findUniqueOrThrow({
      where: { id: shown.id },
      include: { revisions: true },
    });
    expect(JSON.stringify([shown, stored.tools, stored.revisions])).not.toContain("secret-token");
    await edit(context, agent, { tools: [{ ...first, name: "Adder", headers: [{ name: "x-token" }] }] });
    const report = await tryServer(context, {
      agent,
      id: first.id,
      url: mcp.url,
      headers: [{ name: "x-token" }],
    });
    expect(report).toMatchObject({ error: null, tools: [{ name: "add" }, { name: "fail" }] });
  });

  it("gets no header that was given for another one", async () => {
    const mcp = await startMcpServer("secret-token");
    const first = server(mcp.url, [{ name: "x-token", value: "secret-token" }]);
    const { context, agent } = await anAgent([first]);
    const other = await startMcpServer();
    const moved = { id: first.id, url: other.url, headers: [{ name: "x-token" }] };
    await expect(tryServer(context, { agent, ...moved })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(edit(context, agent, { tools: [{ ...first, ...moved }] })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
  });

  it.each([
    ["endless levels", { not: JSON.parse(`${'{"not":'.repeat(1_000)}{}${"}".repeat(1_000)}`) }],
    ["a schema of megabytes", { description: "x".repeat(2_000_000) }],
  ])("whose tools come with %s is said so, and no run starts", async (_, schema) => {
    const odd = { name: "odd", inputSchema: { type: "object", ...schema } };
    const mcp = await startMcpServer(undefined, [odd]);
    const { context, agent } = await anAgent([server(mcp.url)], [answer]);
    const conversation = await createConversation(context, { agent });
    await expect(rehearse(context, conversation.id, "Hello")).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("odd"),
    });
    expect(await db.run.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("that does not answer is said so, and no run starts without its tools", async () => {
    const { context, agent } = await anAgent([server("http://127.0.0.1:9/mcp")]);
    const report = await tryServer(context, { agent, url: "http://127.0.0.1:9/mcp" });
    expect(report.error).not.toBeNull();
    const conversation = await createConversation(context, { agent });
    await expect(rehearse(context, conversation.id, "Hello")).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining("Sums"),
    });
  });

  it.each(["https://169.254.169.254/mcp", "http://example.com/mcp", "file:///etc/passwd"])(
    "at %s is refused before anything is sent",
    async (url) => {
      const { context, agent } = await anAgent([]);
      await expect(tryServer(context, { agent, url })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
      await expect(edit(context, agent, { tools: [server(url)] })).rejects.toMatchObject({
        code: "UNPROCESSABLE",
      });
    },
  );

  it("is tried by those alone who may edit agents", async () => {
    const { context, agent } = await anAgent([]);
    const viewer = await aColleague(context, "viewer");
    await expect(tryServer(viewer, { agent, url: "https://mcp.example.com" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("an agent's model", () => {
  it("is Rehearsal or one of the workspace's in use", async () => {
    const { context, agent, model } = await anAgent([]);
    expect(await getAgent(context, { agent })).toMatchObject({ model: model.id, modelName: "Large" });
    const foreign = await aModel(await aContext(db));
    for (const wrong of [foreign.id, crypto.randomUUID()])
      await expect(edit(context, agent, { model: wrong })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(edit(context, agent, { routerModel: foreign.id })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
    });
    expect(await edit(context, agent, { routerModel: model.id })).toMatchObject({ routerModel: model.id });
  });
});
