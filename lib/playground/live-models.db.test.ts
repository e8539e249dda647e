import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { editConnection } from "@/lib/models/commands/edit-connection";
import { getConnection } from "@/lib/models/queries";
import type { EventOf, EventType, SessionEvent } from "@/lib/runtime/events";
import { createConversation } from "@/lib/sessions/commands";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel, realEndpoint } from "@/lib/testing/models";
import type { Reply, Wire } from "@/lib/testing/servers/model-server";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";

allowLocalServers();
const { db } = testDatabase();
const key = "sk-test-0123456789abcdefghij";
/** High enough that one step is a sum a limit can be set to. */
const prices = { inputPrice: 3_000, outputPrice: 15_000, cachedInputPrice: 300 };
/** 100 fresh and 20 cached tokens in, 30 out. */
const stepCost = (100 * 3_000 + 20 * 300 + 30 * 15_000) / 1_000_000;

const activate: Reply = { kind: "answer", calls: [{ name: "activate_skill", input: { name: triage.name } }] };
const answer: Reply = { kind: "answer", text: ["It is ", "SEV2."] };

/** A conversation with an agent on a scripted model. */
async function aLiveConversation(wire: Wire, replies: readonly Reply[], settings: object = prices) {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name]);
  const model = await aModel(context, { wire, replies, key, ...settings });
  await giveModel(context, agent, model.id);
  const conversation = await createConversation(context, { agent, shared: true });
  return { context, model, conversation: conversation.id };
}

async function giveModel(context: Context, agent: string, model: string): Promise<void> {
  const { revision } = await db.agent.findFirstOrThrow({
    where: { slug: agent, workspaceId: context.workspace.id },
  });
  await editAgent(context, { agent, baseRevision: revision, model });
}

const all = <T extends EventType>(events: readonly SessionEvent[], type: T) =>
  events.filter((event): event is EventOf<T> => event.type === type);
const ending = (events: readonly SessionEvent[]) => all(events, "run-finished").map(({ payload }) => payload);
const written = (events: readonly SessionEvent[]) =>
  all(events, "text")
    .map(({ payload }) => payload.text)
    .join("");

