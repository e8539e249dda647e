import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel, startedServer } from "@/lib/testing/models";
import { archiveConnection, deleteConnection, restoreConnection } from "./commands/archive-connection";
import { createConnection } from "./commands/create-connection";
import { editConnection } from "./commands/edit-connection";
import { testConnection, testStoredConnection } from "./commands/test-connection";
import { listLocalServers } from "./list-local-servers";
import { getConnection, listConnections } from "./queries";
import { tryEndpoint } from "./try-endpoint";

allowLocalServers();
const { db } = testDatabase();
const key = "sk-test-0123456789abcdefghij";
const ready = {
  kind: "answer",
  text: ["rea", "dy"],
  calls: [{ name: "report_word", input: { word: "ready" } }],
} as const;

const lastAudit = (context: Context) =>
  db.audit.findFirstOrThrow({ where: { workspaceId: context.workspace.id }, orderBy: { id: "desc" } });

describe.each(["openai", "anthropic"] as const)("a model behind the %s wire", (wire) => {
  const provider = wire === "openai" ? ("compatible" as const) : ("anthropic" as const);
  const endpoint = (baseUrl: string) => ({ provider, baseUrl, modelId: "large", key });

  it("is tested with a real call and a tool, and says what works", async () => {
    const server = await startedServer(wire, [ready]);
    const report = await testConnection(await aContext(db), endpoint(server.baseUrl));
    expect(report).toMatchObject({
      usable: true,
      text: { works: true },
      streaming: { works: true },
      tools: { works: true },
      tokens: { works: true, told: "The provider counts tokens: 120 in, 30 out." },
      error: null,
    });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("report_word");
  });

  it("that keeps sending a little for ever ends its test all the same", async () => {
    const server = await startedServer(wire, [
      { kind: "answer", text: Array.from({ length: 10_000 }, () => "still "), pauseMs: 20 },
    ]);
    const findings = await tryEndpoint(endpoint(server.baseUrl), 300);
    expect(findings).toMatchObject({ usable: false, error: { code: "MODEL_TIMEOUT" } });
  });

  it.each([
    [401, { error: { type: "authentication_error", message: "invalid x-api-key" } }, "WRONG_KEY"],
    [404, { error: { type: "not_found_error", message: "model: large" } }, "NO_SUCH_MODEL"],
    [429, { error: { type: "rate_limit_error", message: "Slow down" } }, "RATE_LIMITED"],
    [500, { error: { type: "api_error", message: "Oops" } }, "MODEL_REFUSED"],
    [200, "<!doctype html><title>A page</title>", "MALFORMED_ANSWER"],
  ])("answered with %s fails its test and is not saved", async (status, body, code) => {
    const server = await startedServer(wire, [{ kind: "refuse", status, body }]);
    const context = await aContext(db);
    const report = await testConnection(context, endpoint(server.baseUrl));
    expect(report).toMatchObject({ usable: false, error: { code }, receipt: null });
    const saved = createConnection(context, { name: "Large", ...endpoint(server.baseUrl) });
    await expect(saved).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    expect(await listConnections(context)).toEqual([]);
  });

  it("without tools is usable, and its test says that it has none", async () => {
    const refusal = { error: { type: "invalid_request_error", message: "large does not support tools" } };
    const server = await startedServer(wire, [
      { kind: "refuse", status: 400, body: refusal },
      { kind: "answer", text: ["ready"] },
    ]);
    const report = await testConnection(await aContext(db), endpoint(server.baseUrl));
    expect(report).toMatchObject({ usable: true, text: { works: true }, tools: { works: false } });
    expect(report.tools.told).toContain("cannot call tools");
  });

  it("keeps what its last test lacked, also of one that it was saved with, and of one that failed", async () => {
    const refusal = { error: { type: "invalid_request_error", message: "large does not support tools" } };
    const noTools = [
      { kind: "refuse", status: 400, body: refusal },
      { kind: "answer", text: ["ready"] },
    ] as const;
    const refused = { kind: "refuse", status: 401, body: { error: { message: "wrong key" } } } as const;
    const server = await startedServer(wire, [...noTools, refused]);
    const context = await aContext(db);
    const receipt = (await testConnection(context, endpoint(server.baseUrl))).receipt ?? "";
    const saved = await createConnection(context, { name: "Large", ...endpoint(server.baseUrl), receipt });
    expect(saved.testLacks).toEqual(["tools"]);
    await testStoredConnection(context, { connection: saved.id });
    const [failed] = await listConnections(context);
    expect(failed?.testLacks).toContain("text");
    expect(failed?.testedAt).not.toBeNull();
  });
});

