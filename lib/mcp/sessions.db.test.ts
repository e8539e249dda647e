import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { endConnection } from "@/lib/served/commands/end-connection";
import { endServedSession } from "@/lib/served/commands/end-served-session";
import { removeServedSession } from "@/lib/served/commands/remove-served-session";
import { listServedEvents, listServedSessions } from "@/lib/served/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anMcpClient, type McpAnswer, sendToMcp } from "@/lib/testing/delivery/mcp";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { type AgentSession, callTool, endSession, requireNotEnded } from "./agent-session";
import { readSession } from "./name-session";

const { db } = testDatabase();
const { name } = triage;
const activate = { name: "activate_skill", arguments: { name } };
const userAlone = {
  name: "deploy",
  description: "Deploys.\ndisable-model-invocation: true",
  body: "Deploy $ARGUMENTS.\n",
};
const modelAlone = {
  name: "policy",
  description: "Says what is allowed.\nuser-invocable: false",
  body: "Be careful.\n",
};

async function anAgent() {
  const context = await aContext(db);
  for (const skill of [triage, userAlone, modelAlone]) await aStoredSkill(context, skill);
  const agent = await anAgentWith(context, [name, userAlone.name, modelAlone.name], "Desk");
  const machine = await aMachine(context, agent);
  const sessions = async () => (await listServedSessions(await machine.asking(), {})).items;
  const typesOf = async (session: string) =>
    (await listServedEvents(await machine.asking(), { session })).items.map(({ type }) => type);
  return { context, agent, machine, key: machine.key, sessions, typesOf };
}

async function sessionOf(machine: { asking: () => Promise<Context> }, id: string): Promise<AgentSession> {
  const context = await machine.asking();
  const named = readSession(id);
  if (!named) throw new Error("It names no session.");
  return { context, opened: await openDelivery(context, "desk"), named };
}

const textOf = ({ result, error }: McpAnswer): string => {
  expect(error).toBeUndefined();
  return z.object({ content: z.array(z.object({ text: z.string() })) }).parse(result).content[0]?.text ?? "";
};
const isNote = (text: string) => text.startsWith(`Skill ${name} is already active since turn 1.`);