describe.each(["openai", "anthropic"] as const)("a run over the %s wire", (wire) => {
  it("activates a skill, answers, and keeps tokens, cost and what went over the wire", async () => {
    const { context, conversation, model } = await aLiveConversation(wire, [activate, answer]);
    const { run, events } = await rehearse(context, conversation, "Checkout is down");
    expect(all(events, "run-started")[0]?.payload.model).toMatchObject({ name: "Large", kind: "live" });
    expect(all(events, "skill-activated")).toHaveLength(1);
    expect(written(events)).toBe("It is SEV2.");
    expect(all(events, "model-step").map(({ payload }) => [payload.tokens, payload.cost])).toEqual([
      [{ input: 120, output: 30, cached: 20, source: "provider" }, stepCost],
      [{ input: 120, output: 30, cached: 20, source: "provider" }, stepCost],
    ]);
    expect(ending(events)).toMatchObject([{ outcome: "done", totals: { steps: 2 } }]);
    expect(JSON.stringify(model.server.requests.at(-1)?.body)).toContain("Find the row that applies");

    const usage = await db.modelUsage.findMany({ where: { runId: run.id }, orderBy: { step: "asc" } });
    expect(usage).toMatchObject([
      { step: 1, inputTokens: 120, cachedTokens: 20, userId: context.actor.userId },
      { step: 2, outputTokens: 30, connectionId: model.id },
    ]);
    const { spent } = await getConnection(context, { connection: model.id });
    expect(spent.everybody).toBeCloseTo(2 * stepCost, 8);

    const exchanges = await db.modelExchange.findMany({ where: { runId: run.id }, orderBy: { step: "asc" } });
    expect(exchanges.map(({ step }) => step)).toEqual([1, 2]);
    expect(JSON.stringify(exchanges)).toContain("Checkout is down");
    expect(JSON.stringify(exchanges)).not.toContain("0123456789abcdef");
  });

  it("does not know the cost without prices", async () => {
    const { context, conversation } = await aLiveConversation(wire, [answer], {});
    const { events } = await rehearse(context, conversation, "Hello");
    expect(all(events, "model-step")[0]?.payload.cost).toBeNull();
    expect(ending(events)[0]?.totals.cost).toBeNull();
  });

  it("tells that the provider asked to wait, and goes on", async () => {
    const limited: Reply = {
      kind: "refuse",
      status: 429,
      headers: { "retry-after-ms": "10" },
      body: { error: { type: "rate_limit_error", message: "Slow down" } },
    };
    const { context, conversation } = await aLiveConversation(wire, [limited, answer]);
    const { events } = await rehearse(context, conversation, "Hello");
    expect(all(events, "model-retried")).toMatchObject([{ payload: { code: "RATE_LIMITED", waitMs: 10 } }]);
    expect(ending(events)).toMatchObject([{ outcome: "done" }]);
  });

  it.each([
    ["cut", "STREAM_CUT"],
    ["garbage", "MALFORMED_ANSWER"],
    ["overloaded", "MODEL_OVERLOADED"],
    ["silence", "MODEL_TIMEOUT"],
  ] as const)("broken by %s fails with %s, keeps its text, and can be tried again", async (how, code) => {
    const broken: Reply = { kind: "break", text: ["It is ", "SEV"], how };
    const { context, conversation, model } = await aLiveConversation(wire, [broken, answer], {
      ...prices,
      timeoutSeconds: 1,
    });
    const { run, events } = await rehearse(context, conversation, "Checkout is down");
    expect(ending(events)).toMatchObject([{ outcome: "failed", error: { code } }]);
    expect(written(events)).toBe("It is SEV");
    expect(await db.modelUsage.count({ where: { runId: run.id } })).toBe(1);
    const again = await rehearse(context, conversation, "Again");
    expect(ending(again.events)).toMatchObject([{ outcome: "done" }]);
    // What was kept of the broken answer is part of the conversation.
    expect(JSON.stringify(model.server.requests.at(-1)?.body)).toContain("It is SEV");
  });

  it.each([
    [401, { error: { type: "authentication_error", message: "invalid x-api-key" } }, "WRONG_KEY"],
    [400, { error: { type: "invalid_request_error", message: "prompt is too long" } }, "CONTEXT_TOO_LONG"],
    [
      400,
      { error: { type: "invalid_request_error", message: "it does not support tools" } },
      "TOOLS_UNSUPPORTED",
    ],
  ])("refused with %s ends with words and a code, and costs nothing", async (status, body, code) => {
    const { context, conversation } = await aLiveConversation(wire, [{ kind: "refuse", status, body }]);
    const { run, events } = await rehearse(context, conversation, "Hello");
    expect(ending(events)).toMatchObject([{ outcome: "failed", error: { code } }]);
    expect(await db.modelUsage.count({ where: { runId: run.id } })).toBe(0);
    expect(await db.modelExchange.count({ where: { runId: run.id } })).toBe(1);
  });

  it("refuses calls that are not right, in JSON the model can act on", async () => {
    const calls = [
      { name: "rm_rf", input: { path: "/" } },
      { name: "activate_skill", input: '{"name": "incident-tri' },
      { name: "activate_skill", input: { name: 7 } },
      { name: "read_skill_resource", input: { name: triage.name, path: "../../etc/passwd" } },
    ];
    const { context, conversation } = await aLiveConversation(wire, [{ kind: "answer", calls }, answer]);
    const { events } = await rehearse(context, conversation, "Hello");
    expect(all(events, "request-refused").map(({ payload }) => payload.rule)).toEqual([
      "unknown-tool",
      "invalid-arguments",
      "invalid-arguments",
      "outside-package",
    ]);
    expect(ending(events)).toMatchObject([{ outcome: "done" }]);
  });

  it("keeps markup in an answer as the text it is", async () => {
    const text = '<img src=x onerror="alert(1)"><script>1</script>';
    const { context, conversation } = await aLiveConversation(wire, [{ kind: "answer", text: [text] }]);
    const { events } = await rehearse(context, conversation, "Hello");
    expect(written(events)).toBe(text);
  });

  it("is stopped when its calls carry megabytes, before they are looked at", async () => {
    const calls = [{ name: "activate_skill", input: { name: "x".repeat(3_000_000) } }];
    const { context, conversation } = await aLiveConversation(wire, [{ kind: "answer", calls }, answer]);
    const { events } = await rehearse(context, conversation, "Hello");
    expect(ending(events)).toMatchObject([{ outcome: "failed", error: { code: "TOOL_INPUT_LIMIT" } }]);
  });

  it("is stopped when it asks for tools without end", async () => {
    const { context, conversation } = await aLiveConversation(wire, [activate]);
    const { events } = await rehearse(context, conversation, "Hello");
    expect(ending(events)).toMatchObject([{ outcome: "failed", error: { code: "STEP_LIMIT" } }]);
  });
});