describe("an address", () => {
  it.each([
    ["http://169.254.169.254/latest", "Only https"],
    ["https://169.254.169.254/v1", "private or local"],
    ["https://2130706433/v1", "GREENROOM_ALLOWED_HOSTS"],
    ["https://name:secret@example.com/v1", "no name and password"],
    ["file:///etc/passwd", "Only https"],
    ["nonsense", "not a web address"],
  ])("%s is refused in words before anything is sent", async (baseUrl, words) => {
    const context = await aContext(db);
    const tried = testConnection(context, {
      provider: "compatible",
      baseUrl: baseUrl.replace("2130706433", "10.0.0.1"),
      modelId: "x",
    });
    await expect(tried).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining(words),
    });
  });

  it("where nothing listens is unreachable", async () => {
    const server = await startedServer("openai", [ready]);
    await server.close();
    const report = await testConnection(await aContext(db), {
      provider: "compatible",
      baseUrl: server.baseUrl,
      modelId: "x",
    });
    expect(report.error?.code).toBe("MODEL_UNREACHABLE");
  });
});

describe("a key", () => {
  it("is never answered, audited or readable in the database", async () => {
    const context = await aContext(db);
    const { id } = await aModel(context, { key });
    const row = await db.modelConnection.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(row.encryptedKey ?? []).toString("latin1")).not.toContain("0123456789");
    const seen = [await getConnection(context, { connection: id }), await listConnections(context)];
    expect(JSON.stringify([seen, (await lastAudit(context)).detail])).not.toContain("0123456789");
    expect(seen[0]).toMatchObject({ hasKey: true, keyHint: "ghij" });
    const viewer = await aColleague(context, "viewer");
    expect(await getConnection(viewer, { connection: id })).toMatchObject({ hasKey: true, keyHint: null });
  });

  it("does not open in another row", async () => {
    const context = await aContext(db);
    const mine = await aModel(context, { key });
    const other = await aModel(context, { name: "Other", key: "sk-test-another-key-entirely" });
    const { encryptedKey } = await db.modelConnection.findUniqueOrThrow({ where: { id: mine.id } });
    await db.modelConnection.update({ where: { id: other.id }, data: { encryptedKey } });
    await expect(testStoredConnection(context, { connection: other.id })).rejects.toThrow();
  });

  it("is sent to no other address than it was given for", async () => {
    const context = await aContext(db);
    const { id } = await aModel(context, { key });
    const elsewhere = await startedServer("openai", [ready]);
    const changes = { connection: id, baseUrl: elsewhere.baseUrl };
    await expect(editConnection(context, changes)).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(testStoredConnection(context, changes)).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    expect(elsewhere.requests).toEqual([]);
    const moved = await editConnection(context, { ...changes, key: "sk-test-for-the-other-one" });
    expect(moved).toMatchObject({ baseUrl: elsewhere.baseUrl, keyHint: "-one" });
    expect(elsewhere.requests[0]?.headers.authorization).toBe("Bearer sk-test-for-the-other-one");
  });
});