describe("a session of 2025", () => {
  it("is one connection: a skill comes once in each, and who only looks leaves nothing behind", async () => {
    const { key, sessions, typesOf } = await anAgent();
    const clients = [anMcpClient({ key }, "2025"), anMcpClient({ key }, "2025")];
    for (const client of clients) {
      expect((await client.begin()).error).toBeUndefined();
      await client.ask("tools/list");
      await client.ask("prompts/list");
      await client.ask("skills/list");
    }
    expect(await sessions()).toEqual([]);
    for (const client of clients) {
      expect(textOf(await client.ask("tools/call", activate))).toContain("# Incident triage");
      expect(isNote(textOf(await client.ask("tools/call", activate)))).toBe(true);
    }
    const all = await sessions();
    expect(all).toMatchObject([{ client: "scripted 1.0", via: "mcp", calls: 2 }, { calls: 2 }]);
    expect(await typesOf(all[0]?.id ?? "")).toEqual([
      "run-started",
      "catalogue-injected",
      "skill-activated",
      "skill-already-active",
    ]);
  });

  it("ends when its client says so, and is not there afterwards", async () => {
    const { key, sessions } = await anAgent();
    const client = anMcpClient({ key }, "2025");
    await client.begin();
    await client.ask("tools/call", activate);
    const headers = { "mcp-session-id": client.session() };
    expect((await sendToMcp({ key, method: "DELETE", headers })).status).toBe(204);
    expect((await sendToMcp({ key, method: "DELETE", headers })).status).toBe(204);
    expect((await sessions()).map(({ state }) => state)).toEqual(["ended"]);
    expect((await client.send("tools/call", activate)).status).toBe(404);
    expect((await sendToMcp({ key, method: "DELETE" })).status).toBe(404);
    expect((await sendToMcp({ key, method: "DELETE", headers: { "mcp-session-id": "x" } })).status).toBe(404);
  });

  it("opens nothing for a call that was let in before its end", async () => {
    const { machine, key, sessions } = await anAgent();
    const client = anMcpClient({ key }, "2025");
    await client.begin();
    const session = await sessionOf(machine, client.session());
    await requireNotEnded(session);
    await endSession(session);
    const called = callTool(session, { tool: "activate_skill", given: { name } });
    await expect(called).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await sessions()).toEqual([]);
    expect((await client.send("tools/call", activate)).status).toBe(404);
  });

  it("stays ended whatever is called while it ends", async () => {
    const { machine, key, sessions } = await anAgent();
    for (let time = 1; time <= 4; time += 1) {
      const client = anMcpClient({ key }, "2025");
      await client.begin();
      const session = await sessionOf(machine, client.session());
      const called = callTool(session, { tool: "activate_skill", given: { name } });
      await Promise.allSettled([called, endSession(session)]);
      expect((await client.send("tools/call", activate)).status).toBe(404);
    }
    expect((await sessions()).filter(({ state }) => state === "open")).toEqual([]);
  });

  it("is over with its connection, also while its session is open", async () => {
    const { machine, key } = await anAgent();
    const client = anMcpClient({ key }, "2025");
    await client.begin();
    await client.ask("tools/call", activate);
    const { context, opened, named } = await sessionOf(machine, client.session());
    await endConnection(context, { agent: opened.agent.id, reference: named.reference });
    expect((await client.send("tools/call", activate)).status).toBe(404);
  });

  it("is nobody else's: another key with its name begins one of its own", async () => {
    const { context, agent, key, sessions } = await anAgent();
    const client = anMcpClient({ key }, "2025");
    await client.begin();
    await client.ask("tools/call", activate);
    const other = await aMachine(context, agent, "Other");
    const response = await sendToMcp({
      key: other.key,
      headers: { "mcp-session-id": client.session() },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: activate },
    });
    expect(await response.text()).toContain("# Incident triage");
    expect((await sessions()).map(({ calls }) => calls)).toEqual([1]);
  });

  it("answers calls that come at once, each with what it would have got alone", async () => {
    const { key, sessions } = await anAgent();
    const client = anMcpClient({ key }, "2025");
    await client.begin();
    const responses = await Promise.all(Array.from({ length: 6 }, () => client.send("tools/call", activate)));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(texts.filter((text) => text.includes("# Incident triage"))).toHaveLength(1);
    expect(texts.filter((text) => text.includes("is already active"))).toHaveLength(5);
    expect(await sessions()).toMatchObject([{ calls: 6 }]);
  });
});

describe("a client of 2026", () => {
  it("is never told that it has what another of its conversations has: each is given the text", async () => {
    const { key, sessions } = await anAgent();
    const client = anMcpClient({ key }, "2026");
    await client.begin();
    const read = { name: "read_skill_resource", arguments: { name, path: "references/severity.md" } };
    expect(textOf(await client.ask("tools/call", activate))).toContain("# Incident triage");
    expect(textOf(await client.ask("tools/call", read))).toContain("SEV2");
    expect(textOf(await client.ask("tools/call", activate))).toContain("# Incident triage");
    expect((await sessions()).map(({ state, calls }) => [state, calls])).toEqual([["open", 3]]);
  });

  it("has no connection that would end when its session is removed: the next call begins another", async () => {
    const { context, machine, key, sessions } = await anAgent();
    const client = anMcpClient({ key }, "2026");
    await client.ask("tools/call", activate);
    const [first] = await sessions();
    await removeServedSession(context, { session: first?.id ?? "" });
    expect(await db.endedConnection.count({ where: { keyId: machine.id } })).toBe(0);
    expect(textOf(await client.ask("tools/call", activate))).toContain("# Incident triage");
    expect(await sessions()).toMatchObject([{ state: "open", calls: 1 }]);
  });

  it("may name its conversations, and is answered as in a rehearsal", async () => {
    const { key, sessions } = await anAgent();
    const call = async (session: string) => {
      const response = await sendToMcp({
        key,
        headers: {
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "activate_skill",
          "greenroom-session": session,
        },
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            ...activate,
            _meta: {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientCapabilities": {},
            },
          },
        },
      });
      return response.text();
    };
    expect(await call("a")).toContain("# Incident triage");
    expect(await call("b")).toContain("# Incident triage");
    expect(await call("a")).toContain("is already active since turn 1");
    expect(await sessions()).toHaveLength(2);
  });

  it("goes on in a new session once the one before is over", async () => {
    const { agent, machine, key, sessions } = await anAgent();
    const client = anMcpClient({ key }, "2026");
    await client.ask("tools/call", activate);
    await endServedSession(await machine.asking(), { agent, session: (await sessions())[0]?.id ?? "" });
    expect(textOf(await client.ask("tools/call", activate))).toContain("# Incident triage");
    expect(await sessions()).toHaveLength(2);
  });
});

