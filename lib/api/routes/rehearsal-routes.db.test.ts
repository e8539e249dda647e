import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import type { CreateKey } from "@/lib/auth/key-schema";
import { rehearsalSchema } from "@/lib/playground/rehearsal-schema";
import { runEnded } from "@/lib/playground/running-runs";
import { sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { api } from "../app";

const { db } = testDatabase();
const message = "Checkout is down: which severity is this incident?";
const expectedReads = [{ skill: triage.name, path: "references/severity.md" }];

type Call = { key: string; body?: unknown; headers?: Record<string, string> };

/** As a program calls: by key, without a cookie, also from a page of another site. */
const call = (method: string, path: string, { key, body, headers }: Call) =>
  api.request(`http://greenroom.test/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const keyOf = async (context: Context, scopes: CreateKey["scopes"], more: Partial<CreateKey> = {}) =>
  createKey(context, { name: "CI", scopes, ...more });

async function furnished() {
  const context = await aContext(db);
  await aStoredSkill(context, triage);
  const agent = await anAgentWith(context, [triage.name]);
  const { key, id } = await keyOf(context, ["rehearse"]);
  const base = `/workspaces/${context.workspace.slug}`;
  const rehearse = async (body: object, headers?: Record<string, string>) =>
    call("POST", `${base}/agents/${agent}/rehearsals`, {
      key,
      body: { message, ...body },
      ...(headers ? { headers } : {}),
    });
  return { context, agent, key, keyId: id, base, rehearse };
}

describe("a rehearsal by a program", () => {
  it("waits for the end and says of each expectation whether it holds", async () => {
    const { rehearse } = await furnished();
    const expect_ = {
      activations: [triage.name],
      reads: expectedReads,
      outputIncludes: ["sev2"],
      outputMatches: ["(?i)sev[12]"],
      toolsCalled: [{ name: "activate_skill", inputContains: { name: triage.name } }],
      toolsNotCalled: ["list_skills"],
      tokensAtMost: 100_000,
      durationAtMostMs: 300_000,
      finish: "answered",
    };
    const response = await rehearse({ expect: expect_ });
    expect(response.status).toBe(200);
    const passed = rehearsalSchema.parse(await response.json());
    expect(passed).toMatchObject({
      outcome: "done",
      model: { id: "rehearsal", name: "Rehearsal" },
      scripted: true,
      passed: true,
      activations: [triage.name],
      reads: expectedReads,
      finish: { kind: "answered", reason: "stop" },
      tokens: { source: "estimate" },
    });
    expect(passed.expectations.map(({ kind }) => kind)).toEqual([
      "outcome",
      "finish",
      "activations",
      "reads",
      "outputIncludes",
      "outputMatches",
      "toolsCalled",
      "toolsNotCalled",
      "tokensAtMost",
      "durationAtMostMs",
    ]);
    const failed = rehearsalSchema.parse(
      await (await rehearse({ expect: { notActivated: [triage.name], outputIncludes: ["SEV9"] } })).json(),
    );
    expect(failed.passed).toBe(false);
    expect(failed.expectations.filter((one) => !one.passed).map(({ expected }) => expected)).toEqual([
      triage.name,
      "SEV9",
    ]);
  });

  it("answers at once when it need not wait, and is judged when it is asked for again", async () => {
    const { rehearse, base, key } = await furnished();
    const response = await rehearse({ wait: false, expect: { activations: [triage.name] } });
    expect(response.status).toBe(202);
    const started = rehearsalSchema.parse(await response.json());
    expect(started).toMatchObject({ outcome: "running", passed: null });
    await runEnded(started.run);
    const path = `${base}/conversations/${started.conversation}/runs/${started.run}/result`;
    expect(await (await call("GET", path, { key })).json()).toMatchObject({ outcome: "done", passed: true });
  });

  it("says what cannot run before it makes anything", async () => {
    const { context, rehearse } = await furnished();
    expect((await rehearse({ dialect: "sisu", mode: "search" })).status).toBe(422);
    expect((await rehearse({ overlay: [{ skill: "gone" }] })).status).toBe(404);
    expect((await rehearse({ expect: { activations: [""] } })).status).toBe(422);
    const misspelt = await rehearse({ expect: { activations: [triage.name], notActived: [triage.name] } });
    expect([misspelt.status, await misspelt.text()]).toEqual([422, expect.stringContaining("notActived")]);
    expect(await db.conversation.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("refuses all at once what the run does not offer, and names what is near", async () => {
    const { context, rehearse } = await furnished();
    await aStoredSkill(context, { ...triage, name: "incident-report" });
    const response = await rehearse({
      expect: {
        activations: ["incident-trige"],
        notActivated: ["incident-report", "incident-triage", "incident-triage"],
        reads: [{ skill: triage.name, path: "references/severty.md" }],
        toolsCalled: [{ name: "activate_skil" }],
        toolsNotCalled: ["rm_everything"],
      },
    });
    expect(response.status).toBe(422);
    const { detail, details } = z
      .object({
        detail: z.string(),
        details: z.object({
          problems: z.array(z.object({ path: z.string(), closest: z.array(z.string()) })),
        }),
      })
      .parse(await response.json());
    expect(details.problems.map(({ path, closest }) => [path, ...closest])).toEqual([
      ["expect.activations.0", "incident-triage"],
      ["expect.notActivated.0"],
      ["expect.reads.0.path", "references/severity.md"],
      ["expect.toolsCalled.0.name", "activate_skill"],
      ["expect.toolsNotCalled.0"],
      ["expect.notActivated.2"],
    ]);
    expect(detail).toContain("Did you mean incident-triage?");
    const left = await rehearse({
      expect: { notActivated: [triage.name] },
      overlay: [{ skill: triage.name, follows: "none" }],
    });
    expect([left.status, await left.text()]).toEqual([422, expect.stringContaining("left out of this")]);
    const vacuous = await rehearse({
      expect: { outputMatches: ["a*"], outputIncludes: [" "], activations: [] },
    });
    const said = await vacuous.text();
    expect([vacuous.status, said]).toEqual([422, expect.stringContaining("expect.outputMatches.0")]);
    expect(said).toContain("expect.outputIncludes.0");
    expect(said).toContain("expect.activations");
    expect(await db.conversation.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
  });

  it("reads what was expected when less was refused", async () => {
    const { rehearse, base, key } = await furnished();
    const { conversation, run } = rehearsalSchema.parse(await (await rehearse({})).json());
    await db.run.update({
      where: { id: run },
      data: { expectations: { activations: [], notActivated: ["gone"], outputIncludes: [""] } },
    });
    const result = await call("GET", `${base}/conversations/${conversation}/runs/${run}/result`, { key });
    expect([result.status, await result.json()]).toMatchObject([200, { passed: true }]);
  });

  it("streams its events, and then what came of it", async () => {
    const { rehearse } = await furnished();
    const response = await rehearse(
      { expect: { outputIncludes: ["SEV9"] } },
      { accept: "text/event-stream" },
    );
    const text = await response.text();
    const types = [...text.matchAll(/^id: \d+\ndata: (.*)$/gm)].map(
      ([, data = ""]) => z.object({ type: z.string() }).parse(JSON.parse(data)).type,
    );
    expect(types[0]).toBe("run-started");
    expect(types.at(-1)).toBe("run-finished");
    const last = /^event: rehearsal\ndata: (.*)$/m.exec(text)?.[1] ?? "null";
    expect(rehearsalSchema.parse(JSON.parse(last)).passed).toBe(false);
  });
});

describe("a key", () => {
  it("is shown once, kept as a hash, and named in the audit trail", async () => {
    const { context, key, keyId, base, rehearse } = await furnished();
    expect(key).toMatch(/^grk_[\w-]{43}$/);
    await rehearse({});
    const cookie = await sessionCookie(context);
    const listed = await api.request(`http://greenroom.test/api/v1${base}/keys`, { headers: { cookie } });
    const text = await listed.text();
    expect(text).not.toContain(key);
    expect(text).toContain(key.slice(0, 10));
    expect(JSON.parse(text)).toMatchObject({ items: [{ state: "active", lastUsedAt: expect.any(String) }] });
    expect(JSON.stringify(await db.apiKey.findMany())).not.toContain(key);
    const rows = await db.audit.findMany({
      where: { workspaceId: context.workspace.id, action: "conversation.created" },
    });
    expect(rows.at(-1)).toMatchObject({
      actorName: `${context.actor.name} (key “CI”)`,
      detail: { keyId },
    });
  });

  it("does what its scopes and its person's role both allow, and nothing else", async () => {
    const { context, base } = await furnished();
    const asked = async (
      person: Context,
      scopes: CreateKey["scopes"],
      method: string,
      path: string,
      body?: unknown,
    ) => {
      const { key } = await keyOf(person, scopes);
      return (await call(method, path, { key, body })).status;
    };
    const viewer = await aColleague(context, "viewer");
    const newSkill = { name: "a-skill" };
    expect(await asked(context, ["read"], "GET", `${base}/skills`)).toBe(200);
    expect(await asked(context, ["rehearse"], "GET", `${base}/members`)).toBe(403);
    expect(await asked(context, ["read"], "POST", `${base}/skills`, newSkill)).toBe(403);
    expect(await asked(viewer, ["write"], "POST", `${base}/skills`, newSkill)).toBe(403);
    expect(await asked(context, ["write"], "POST", `${base}/skills`, newSkill)).toBe(201);
    expect(await asked(context, ["read", "write"], "GET", `${base}/keys`)).toBe(403);
    expect(await asked(context, ["read", "write"], "GET", "/workspaces")).toBe(403);
    expect(await asked(context, ["read"], "GET", `${base}/conversations`)).toBe(403);
  });

  it("works in its own workspace alone, even where its person is a member of another", async () => {
    const { context, key } = await furnished();
    const other = await aContext(db);
    await db.member.create({
      data: { workspaceId: other.workspace.id, userId: context.actor.userId, role: "owner" },
    });
    const path = `/workspaces/${other.workspace.slug}/agents`;
    expect((await call("GET", path, { key })).status).toBe(404);
  });

  it("counts for nothing when it is wrong, expired or its person has left, whatever cookie comes along", async () => {
    const { context, base, key } = await furnished();
    const cookie = await sessionCookie(context);
    expect((await call("GET", `${base}/agents`, { key: `${key}x`, headers: { cookie } })).status).toBe(401);
    expect((await call("GET", `${base}/agents`, { key: "", headers: { cookie } })).status).toBe(401);
    await db.apiKey.updateMany({ data: { expiresAt: new Date(0) } });
    expect((await call("GET", `${base}/agents`, { key })).status).toBe(401);
    const { key: lasting } = await keyOf(context, ["read"], { expiresInDays: null });
    await db.member.deleteMany({ where: { userId: context.actor.userId } });
    expect((await call("GET", `${base}/agents`, { key: lasting })).status).toBe(404);
  });

  it("that is revoked in the middle of a run ends nothing that has started, and starts nothing more", async () => {
    const { context, keyId, rehearse } = await furnished();
    const started = rehearsalSchema.parse(await (await rehearse({ wait: false })).json());
    await revokeKey(context, { key: keyId });
    await runEnded(started.run);
    expect(await db.run.findUnique({ where: { id: started.run } })).toMatchObject({ state: "done" });
    expect((await rehearse({})).status).toBe(401);
  });

  it("is revoked by its person or an admin, and by nobody else", async () => {
    const { context, keyId } = await furnished();
    await expect(revokeKey(await aColleague(context, "reviewer"), { key: keyId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(revokeKey(await aContext(db), { key: keyId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await revokeKey(await aColleague(context, "admin"), { key: keyId });
    expect((await db.apiKey.findUnique({ where: { id: keyId } }))?.revokedAt).not.toBeNull();
  });
});
