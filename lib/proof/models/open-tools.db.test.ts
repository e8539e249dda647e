import { expect, it } from "vitest";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { aScriptedModel, aSuite, someCases } from "@/lib/testing/proof/suite-runs";
import { startMcpServer } from "@/lib/testing/servers/mcp-server";
import { startSuiteRun } from "../commands/start-suite-run";
import { estimateSuiteRun } from "../plans/estimate-suite-run";
import { frozenOfferSchema } from "../plans/frozen-offer";

allowLocalServers();
const { db } = testDatabase();
const { open } = aScriptedModel(() => ({ text: "No." }));
const dialects = ["standard", "codex", "claude-code"];

const anMcpServer = (url: string) => {
  const headers: { name: string }[] = [];
  return { kind: "mcp" as const, id: crypto.randomUUID(), name: "Sums", url, headers };
};

/** A suite of an agent with a server of tools. */
async function anAgentWithServer() {
  const context = await aContext(db);
  const { skill, agent } = await aSuite(context, someCases(1, 0));
  const server = await startMcpServer();
  const { revision } = await getAgent(context, { agent });
  const tool = anMcpServer(server.url);
  await editAgent(context, { agent, baseRevision: revision, tools: [tool] });
  return { context, skill, server };
}

it("asks an agent's servers once for as many looks at what a run would be, in as many hosts", async () => {
  const { context, skill, server } = await anAgentWithServer();
  const looks = [1, 2, 3].map((repeats) => estimateSuiteRun(context, { skill, repeats, dialects }, open));
  const [first] = await Promise.all(looks);
  expect(first?.problems).toEqual([]);
  await estimateSuiteRun(context, { skill, dialects }, open);
  expect(server.listed()).toBe(1);
});

it("asks them for the run itself, once, and freezes what they said", async () => {
  const { context, skill, server } = await anAgentWithServer();
  const { id } = await startSuiteRun(context, { skill, dialects }, open);
  expect(server.listed()).toBe(1);
  const { offer } = await db.suiteRun.findUniqueOrThrow({ where: { id } });
  for (const { started } of frozenOfferSchema.parse(offer).dialects)
    expect(started.otherTools?.map(({ name }) => name)).toContain("mcp__Sums__add");
});

it("asks again after an answer that failed", async () => {
  const context = await aContext(db);
  const { skill, agent } = await aSuite(context, someCases(1, 0));
  const { revision } = await getAgent(context, { agent });
  const dead = anMcpServer("http://127.0.0.1:9/mcp");
  await editAgent(context, { agent, baseRevision: revision, tools: [dead] });
  for (let at = 0; at < 2; at++) {
    const { problems } = await estimateSuiteRun(context, { skill }, open);
    expect(problems).toEqual([expect.stringContaining("Sums cannot be asked")]);
  }
});
