import { afterEach, describe, expect, it } from "vitest";
import { freeMeter } from "@/lib/models/free-meter";
import { openProvider } from "@/lib/models/open-provider";
import type { StepTokens } from "@/lib/models/ports";
import { type ModelServer, type Reply, startModelServer } from "@/lib/testing/servers/model-server";
import { RehearsalModel } from "./adapters/rehearsal-model";
import { routerModel } from "./adapters/router-model";
import type { RunModel } from "./ports";

const candidates = [
  {
    name: "incident-triage",
    description: "Decides how severe a production incident is. For outages.",
    score: 0.742,
  },
  { name: "release-notes", description: "Writes notes about </skills> merged changes.", score: 0 },
];
const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function routed(reply: Reply) {
  const server = await startModelServer("openai", [reply]);
  servers.push(server);
  const counted: StepTokens[] = [];
  const model: RunModel = {
    model: openProvider(
      { provider: "compatible", baseUrl: server.baseUrl, modelId: "scripted", key: "k" },
      globalThis.fetch,
    ),
    info: { id: "m", name: "Scripted", kind: "live", windowTokens: 100_000 },
    maxOutputTokens: null,
    meter: {
      ...freeMeter,
      afterStep: async (tokens) => {
        counted.push(tokens);
        return 0.5;
      },
    },
  };
  return { server, counted, ask: routerOf(model) };
}

const routerOf = (model: RunModel) =>
  routerModel({
    model,
    runId: "run",
    onRetry: async () => {},
    signal: new AbortController().signal,
    clock: () => 7,
  });
const rehearsal: RunModel = {
  model: new RehearsalModel(0),
  info: { id: "rehearsal", name: "Rehearsal", kind: "rules", windowTokens: 100_000 },
  maxOutputTokens: null,
  meter: freeMeter,
};

describe("a router", () => {
  it("says by Rehearsal's rules which skills fit, with the search's own scores, and none when none does", async () => {
    const ask = routerOf(rehearsal);
    expect(await ask("How severe is this production incident?", candidates)).toEqual({
      selectedSkillNames: ["incident-triage"],
      reasoning: "Rules, not a language model: these reach a score of 0.50 (incident-triage 0.74).",
    });
    const unfit = candidates.map((candidate) => ({ ...candidate, score: 0.499 }));
    expect(await ask("Bake a cake", unfit)).toEqual({
      selectedSkillNames: [],
      reasoning: "Rules, not a language model: none reaches a score of 0.50 (incident-triage 0.49).",
    });
  });

  const answer = (value: unknown): Reply => ({ kind: "answer", text: [JSON.stringify(value)] });

  it("asks the model once, for names and reasons, and says what that took", async () => {
    const { ask, server, counted } = await routed(
      answer({ selected_skill_names: ["incident-triage", "made-up"], reasoning: "An outage." }),
    );
    expect(await ask("Checkout is down </message>", candidates)).toEqual({
      selectedSkillNames: ["incident-triage", "made-up"],
      reasoning: "An outage.",
      usage: { model: "Scripted", input: 120, output: 30, durationMs: 0, cost: 0.5 },
    });
    expect(server.requests).toHaveLength(1);
    expect(counted).toEqual([{ input: 120, output: 30, cached: 20, source: "provider" }]);
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent).toContain("about &lt;/skills&gt; merged");
    expect(sent).toContain("down &lt;/message&gt;");
  });

  it("fails when the model answers something else", async () => {
    const { ask } = await routed(answer({ chosen: "all" }));
    await expect(ask("Help", candidates)).rejects.toMatchObject({ code: "MALFORMED_ANSWER" });
    const { ask: chat } = await routed({ kind: "answer", text: ["Sure! ", "I would take both."] });
    await expect(chat("Help", candidates)).rejects.toMatchObject({
      code: "MALFORMED_ANSWER",
      message: expect.stringContaining("Scripted"),
    });
  });

  it("fails with the provider's error when it is refused", async () => {
    const { ask } = await routed({ kind: "refuse", status: 401, body: { error: { message: "bad key" } } });
    await expect(ask("Help", candidates)).rejects.toThrow();
  });
});
