import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { anEmbeddingEndpoint, anEmbeddingServer } from "@/lib/testing/servers/embedding-server";
import { holdEmbedding, listAskable, releaseEmbedding } from "./adapters/embedding-meter";
import { removeEmbeddings, setEmbeddings } from "./commands/set-embeddings";
import { testEmbeddings } from "./commands/test-embeddings";
import { getEmbeddings } from "./get-embeddings";
import { findModelKey, openEmbeddings } from "./open-embeddings";

allowLocalServers();
const { db } = testDatabase();
const key = "sk-test-0123456789abcdefghij";
const now = () => new Date("2026-11-27T12:00:00.000Z");
const later = (ms: number) => () => new Date(now().getTime() + ms);

const rowOf = (context: Context) =>
  db.embeddingEndpoint.findUniqueOrThrow({ where: { workspaceId: context.workspace.id } });
const open = async (context: Context, clock = now) => {
  const endpoint = await openEmbeddings(context, clock);
  if (!endpoint) throw new Error("The endpoint may not be asked.");
  return endpoint;
};

describe("a workspace's endpoint for embeddings", () => {
  it("is tested, saved with its key sealed, told without it, and left in the trail", async () => {
    const context = await aContext(db);
    expect((await getEmbeddings(context)).endpoint).toBeNull();
    const server = await anEmbeddingServer();
    const saved = await setEmbeddings(context, {
      baseUrl: `${server.baseUrl}/`,
      modelId: "meaning",
      key,
      price: 0.02,
      monthlyTokens: 5_000,
    });
    expect(saved.endpoint).toMatchObject({
      baseUrl: server.baseUrl,
      modelId: "meaning",
      hasKey: true,
      keyHint: "ghij",
      dimensions: 4,
      price: 0.02,
      used: { tokens: 0, texts: 0, cost: 0 },
      failure: null,
    });
    expect(server.asked[0]).toMatchObject({ model: "meaning", authorization: `Bearer ${key}` });
    const { encryptedKey } = await rowOf(context);
    expect(Buffer.from(encryptedKey ?? []).toString("latin1")).not.toContain(key);
    const { items } = await listAudit(context, { action: "embeddings.set" });
    expect(items[0]?.detail).toMatchObject({ baseUrl: server.baseUrl, hasKey: true });
    expect(JSON.stringify(items)).not.toContain(key);
    const { endpoint } = await getEmbeddings(await aColleague(context, "viewer"));
    expect(endpoint).toMatchObject({ hasKey: true, keyHint: null });
  });

  it("is changed without another test where the address stays, and needs its key again for another one", async () => {
    const context = await aContext(db);
    const server = await anEmbeddingEndpoint(context, { key });
    await setEmbeddings(context, { baseUrl: server.baseUrl, modelId: "meaning", monthlyTokens: 9_000 });
    expect(server.asked).toEqual([]);
    const other = await anEmbeddingServer();
    await expect(
      setEmbeddings(context, { baseUrl: other.baseUrl, modelId: "meaning" }),
    ).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: "Type the API key again: it was given for another base URL.",
    });
    expect(other.asked).toEqual([]);
    const before = await findModelKey(context);
    await setEmbeddings(context, { baseUrl: server.baseUrl, modelId: "larger" });
    expect(server.asked).toMatchObject([{ model: "larger", authorization: `Bearer ${key}` }]);
    expect(await findModelKey(context)).not.toBe(before);
  });

  it("drops what another model embedded, and everything with the endpoint", async () => {
    const context = await aContext(db);
    const server = await anEmbeddingEndpoint(context);
    const workspaceId = context.workspace.id;
    const model = (await findModelKey(context)) ?? "";
    const vector = { workspaceId, digest: "d".repeat(64), textSha256: "e".repeat(64) };
    await db.skillVector.createMany({
      data: [
        { ...vector, model, vector: new Uint8Array([1]) },
        { ...vector, model: "f".repeat(64), vector: new Uint8Array([1]) },
      ],
    });
    const count = () => db.skillVector.count({ where: { workspaceId } });
    await setEmbeddings(context, { baseUrl: server.baseUrl, modelId: "meaning", price: 1 });
    expect(await count()).toBe(1);
    await removeEmbeddings(context);
    expect(await count()).toBe(0);
    expect((await getEmbeddings(context)).endpoint).toBeNull();
    await expect(removeEmbeddings(context)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is an admin's, and of this workspace alone", async () => {
    const context = await aContext(db);
    const server = await anEmbeddingServer();
    const input = { baseUrl: server.baseUrl, modelId: "meaning" };
    const reviewer = await aColleague(context, "reviewer");
    for (const refused of [
      () => setEmbeddings(reviewer, input),
      () => testEmbeddings(reviewer, input),
      () => removeEmbeddings(reviewer),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "FORBIDDEN" });
    const elsewhere = {
      ...(await aContext(db)),
      workspace: { ...context.workspace, id: crypto.randomUUID() },
    };
    await expect(setEmbeddings(elsewhere, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(removeEmbeddings(elsewhere)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await setEmbeddings(context, input);
    expect((await getEmbeddings(await aContext(db))).endpoint).toBeNull();
  });

  it("tells the second of two people who change it at once", async () => {
    const context = await aContext(db);
    const server = await anEmbeddingServer();
    const set = (modelId: string) => setEmbeddings(context, { baseUrl: server.baseUrl, modelId });
    const ended = await Promise.allSettled([set("one"), set("other")]);
    const lost = ended.filter((one) => one.status === "rejected");
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject({ code: "CONFLICT" });
  });
});

describe("its test", () => {
  it("says what came", async () => {
    const server = await anEmbeddingServer();
    const report = await testEmbeddings(await aContext(db), {
      baseUrl: server.baseUrl,
      modelId: "meaning",
    });
    expect(report).toMatchObject({
      works: true,
      dimensions: 4,
      told: "The endpoint answered with vectors of 4 dimensions.",
    });
    expect(server.texts()).toHaveLength(2);
  });

  it.each([
    ["a wrong key", { kind: "refuse", status: 401, body: { error: { message: `Bad key ${key}` } } }, /key/],
    [
      "no such model",
      { kind: "refuse", status: 404, body: { error: { message: "model x not found" } } },
      /model/,
    ],
    ["a full queue", { kind: "refuse", status: 429, headers: { "retry-after": "7" } }, /wait 7 s/],
    [
      "one vector for two texts",
      { kind: "answer", data: [{ embedding: [1, 2, 3] }] },
      /1 vectors for 2 texts/,
    ],
    [
      "vectors of two sizes",
      { kind: "answer", data: [{ embedding: [1, 2, 3] }, { embedding: [1, 2] }] },
      /2 dimensions where 3 were expected/,
    ],
    [
      "no numbers",
      { kind: "answer", data: [{ embedding: [1, null] }, { embedding: [1, 2] }] },
      /cannot be read/,
    ],
    [
      "only zeros",
      { kind: "answer", data: [{ embedding: [0, 0] }, { embedding: [1, 2] }] },
      /without a direction/,
    ],
    [
      "one dimension",
      { kind: "answer", data: [{ embedding: [1] }, { embedding: [2] }] },
      /a vector of 1 dimensions/,
    ],
    ["something else", { kind: "answer", data: "ok" }, /cannot be read/],
  ] as const)("says what is wrong with %s, and nothing is saved", async (_what, trouble, words) => {
    const context = await aContext(db);
    const server = await anEmbeddingServer();
    server.behave(() => trouble);
    const input = { baseUrl: server.baseUrl, modelId: "meaning", key };
    const report = await testEmbeddings(context, input);
    expect(report).toMatchObject({ works: false, dimensions: null, told: expect.stringMatching(words) });
    expect(report.told).not.toContain(key);
    await expect(setEmbeddings(context, input)).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringMatching(/^The test failed, so nothing was saved\. /),
    });
    expect((await getEmbeddings(context)).endpoint).toBeNull();
  });

  it("asks no address that is not to be reached", async () => {
    const context = await aContext(db);
    await expect(
      testEmbeddings(context, { baseUrl: "http://169.254.169.254/v1", modelId: "m" }),
    ).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(testEmbeddings(context, { baseUrl: "http://[::1]:1/", modelId: "m" })).rejects.toMatchObject(
      {
        code: "UNPROCESSABLE",
      },
    );
  });
});