describe("a spending limit", () => {
  it("of everybody stops a run before the step that would be over it, and says so", async () => {
    const { context, conversation, model } = await aLiveConversation("openai", [activate, answer]);
    await editConnection(context, { connection: model.id, monthlyLimit: stepCost });
    const asked = model.server.requests.length;
    const { events } = await rehearse(context, conversation, "Hello");
    expect(model.server.requests).toHaveLength(asked + 1);
    expect(all(events, "skill-activated")).toHaveLength(1);
    expect(ending(events)[0]).toMatchObject({ outcome: "failed", error: { code: "SPENDING_LIMIT" } });
    expect(ending(events)[0]?.error?.message).toMatch(
      /Large has reached its limit: .* spent in .* It starts again on 1 /,
    );
  });

  it("of one person leaves the others alone", async () => {
    const { context, conversation, model } = await aLiveConversation("openai", [answer]);
    await editConnection(context, { connection: model.id, personLimit: stepCost });
    expect(ending((await rehearse(context, conversation, "One")).events)[0]?.outcome).toBe("done");
    expect(ending((await rehearse(context, conversation, "Two")).events)[0]?.error?.code).toBe(
      "SPENDING_LIMIT",
    );
    const colleague = await aColleague(context, "author");
    expect(ending((await rehearse(colleague, conversation, "Three")).events)[0]?.outcome).toBe("done");
  });

  it("counts this month alone", async () => {
    const { context, conversation, model } = await aLiveConversation("openai", [answer]);
    await editConnection(context, { connection: model.id, monthlyLimit: stepCost });
    const { actor, workspace } = context;
    await db.modelUsage.create({
      data: {
        workspaceId: workspace.id,
        connectionId: model.id,
        userId: actor.userId,
        runId: crypto.randomUUID(),
        step: 1,
        inputTokens: 1,
        outputTokens: 1,
        cost: 99,
        at: new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 0, 23, 59)),
      },
    });
    expect(ending((await rehearse(context, conversation, "Hello")).events)[0]?.outcome).toBe("done");
  });
});

const real = realEndpoint();
describe("a real model", () => {
  it.runIf(real)("activates a skill and answers (GREENROOM_TEST_MODEL_* is set)", async () => {
    if (!real) return;
    const context = await aContext(db);
    await aStoredSkill(context, triage);
    const agent = await anAgentWith(context, [triage.name]);
    const { createConnection } = await import("@/lib/models/commands/create-connection");
    const model = await createConnection(context, { name: "Real", ...real });
    await giveModel(context, agent, model.id);
    const conversation = await createConversation(context, { agent });
    const { events } = await rehearse(
      context,
      conversation.id,
      "Checkout is down in one region. Use your skills.",
    );
    expect(ending(events)).toMatchObject([{ outcome: "done" }]);
    expect(all(events, "skill-activated").length).toBeGreaterThan(0);
  });
});
