import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { beingRead } from "@/lib/hosts/exchange-reading-schema";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { createGatewayKey } from "../commands/create-gateway-key";
import { keepExchange } from "../commands/keep-exchange";
import { setGatewaySettings } from "../commands/set-gateway-settings";
import { spendExchange } from "../commands/spend-exchange";
import { getLiveExchange, listLiveExchanges } from "../live-exchanges";
import { listLiveSessions } from "../live-sessions";
import type { ReadExchange, SeenExchange } from "../ports";

const { db } = testDatabase();
const minuteMs = 60_000;

type Host = { ines: Context; keyId: string };
async function aHost(context?: Context): Promise<Host> {
  const ines = context ?? (await aContext(db));
  return { ines, keyId: (await createGatewayKey(ines, { name: "Laptop" })).id };
}

/** Keeps one request with this history, without waiting for another one. */
async function went(
  { ines, keyId }: Host,
  texts: readonly string[],
  {
    system = "S",
    tools = [{ name: "Skill" }] as object[],
    read = async () => texts,
    ...more
  }: Partial<SeenExchange> & { system?: string; tools?: object[]; read?: ReadExchange } = {},
): Promise<void> {
  const messages = texts.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const request = Buffer.from(JSON.stringify({ model: "m", system, tools, messages }));
  const seen: SeenExchange = {
    id: crypto.randomUUID(),
    at: new Date(),
    protocol: "messages",
    modelAsked: "m",
    modelId: "m",
    request,
    requestBytes: request.byteLength,
    userAgent: "claude-cli/1.0.0 (x)",
    sessionName: null,
    status: 200,
    answerBytes: 2,
    ending: "whole",
    firstByteMs: 1,
    durationMs: 2,
    answer: { contentType: "application/json", bytes: Buffer.from("{}"), isWhole: true },
    ...more,
  };
  const admission = { context: ines, key: { id: keyId, lastUsedAt: null }, hostModel: null };
  const spending = await spendExchange(admission, seen);
  await keepExchange(admission, seen, { read, lacking: null, spending });
}

/** What the model said, as the wire has it. */
const saying = (text: string) => ({
  answer: {
    contentType: "application/json",
    bytes: Buffer.from(JSON.stringify({ content: [{ type: "text", text }], stop_reason: "end_turn" })),
    isWhole: true,
  },
});

const countsOf = async ({ ines }: Host) =>
  (await listLiveSessions(ines, {})).items.map(({ exchangeCount }) => exchangeCount).sort();
async function basesOf({ ines }: Host) {
  const { items } = await listLiveSessions(ines, {});
  const rows = await listLiveExchanges(ines, { session: items[0]?.id ?? "" });
  return rows.map(({ baseSeq, sharedItems }) => [baseSeq, sharedItems]);
}

