import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { getAgent } from "@/lib/agents/queries";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { removeServedSession } from "@/lib/served/commands/remove-served-session";
import { listServedSessions } from "@/lib/served/queries";
import { servedLimits } from "@/lib/served/served-options";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anMcpClient, type McpAnswer, sendToMcp } from "@/lib/testing/delivery/mcp";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();

const pager = {
  name: "pager",
  description: "Pages people.\ntools:\n  - name: page_owner\n    description: Pages the owner.",
  body: "# Pager\n\nPage the owner.\n",
  files: { "references/rota.md": "# Rota\n\nInes is on call.\n" },
};
const atlas = {
  name: "atlas",
  description: "Knows every place.",
  body: "# Atlas\n",
  files: { "references/places.md": "place\n".repeat(15_000) },
};

/** An agent and a key of it, whose clients say nothing of their conversations. */
async function aDesk(dialect: "standard" | "gemini-cli" = "standard") {
  const context = await aContext(db);
  for (const skill of [triage, pager, atlas]) await aStoredSkill(context, skill);
  const agent = await anAgentWith(context, [triage.name, pager.name, atlas.name], "Desk");
  const { revision } = await getAgent(context, { agent });
  await editAgent(context, { agent, baseRevision: revision, dialect, mode: "inline" });
  const machine = await aMachine(context, agent);
  const sessions = async () => (await listServedSessions(await machine.asking(), {})).items;
  /** Until everybody here is delivered it. */
  const publish = async (skill: string, body: string) => {
    await publishNext(context, skill, body);
    const published = async () => {
      const { delivery } = await openDelivery(await machine.asking(), agent);
      expect(delivery.skills.find(({ name }) => name === skill)?.version.number).toBe(2);
    };
    await vi.waitFor(published, { timeout: 10_000 });
  };
  return { context, machine, publish, sessions, key: machine.key };
}

const activate = (name: string) => ({ name: "activate_skill", arguments: { name } });
const read = (name: string, path: string) => ({ name: "read_skill_resource", arguments: { name, path } });
const contentSchema = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean() });

function answerOf({ result, error }: McpAnswer): { text: string; isError: boolean } {
  expect(error).toBeUndefined();
  const { content, isError } = contentSchema.parse(result);
  return { text: content.map(({ text }) => text).join("\n"), isError };
}

describe("conversations that nobody tells apart", () => {
  it("keep what they activated, files and tools, when another one activates the same", async () => {
    const { key, sessions } = await aDesk("gemini-cli");
    const [first, second] = [anMcpClient({ key }, "2026"), anMcpClient({ key }, "2026")];
    for (const { name } of [triage, pager]) await first.ask("tools/call", activate(name));
    const again = answerOf(await second.ask("tools/call", activate(triage.name)));
    expect(again.text).toContain("# Incident triage");
    const rota = { name: "read_file", arguments: { file_path: `skill://${pager.name}/references/rota.md` } };
    expect(answerOf(await first.ask("tools/call", rota))).toMatchObject({
      isError: false,
      text: expect.stringContaining("Ines is on call."),
    });
    expect(JSON.stringify((await first.ask("tools/list")).result)).toContain("pager__page_owner");
    expect(await sessions()).toMatchObject([{ state: "open", calls: 4 }]);
  });

  it("are each given a text as often as they ask, and never told that they have too much of it", async () => {
    const { key, sessions } = await aDesk();
    const client = anMcpClient({ key }, "2026");
    const places = read(atlas.name, "references/places.md");
    for (let time = 1; time <= 6; time += 1) {
      expect(answerOf(await client.ask("tools/call", activate(atlas.name))).text).toContain("# Atlas");
      expect(answerOf(await client.ask("tools/call", places)).isError).toBe(false);
    }
    expect(await sessions()).toMatchObject([{ state: "open", calls: 12 }]);
    const named = anMcpClient({ key }, "2025");
    await named.begin();
    for (let time = 1; time <= 5; time += 1) await named.ask("tools/call", places);
    expect(answerOf(await named.ask("tools/call", places))).toMatchObject({
      isError: true,
      text: expect.stringContaining("would be in the conversation"),
    });
  });

  it("lose nothing by an input that is too long", async () => {
    const { key, sessions } = await aDesk("gemini-cli");
    const client = anMcpClient({ key }, "2026");
    await client.ask("tools/call", activate(pager.name));
    const long = { name: "activate_skill", arguments: { name: "x".repeat(70_000) } };
    expect(answerOf(await client.ask("tools/call", long)).isError).toBe(true);
    const rota = { name: "read_file", arguments: { file_path: `skill://${pager.name}/references/rota.md` } };
    expect(answerOf(await client.ask("tools/call", rota)).isError).toBe(false);
    expect(await sessions()).toMatchObject([{ state: "open", calls: 3 }]);
  });

  it("begin another session with what was published since, also when several do at once", async () => {
    const { key, sessions, publish } = await aDesk();
    const client = anMcpClient({ key }, "2026");
    for (const { name } of [triage, pager]) await client.ask("tools/call", activate(name));
    await publish(pager.name, "# Newer pager\n");
    expect(answerOf(await client.ask("tools/call", activate(atlas.name))).text).toContain("# Atlas");
    expect(await sessions()).toHaveLength(1);
    const asked = [triage, pager, pager, atlas].map(({ name }) =>
      anMcpClient({ key }, "2026").ask("tools/call", activate(name)),
    );
    const texts = (await Promise.all(asked)).map((answer) => answerOf(answer).text);
    const wanted = ["# Incident triage", "# Newer pager", "# Newer pager", "# Atlas"];
    expect(texts).toEqual(wanted.map((heading) => expect.stringContaining(heading)));
    expect((await sessions()).map(({ state, calls }) => [state, calls])).toEqual([
      ["open", 4],
      ["ended", 3],
    ]);
  });

  it("are one session also where people call skills, until something was published", async () => {
    const { key, sessions, publish } = await aDesk();
    const client = anMcpClient({ key }, "2026");
    const prompt = async () => JSON.stringify((await client.ask("prompts/get", { name: pager.name })).result);
    expect(await prompt()).toContain("# Pager");
    expect(await prompt()).toContain("# Pager");
    expect(await sessions()).toMatchObject([{ state: "open", turns: 2 }]);
    await publish(pager.name, "# Newer pager\n");
    expect(await prompt()).toContain("# Newer pager");
    expect(await sessions()).toMatchObject([
      { state: "open", turns: 1 },
      { state: "ended", turns: 2 },
    ]);
  });
});

