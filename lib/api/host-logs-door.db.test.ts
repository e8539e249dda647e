import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { getSkillActivity } from "@/lib/activity/get-skill-activity";
import { createKey } from "@/lib/auth/commands/create-key";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { aHostLog, hostLogs } from "@/lib/testing/hosts/host-logs";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { hostLogsDoor } from "./host-logs-door";

const { db } = testDatabase();
let context: Context;
let machine: Awaited<ReturnType<typeof aMachine>>;
let sequence = 0;

beforeAll(async () => {
  context = await aContext(db);
  for (const name of ["notes", "secret-plan"]) await aPackage(context, { name, publishNote: "First" });
  await anAgentWith(context, ["notes"], "Desk");
});
beforeEach(async () => {
  await db.skillActivity.deleteMany({});
  await db.skillFiring.deleteMany({});
  machine = await aMachine(context, "desk");
});

const activated = (skill: string, more: Record<string, unknown> = {}) =>
  aHostLog("skill_activated", {
    "skill.name": skill,
    invocation_trigger: "claude-proactive",
    "event.sequence": ++sequence,
    "event.timestamp": context.now().toISOString(),
    ...more,
  });

type Sent = { key?: string | null; type?: string; signal?: string; method?: string };
function send(body: unknown, { key = machine.key, type = "application/json", ...asked }: Sent = {}) {
  const { signal = "logs", method = "POST" } = asked;
  const request = new Request(`http://greenroom.test/otlp/v1/${signal}`, {
    method,
    headers: { "content-type": type, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    ...(method === "GET" ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return Promise.resolve(hostLogsDoor.fetch(request));
}
const activity = (skill: string, by: "host" | "agent" | "model" | "version" = "host", asker = context) =>
  getSkillActivity(asker, { skill, by });

describe("what a host says", () => {
  it("is counted among the skill's activity, as of that host, its agent and its model", async () => {
    const sent = await send(
      hostLogs(
        activated("meridian:notes"),
        activated("notes", { "session.id": "session-2", invocation_trigger: "user-slash" }),
        aHostLog("api_request", { model: "claude-opus-5-5" }),
      ),
    );
    expect([sent.status, await sent.json()]).toEqual([200, {}]);
    const read = await activity("notes");
    expect(read.figures).toMatchObject({ activated: 2, refused: 0 });
    expect(read.conversations).toBe(2);
    expect(read.groups).toMatchObject([{ key: "claude-code", figures: { activated: 2 } }]);
    expect(read.reasons.map(({ reason }) => reason).sort()).toEqual(["by-model", "by-person"]);
    expect((await activity("notes", "agent")).groups).toMatchObject([{ name: "Desk" }]);
    expect((await activity("notes", "model")).groups.map(({ name }) => name).sort()).toEqual([
      "claude-opus-5-5",
      "not told",
    ]);
  });

  it("is of the version that the key fetched last, and of none where that is not what is delivered", async () => {
    const versions = async () => {
      await send(hostLogs(activated("notes")));
      return (await activity("notes", "version")).groups.map(({ name }) => name).sort();
    };
    expect(await versions()).toEqual(["Version not known"]);
    await machine.manifest();
    // What a key has is held in memory for a second.
    await expect.poll(versions, { timeout: 5_000 }).toEqual(["Version not known", "v1"]);
  });

  it("tells an activation that failed as refused by the host", async () => {
    await send(
      hostLogs(
        aHostLog("tool_result", {
          tool_name: "Skill",
          success: "false",
          tool_parameters: '{"skill_name":"notes"}',
          "event.sequence": ++sequence,
        }),
      ),
    );
    const read = await activity("notes");
    expect(read.figures).toMatchObject({ activated: 0, refused: 1 });
    expect(read.reasons).toMatchObject([{ outcome: "refused", reason: "by-host", count: 1 }]);
  });

  it("is counted once, however often it is sent", async () => {
    const body = hostLogs(activated("notes"));
    for (let go = 0; go < 3; go++) expect((await send(body)).status).toBe(200);
    expect((await activity("notes")).figures.activated).toBe(1);
  });

  it("says nothing of skills that the agent is not delivered, nor of those of nobody here", async () => {
    await send(hostLogs(activated("secret-plan"), activated("simplify")));
    expect((await activity("secret-plan")).figures.activated).toBe(0);
    expect(await db.skillActivity.count()).toBe(0);
  });

  it("is of today where its clock is wrong", async () => {
    const today = context.now().toISOString().slice(0, 10);
    for (const at of ["1999-01-01T00:00:00Z", "2999-01-01T00:00:00Z", "soon"])
      await send(hostLogs(activated("notes", { "event.timestamp": at })));
    expect((await activity("notes")).groups[0]?.days).toMatchObject([{ day: today, count: 3 }]);
  });

  it("is for whoever manages keys, and for whose key it is", async () => {
    await send(hostLogs(activated("notes")));
    const viewer = await aColleague(context, "viewer");
    expect((await activity("notes", "host", viewer)).figures.activated).toBe(0);
  });

  it("is warned of where the host keeps names to itself", async () => {
    const sent = await send(hostLogs(activated("custom_skill"), activated("custom_skill")));
    expect(await sent.json()).toEqual({
      partialSuccess: { errorMessage: expect.stringContaining("OTEL_LOG_TOOL_DETAILS=1") },
    });
  });
});

describe("who may say it, and how", () => {
  it("is whoever has a key to deliver that holds", async () => {
    const body = hostLogs(activated("notes"));
    expect((await send(body, { key: null })).status).toBe(401);
    expect((await send(body, { key: `grk_${"x".repeat(43)}` })).status).toBe(401);
    const reading = await createKey(context, { name: "Reads", scopes: ["read"] });
    expect((await send(body, { key: reading.key })).status).toBe(403);
    await revokeKey(context, { key: machine.id });
    expect((await send(body)).status).toBe(401);
    expect(await db.skillActivity.count()).toBe(0);
  });

  it("answers what is no logs with what to do", async () => {
    const told = async (response: Response) => {
      const { detail } = await response.json();
      return `${response.status} ${detail}`;
    };
    expect(await told(await send("{", {}))).toMatch(/^400 .*not JSON/);
    expect(await told(await send({ resourceSpans: [] }))).toMatch(/^400 .*resourceLogs/);
    expect(await told(await send("x", { type: "application/x-protobuf" }))).toMatch(/^422 .*http\/json/);
    expect(await told(await send({ resourceLogs: "x".repeat(5 * 1024 * 1024) }))).toMatch(/^413 .*4 MiB/);
    expect(await told(await send("", { method: "GET" }))).toMatch(/^404 /);
  });

  it("takes metrics and traces, which a host sends to the same address, and lets them go", async () => {
    for (const signal of ["metrics", "traces"])
      expect((await send("x", { signal, type: "application/x-protobuf" })).status).toBe(200);
  });

  it("passes over what it does not understand within what it does", async () => {
    const sent = await send(hostLogs(null, { attributes: [{ key: "skill.name" }] }, activated("notes")));
    expect(sent.status).toBe(200);
    expect((await activity("notes")).figures.activated).toBe(1);
  });
});