describe.each(["2025", "2026"] as const)("the prompts of %s", (generation) => {
  it("are the skills that people may call, and getting one activates it with what they wrote", async () => {
    const { key, sessions, typesOf } = await anAgent();
    const client = anMcpClient({ key }, generation);
    await client.begin();
    const listed = z
      .object({ prompts: z.array(z.object({ name: z.string() })) })
      .parse((await client.ask("prompts/list")).result);
    expect(listed.prompts.map((prompt) => prompt.name)).toEqual([userAlone.name, name]);
    const { result } = await client.ask("prompts/get", {
      name: userAlone.name,
      arguments: { arguments: "the blue cluster" },
    });
    expect(result?.messages).toEqual([
      { role: "user", content: { type: "text", text: expect.stringContaining("Deploy the blue cluster.") } },
    ]);
    const [session] = await sessions();
    expect(await typesOf(session?.id ?? "")).toEqual([
      "run-started",
      "catalogue-injected",
      "skill-activated",
    ]);
    const again = await client.ask("prompts/get", { name });
    expect(JSON.stringify(again.result)).toContain("# Incident triage");
  });

  it("refuse one that is not there, or is the model's alone", async () => {
    const { key } = await anAgent();
    for (const wrong of ["missing", modelAlone.name, "../x", ""]) {
      const { error } = await anMcpClient({ key }, generation).ask("prompts/get", { name: wrong });
      expect(error?.code).toBe(-32_602);
    }
  });

  it("come in pages, and know their cursors", async () => {
    const { key } = await anAgent();
    for (const method of ["prompts/list", "tools/list"])
      expect((await anMcpClient({ key }, generation).ask(method, { cursor: "x" })).error?.code).toBe(-32_602);
  });
});

describe("what a model gets wrong", () => {
  it.each<[string, unknown]>([
    ["no_such_tool", {}],
    ["activate_skill", {}],
    ["activate_skill", { name: "missing" }],
    ["activate_skill", { name: userAlone.name }],
    ["read_skill_resource", { name, path: "../../etc/passwd" }],
    ["read_skill_resource", { name, path: "missing.md" }],
    ["activate_skill", { name, arguments: "a".repeat(70_000) }],
  ])("is an answer of the dialect's, never a failure: %s", async (tool, given) => {
    const { key } = await anAgent();
    const answer = await anMcpClient({ key }, "2026").ask("tools/call", { name: tool, arguments: given });
    expect(answer.error).toBeUndefined();
    expect(answer.result?.isError).toBe(true);
  });

  it.each([{}, { name: 7 }, { name: "x", arguments: "text" }, { name: "x".repeat(300) }])(
    "is refused where it is no call at all: %.40j",
    async (params) => {
      const { key, sessions } = await anAgent();
      expect((await anMcpClient({ key }, "2025").ask("tools/call", params)).error?.code).toBe(-32_602);
      expect((await sessions()).map(({ calls }) => calls).filter((calls) => calls > 0)).toEqual([]);
    },
  );
});