describe("an exchange finds its conversation", () => {
  it("by the whole history that it goes on with, never by a part of it", async () => {
    const host = await aHost();
    await went(host, ["One", "A", "Two"]);
    await went(host, ["One", "A", "Two", "B", "Three"]);
    await went(host, ["One", "Other"]);
    expect(await countsOf(host)).toEqual([1, 2]);
  });

  it("again after an answer that failed, and not after one that did not", async () => {
    const host = await aHost();
    await went(host, ["One"], { status: 529 });
    await went(host, ["One"], { ending: "cut" });
    await went(host, ["One"]);
    expect(await countsOf(host)).toEqual([3]);
    await went(host, ["One"]);
    expect(await countsOf(host)).toEqual([1, 3]);
  });

  it("of two that begin alike by what each was answered, or opens another one", async () => {
    const host = await aHost();
    await went(host, ["hi"], saying("I am A."));
    await went(host, ["hi"], saying("I am B."));
    await went(host, ["hi", "I am A.", "Go on, A"], saying("A again."));
    await went(host, ["hi", "I am B.", "Go on, B"], saying("B again."));
    await went(host, ["hi", "I am A.", "Go on, A", "A again.", "More"]);
    expect(await countsOf(host)).toEqual([2, 3]);
    await went(host, ["hi", "I am C.", "Go on, C"]);
    expect(await countsOf(host)).toEqual([1, 2, 3]);
    const { items } = await listLiveSessions(host.ines, {});
    const texts = await Promise.all(
      items.map(async ({ id: session, exchangeCount: seq }) =>
        JSON.stringify((await getLiveExchange(host.ines, { session, seq })).request),
      ),
    );
    expect(texts.map((text) => /Go on, (.)/.exec(text)?.[1]).sort()).toEqual(["A", "B", "C"]);
  });

  it("among those of its own key and its own protocol alone", async () => {
    const host = await aHost();
    const other = await aHost(host.ines);
    await went(host, ["One"]);
    await went(other, ["One", "A", "Two"]);
    await went(host, ["One", "A", "Two"], { protocol: "chat-completions" });
    expect(await countsOf(host)).toEqual([1, 1, 1]);
  });

  it("under the host's own name for it, whatever became of the history", async () => {
    const host = await aHost();
    await went(host, ["One"], { sessionName: "s" });
    await went(host, ["Summary"], { sessionName: "s" });
    await went(host, ["Summary", "A", "Two"], { sessionName: "s" });
    await went(host, ["Summary", "A", "Two"], { sessionName: "t" });
    expect(await countsOf(host)).toEqual([1, 3]);
  });

  it("when it stands aside: around it within ten minutes, else alone", async () => {
    const host = await aHost();
    const at = new Date();
    await went(host, ["One"], { at });
    await went(host, ["A title?"], { at: new Date(at.getTime() + 9 * minuteMs), tools: [] });
    expect(await countsOf(host)).toEqual([2]);
    await went(host, ["A title?"], { at: new Date(at.getTime() + 20 * minuteMs), tools: [] });
    expect(await countsOf(host)).toEqual([1, 2]);
  });

  it("with what stands around its history kept once, until that changes", async () => {
    const host = await aHost();
    await went(host, ["One"]);
    await went(host, ["One", "A", "Two"]);
    await went(host, ["One", "A", "Two", "B", "Three"], { system: "Changed" });
    const rows = await db.liveExchange.findMany({
      where: { workspaceId: host.ines.workspace.id },
      orderBy: { seq: "asc" },
    });
    expect(rows.map(({ headSeq, head }) => [headSeq, head !== null])).toEqual([
      [1, true],
      [1, false],
      [3, true],
    ]);
    expect(rows.map(({ items }) => (Array.isArray(items) ? items.length : 0))).toEqual([1, 2, 2]);
  });

  it("one number each where several end at once on one key", async () => {
    const host = await aHost();
    await went(host, ["One"], { sessionName: "s" });
    await Promise.all(
      Array.from({ length: 6 }, (_, at) => went(host, ["One", "A", `Helper ${at}`], { sessionName: "s" })),
    );
    expect(await countsOf(host)).toEqual([7]);
    const bases = await basesOf(host);
    expect(bases).toHaveLength(7);
    for (const [base, shared] of bases.slice(1)) {
      expect(base).toBeGreaterThanOrEqual(1);
      expect(shared).toBeGreaterThanOrEqual(1);
    }
  });

  it("and two keys at once do not wait for each other's, nor mix", async () => {
    const host = await aHost();
    const other = await aHost(host.ines);
    await Promise.all([
      went(host, ["One"]),
      went(other, ["One"]),
      went(host, ["Else"]),
      went(other, ["Else"]),
    ]);
    expect(await countsOf(host)).toEqual([1, 1, 1, 1]);
    const keys = await db.liveSession.groupBy({
      by: ["keyId"],
      where: { workspaceId: host.ines.workspace.id },
      _count: true,
    });
    expect(keys.map(({ _count }) => _count)).toEqual([2, 2]);
  });
});

describe("what is kept of a conversation that goes on", () => {
  const turns = [["One"], ["One", "A", "Two"], ["One", "A", "Two", "B", "Three"]] as const;
  const requestsOf = async ({ ines }: Host) => {
    const [session] = (await listLiveSessions(ines, {})).items;
    const read = Array.from({ length: session?.exchangeCount ?? 0 }, (_, at) =>
      getLiveExchange(ines, { session: session?.id ?? "", seq: at + 1 }),
    );
    return (await Promise.all(read)).map(({ request, hasBody }) => [hasBody, JSON.stringify(request)]);
  };
  const readable = (...texts: readonly string[]) => [
    true,
    expect.stringMatching(new RegExp(`"system":"S".*${texts.join(".*")}`)),
  ];
  const gone = [false, "null"];

  it.each([["texts that were never kept", false] as const, ["texts that were removed", true] as const])(
    "can be read again from the first turn behind %s",
    async (_, isFirstKept) => {
      const host = await aHost();
      const choose = (keeps: "all" | "skills") => setGatewaySettings(host.ines, { keeps, days: 30 });
      const [first, second, third] = turns;
      if (!isFirstKept) await choose("skills");
      await went(host, first);
      await choose("skills");
      await choose("all");
      await went(host, second);
      await went(host, third);
      expect(await requestsOf(host)).toEqual([gone, readable("One", "Two"), readable("One", "Two", "Three")]);
      expect(await countsOf(host)).toEqual([3]);
    },
  );

  it.each([
    ["could not be read", () => Promise.reject(new Error("Odd."))],
    ["another server is still reading", async () => beingRead(new Date(Date.now() + 10_000))],
  ] as const)("is read beside what was read before, also where that is what %s", async (_, readFirst) => {
    const host = await aHost();
    const befores: unknown[] = [];
    const read: ReadExchange = async (_, { request, before }) => {
      befores.push(before);
      return { read: JSON.stringify(request).length };
    };
    const [first, second] = turns;
    await went(host, first, { read: readFirst });
    await went(host, second, { read });
    // Its own beginning is read first, beside nothing, and is then what it goes on with.
    expect(befores).toEqual([null, { read: expect.any(Number) }]);
    const [of] = await db.liveExchange.findMany({ where: { seq: 1, session: { keyId: host.keyId } } });
    expect(befores[1]).toEqual({
      read: JSON.stringify({ model: "m", system: "S", tools: [{ name: "Skill" }], messages: of?.items })
        .length,
    });
  });
});