describe("what is asked of it", () => {
  it("is counted for the month, with what it costs, and no longer than its limit", async () => {
    const context = { ...(await aContext(db)), now };
    const server = await anEmbeddingEndpoint(context, { price: 2_000, monthlyTokens: 1_000 });
    await (await open(context)).embed(["a poem", "an invoice"], 5_000);
    expect((await getEmbeddings(context)).endpoint?.used).toEqual({ tokens: 20, texts: 2, cost: 0.04 });
    const { endpoint } = await getEmbeddings({ ...context, now: later(40 * 24 * 3_600_000) });
    expect(endpoint?.used).toEqual({ tokens: 0, texts: 0, cost: 0 });
    await db.embeddingEndpoint.updateMany({ data: { usedTokens: 1_000 } });
    expect(await openEmbeddings(context, now)).toBeNull();
    expect((await getEmbeddings(context)).endpoint?.failure?.message).toBe(
      "This month’s tokens are used up.",
    );
    await (await open(context, later(40 * 24 * 3_600_000))).embed(["a poem"], 5_000);
    expect(await rowOf(context)).toMatchObject({ usedMonth: "2027-01", usedTokens: 10n, usedTexts: 1n });
    expect(server.texts()).toEqual(["a poem", "an invoice", "a poem"]);
  });

  it("waits after a failure as long as the endpoint asks for, and says why", async () => {
    const context = { ...(await aContext(db)), now };
    const server = await anEmbeddingEndpoint(context);
    server.behave(() => ({ kind: "refuse", status: 429, headers: { "retry-after": "120" } }));
    await expect((await open(context)).embed(["a"], 5_000)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await openEmbeddings(context, later(119_000))).toBeNull();
    expect(await listAskable({ db }, later(119_000)())).not.toContain(context.workspace.id);
    expect((await getEmbeddings(context)).endpoint?.failure).toMatchObject({
      message: expect.stringContaining("It asks to wait 120 s."),
      retryAt: later(120_000)().toISOString(),
    });
    server.behave(() => null);
    await (await open(context, later(121_000))).embed(["a"], 5_000);
    expect((await getEmbeddings(context)).endpoint?.failure).toBeNull();
  });

  it("ends when time is up, and refuses vectors of other dimensions than it was tested with", async () => {
    const context = { ...(await aContext(db)), now };
    const server = await anEmbeddingEndpoint(context);
    server.behave(() => ({ kind: "silence" }));
    const endpoint = await open(context);
    await expect(endpoint.embed(["a"], 50)).rejects.toMatchObject({ code: "MODEL_TIMEOUT" });
    server.behave(() => ({ kind: "answer", data: [{ embedding: [1, 2, 3] }] }));
    await expect(endpoint.embed(["a"], 5_000)).rejects.toMatchObject({ code: "MALFORMED_ANSWER" });
  });

  it("is asked for skills by one server at a time, and by another when that one died", async () => {
    const context = await aContext(db);
    await anEmbeddingEndpoint(context);
    const hold = (clock = now) => holdEmbedding(context, clock(), 60_000);
    expect([await hold(), await hold()]).toEqual([true, false]);
    expect(await hold(later(60_000))).toBe(true);
    await releaseEmbedding(context);
    expect(await hold()).toBe(true);
  });
});
