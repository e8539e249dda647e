import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { RequestAllowance } from "@/lib/platform/request-allowance";
import { openedServedSchema, servedAnswerSchema } from "@/lib/served/schema";
import { eventListSchema } from "@/lib/sessions/schema";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { aServedAgent } from "@/lib/testing/hosts/served";
import { triage } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();
const { name } = triage;
let context: Context;
let home = "";
let key = "";

beforeAll(async () => {
  const made = await aServedAgent(await aContext(db), "Desk");
  context = made.context;
  key = made.machine.key;
  home = `/workspaces/${context.workspace.slug}`;
});

const ask = (method: string, path: string, body?: unknown, bearer = key) =>
  callApi(method, `${home}${path}`, { bearer, ...(body === undefined ? {} : { body }) });
const open = async (body: object = {}) => {
  const answer = await ask("post", "/agents/desk/sessions", body);
  expect(answer.status).toBe(201);
  return openedServedSchema.parse(await answer.json());
};

describe("a session over HTTP", () => {
  it("is opened, asked, told, read and ended", async () => {
    const { session, catalogue } = await open({ message: "Checkout is down", client: "desk 1.0" });
    expect(catalogue.text).toContain(name);
    const at = `/agents/desk/sessions/${session.id}`;
    const call = { tool: "activate_skill", arguments: { name }, id: "call_1" };
    const first = await ask("post", `${at}/calls`, call);
    const answer = servedAnswerSchema.parse(await first.json());
    expect(answer).toMatchObject({ kind: "skill-activated", isError: false, skill: { name, version: 1 } });
    expect(await (await ask("post", `${at}/calls`, call)).json()).toEqual(answer);
    expect((await ask("post", `${at}/calls`, { ...call, arguments: {} })).status).toBe(409);
    const turn = await ask("post", `${at}/messages`, { message: `/${name} again` });
    expect(await turn.json()).toMatchObject({ turn: 2, injected: [{ kind: "skill-reactivated" }] });
    expect(await (await ask("get", at)).json()).toMatchObject({ turn: 2, session: { calls: 1, turns: 2 } });
    const log = eventListSchema.parse(
      await (await ask("get", `/served-sessions/${session.id}/events`)).json(),
    );
    expect(log.items.map(({ type }) => type)).toContain("skill-activated");
    expect(await (await ask("post", `${at}/end`)).json()).toMatchObject({ state: "ended" });
    const over = await ask("post", `${at}/calls`, call);
    expect(over.status).toBe(410);
    expect(z.object({ detail: z.string() }).parse(await over.json()).detail).toContain("Open another.");
  });

  it("is shown to people, who may remove it", async () => {
    const cookie = await sessionCookie(context);
    const { session } = await open();
    const list = await callApi("get", `${home}/served-sessions?limit=1`, { cookie });
    expect(await list.json()).toMatchObject({ items: [{ id: session.id, key: { name: "Host" } }] });
    expect((await callApi("delete", `${home}/served-sessions/${session.id}`, { cookie })).status).toBe(204);
    expect((await ask("get", `/agents/desk/sessions/${session.id}`)).status).toBe(404);
  });

  it("says what is wrong with a request, and refuses fields that it does not know", async () => {
    const { session } = await open();
    const at = `/agents/desk/sessions/${session.id}`;
    for (const [path, body] of [
      ["/agents/desk/sessions", { agent: "desk" }],
      ["/agents/desk/sessions", { mode: "nonsense" }],
      [`${at}/calls`, {}],
      [`${at}/calls`, { tool: "a\u0000b" }],
      [`${at}/calls`, { tool: "Skill", input: {} }],
      [`${at}/messages`, { message: "" }],
    ] as const)
      expect((await ask("post", path, body)).status, JSON.stringify(body)).toBe(422);
    for (const given of [null, "text", [1], { deep: { name } }, "\u0000"]) {
      const answer = await ask("post", `${at}/calls`, { tool: "activate_skill", arguments: given });
      expect([answer.status, (await answer.json()).isError]).toEqual([200, true]);
    }
  });

  it("is answered 401 for a key that was revoked, 404 for every other agent, 429 for who asks without a pause", async () => {
    const { session } = await open();
    expect((await ask("post", "/agents/other/sessions", {})).status).toBe(404);
    const second = await aMachine(context, "desk", "Second");
    const at = `/agents/desk/sessions/${session.id}`;
    const call = { tool: "activate_skill", arguments: { name } };
    expect((await ask("post", `${at}/calls`, call, second.key)).status).toBe(404);
    globalThis.greenroomDeliveryAllowance = new RequestAllowance({ burst: 1, perSecond: 0.01 });
    await ask("get", at, undefined, second.key);
    const often = await ask("get", at, undefined, second.key);
    globalThis.greenroomDeliveryAllowance = undefined;
    expect(often.status).toBe(429);
    expect(Number(often.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    await revokeKey(context, { key: second.id });
    expect((await ask("post", "/agents/desk/sessions", {}, second.key)).status).toBe(401);
  });
});