describe("saving", () => {
  it("needs no second call when the receipt of a test is given, for the very same endpoint", async () => {
    const context = await aContext(db);
    const server = await startedServer("openai", [ready]);
    const endpoint = { provider: "compatible", baseUrl: server.baseUrl, modelId: "large", key } as const;
    const receipt = (await testConnection(context, endpoint)).receipt ?? "";
    await createConnection(context, { name: "One", ...endpoint, receipt });
    expect(server.requests).toHaveLength(1);
    await createConnection(context, { name: "Two", ...endpoint, key: "sk-another-key-of-ours", receipt });
    expect(server.requests).toHaveLength(2);
  });

  it("renames without a call, and tells of a name in use", async () => {
    const context = await aContext(db);
    const model = await aModel(context, { name: "One" });
    await aModel(context, { name: "Two" });
    const before = model.server.requests.length;
    expect(await editConnection(context, { connection: model.id, name: "First" })).toMatchObject({
      name: "First",
    });
    expect(model.server.requests).toHaveLength(before);
    const taken = editConnection(context, { connection: model.id, name: "Two" });
    await expect(taken).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await lastAudit(context)).toMatchObject({ action: "model.edited", objectName: "First" });
  });

  it("keeps a limit only with prices to reckon it by", async () => {
    const context = await aContext(db);
    const { id } = await aModel(context);
    const edit = (changes: object) => editConnection(context, { connection: id, ...changes });
    await expect(edit({ monthlyLimit: 5 })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    expect(await edit({ monthlyLimit: 5, inputPrice: 1, outputPrice: 2 })).toMatchObject({ monthlyLimit: 5 });
    await expect(edit({ inputPrice: null })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });

  it("that lost a race is told", async () => {
    const context = await aContext(db);
    const { id, server } = await aModel(context, {
      replies: [{ kind: "answer", text: ["rea", "dy"], pauseMs: 200 }],
    });
    const slow = editConnection(context, { connection: id, modelId: "other" });
    await expect.poll(() => server.requests.length).toBeGreaterThan(1);
    await db.modelConnection.update({
      where: { id },
      data: { name: "Changed meanwhile", updatedAt: new Date(0) },
    });
    await expect(slow).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("who and where", () => {
  it.each(["viewer", "author", "reviewer"] as const)("a %s reads models and changes none", async (role) => {
    const context = await aContext(db);
    const { id } = await aModel(context);
    const person = await aColleague(context, role);
    expect(await listConnections(person)).toHaveLength(1);
    const forbidden = { code: "FORBIDDEN" };
    const input = { provider: "openai", modelId: "x", name: "X" } as const;
    await expect(createConnection(person, input)).rejects.toMatchObject(forbidden);
    await expect(testConnection(person, input)).rejects.toMatchObject(forbidden);
    await expect(listLocalServers(person)).rejects.toMatchObject(forbidden);
    for (const act of [
      editConnection,
      testStoredConnection,
      archiveConnection,
      restoreConnection,
      deleteConnection,
    ])
      await expect(act(person, { connection: id })).rejects.toMatchObject(forbidden);
  });

  it("another workspace's model is not there", async () => {
    const { id } = await aModel(await aContext(db));
    const stranger = await aContext(db);
    for (const act of [
      getConnection,
      editConnection,
      testStoredConnection,
      archiveConnection,
      deleteConnection,
    ])
      await expect(act(stranger, { connection: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getConnection(stranger, { connection: "nonsense" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("one that agents use stays, and they are named", async () => {
    const context = await aContext(db);
    const { id } = await aModel(context);
    const agent = await db.agent.create({
      data: {
        workspaceId: context.workspace.id,
        slug: "desk",
        name: "Release desk",
        model: id,
        createdById: context.actor.userId,
      },
    });
    const named = { code: "CONFLICT", details: { agents: ["Release desk"] } };
    await expect(deleteConnection(context, { connection: id })).rejects.toMatchObject(named);
    await expect(archiveConnection(context, { connection: id })).rejects.toMatchObject(named);
    await db.agent.update({ where: { id: agent.id }, data: { model: "rehearsal" } });
    expect((await archiveConnection(context, { connection: id })).archivedAt).not.toBeNull();
    expect((await restoreConnection(context, { connection: id })).archivedAt).toBeNull();
    await deleteConnection(context, { connection: id });
    expect(await lastAudit(context)).toMatchObject({ action: "model.deleted" });
    expect(await listConnections(context)).toEqual([]);
  });
});

describe("model servers on listed hosts", () => {
  it("are asked where Ollama listens when no port is listed, and a silent one is left out", async () => {
    expect(await listLocalServers(await aContext(db))).toEqual([]);
  });
});