describe.each(["2025", "2026"] as const)("a session of %s that is used up", (generation) => {
  it.each([{ turns: servedLimits.turns }, { calls: servedLimits.calls }, { bytes: servedLimits.bytes }])(
    "gives way to another one, for people and for models: %j",
    async (used) => {
      const { key, machine, sessions } = await aDesk();
      const client = anMcpClient({ key }, generation);
      await client.begin();
      const prompt = { name: triage.name };
      await client.ask("prompts/get", prompt);
      await db.servedSession.updateMany({ where: { keyId: machine.id }, data: used });
      const again = await client.ask("prompts/get", prompt);
      expect(JSON.stringify(again.result)).toContain("# Incident triage");
      expect(answerOf(await client.ask("tools/call", activate(atlas.name))).text).toContain("# Atlas");
      expect(await sessions()).toMatchObject([{ state: "open", calls: 1, turns: 1 }, { state: "ended" }]);
    },
  );
});

describe("a connection of 2025", () => {
  async function aConnection() {
    const desk = await aDesk();
    const client = anMcpClient({ key: desk.key }, "2025");
    await client.begin();
    const headers = { "mcp-session-id": client.session() };
    const send = async (method: "DELETE" | "POST") => {
      const body = { jsonrpc: "2.0", id: 9, method: "tools/call", params: activate(pager.name) };
      return (await sendToMcp({ key: desk.key, method, headers, ...(method === "POST" && { body }) })).status;
    };
    return { ...desk, client, send };
  }

  it("is not there any more once its session was removed in the app, and another one is", async () => {
    const { context, client, send, sessions, key } = await aConnection();
    expect(answerOf(await client.ask("tools/call", activate(pager.name))).text).toContain("# Pager");
    const [session] = await sessions();
    await removeServedSession(context, { session: session?.id ?? "" });
    expect([await send("POST"), await send("POST")]).toEqual([404, 404]);
    expect(await sessions()).toEqual([]);
    const next = anMcpClient({ key }, "2025");
    await next.begin();
    expect(answerOf(await next.ask("tools/call", activate(pager.name))).text).toContain("# Pager");
  });

  it("is not there any more once its client ended it, though nothing was asked in it", async () => {
    const { send, sessions } = await aConnection();
    expect([await send("DELETE"), await send("POST"), await send("DELETE")]).toEqual([204, 404, 204]);
    expect(await sessions()).toEqual([]);
  });
});
