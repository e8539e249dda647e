import { describe, expect, it } from "vitest";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aKeyFor, newestExchange, sendAsHost } from "@/lib/testing/hosts/gateway";
import { allowLocalServers } from "@/lib/testing/models";
import { messageEvents, startWireServer } from "@/lib/testing/servers/wire-server";
import { listLiveExchanges } from "../live-exchanges";
import { removeLiveSession } from "./remove-live-session";

allowLocalServers();
const { db } = testDatabase();

/** What is kept of one answer, and what the host got of it. */
async function kept(
  pieces: readonly (string | Buffer)[],
  { provider = "anthropic", path = "/v1/messages" } = {},
) {
  const ines = await aContext(db);
  const server = await startWireServer(async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces)
      await new Promise<void>((sent) => response.write(piece, () => setTimeout(sent, 5)));
    response.end();
  });
  const { address } = await aKeyFor(ines, server, {
    provider: provider === "openai" ? "openai" : "anthropic",
  });
  const got = Buffer.from(await (await sendAsHost(address, { path })).arrayBuffer());
  return { ines, got, exchange: await newestExchange(ines) };
}
const spentBy = (workspaceId: string) => db.modelUsage.findMany({ where: { workspaceId } });

describe("what is kept of an answer", () => {
  it("is whole where its pieces end within events and within signs", async () => {
    const bytes = Buffer.from(messageEvents(["Grüße ", "😀"]).join(""));
    const sign = bytes.indexOf("😀");
    const cuts = [0, 7, bytes.indexOf("ü") + 1, sign + 1, sign + 3, bytes.byteLength];
    const pieces = cuts.slice(1).map((to, at) => bytes.subarray(cuts[at], to));
    const { got, exchange } = await kept(pieces);
    expect(got.equals(bytes)).toBe(true);
    expect(exchange).toMatchObject({
      note: null,
      isEstimate: false,
      tokens: { input: 120, output: 30 },
      answer: { text: bytes.toString("utf8") },
    });
  });

  it("ends where the answer ended, within an event or a sign, and says so", async () => {
    const bytes = Buffer.from(messageEvents(["Good 😀"]).join(""));
    for (const end of [bytes.indexOf("😀") + 2, bytes.indexOf("message_delta") + 4]) {
      const { got, exchange } = await kept([bytes.subarray(0, end)]);
      expect(got.equals(bytes.subarray(0, end))).toBe(true);
      expect(exchange).toMatchObject({ ending: "whole", note: expect.stringContaining("has no end") });
      expect(exchange?.tokens?.input).toBeGreaterThan(0);
    }
  });

  it.each([2 ** 31, 9e15, 1e300, -5])("is estimated where the provider counts %d tokens", async (count) => {
    const { ines, exchange } = await kept([
      messageEvents(["Good day"], { input: count, output: count }).join(""),
    ]);
    expect(exchange).toMatchObject({ status: 200, isEstimate: true });
    const [spent, ...others] = await spentBy(ines.workspace.id);
    expect(others).toEqual([]);
    expect(spent?.inputTokens).toBe(exchange?.tokens?.input);
    expect(spent?.inputTokens).toBeLessThan(1_000);
  });

  it("is spent and written down also where a call is nested deeper than any recursion stands", async () => {
    const given = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;
    const call = { index: 0, id: "c", function: { name: "Skill", arguments: given } };
    const chunk = { choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: "tool_calls" }] };
    const { ines, exchange } = await kept([`data: ${JSON.stringify(chunk)}\n\n`, "data: [DONE]\n\n"], {
      provider: "openai",
      path: "/v1/chat/completions",
    });
    expect(exchange).toMatchObject({ status: 200, ending: "whole", isEstimate: true });
    expect(await spentBy(ines.workspace.id)).toHaveLength(1);
  });
});

describe("what is asked of a conversation that is none", () => {
  it.each(["no-id", "", "0".repeat(500)])("is not found: %.20s", async (session) => {
    const ines = await aContext(db);
    await expect(removeLiveSession(ines, { session })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(listLiveExchanges(ines, { session })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is refused past the largest number", async () => {
    const { ines } = await kept(messageEvents(["Good day"]));
    const [row] = await db.liveSession.findMany({ where: { workspaceId: ines.workspace.id } });
    const session = row?.id ?? "";
    expect(await listLiveExchanges(ines, { session, after: 2_147_483_647 })).toEqual([]);
    for (const after of [2_147_483_648, 9e15, -1, 1.5])
      await expect(listLiveExchanges(ines, { session, after })).rejects.toMatchObject({ name: "ZodError" });
  });
});
