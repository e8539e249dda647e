import { describe, expect, it, vi } from "vitest";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { removeServedSession } from "@/lib/served/commands/remove-served-session";
import { listServedSessions } from "@/lib/served/queries";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { assign } from "@/lib/testing/delivery/deliver-on-loopback";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { anMcpClient, sendToMcp } from "@/lib/testing/delivery/mcp";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();
const notes = { name: "notes", description: "Writes notes.", body: "# Notes\n" };
const pager = { name: "pager", description: "Pages people.", body: "# Pager\n" };
const activate = (name: string) => ({ name: "activate_skill", arguments: { name } });
const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

async function aDesk() {
  const context = await aContext(db);
  for (const skill of [notes, pager]) await aStoredSkill(context, skill);
  const agent = await anAgentWith(context, [notes.name], "Desk");
  const machine = await aMachine(context, agent);
  const deliveredOf = async () => (await openDelivery(await machine.asking(), agent)).delivery.skills;
  /** Until everybody here is delivered them. */
  const give = async (...skills: string[]) => {
    await assign(context, agent, skills);
    await vi.waitFor(async () => expect((await deliveredOf()).map(({ skill }) => skill)).toEqual(skills), {
      timeout: 20_000,
    });
  };
  const sessions = async () => (await listServedSessions(await machine.asking(), {})).items;
  return { context, agent, machine, key: machine.key, give, sessions };
}

/** What a stream says, piece by piece. */
function aReader({ status, body, headers }: Response) {
  expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([200, "text/event-stream"]);
  if (!body) throw new Error("There is no stream.");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<boolean> => {
    const { value, done } = await reader.read();
    text += value ?? "";
    return !done;
  };
  return {
    /** Everything since the last time, once that holds all of these. */
    async until(...parts: string[]): Promise<string> {
      while (!parts.every((part) => text.includes(part)))
        if (!(await next())) throw new Error(`The stream ended with ${text}.`);
      const said = text;
      text = "";
      return said;
    },
    async rest(): Promise<string> {
      while (await next());
      return text;
    },
    leave: () => reader.cancel(),
  };
}

const told = (kind: string): string => `notifications/${kind}/list_changed`;

describe.each(["2025", "2026"] as const)("a client of %s that hears of changes", (generation) => {
  async function listening(desk: Awaited<ReturnType<typeof aDesk>>) {
    const client = anMcpClient({ key: desk.key }, generation);
    const begun = await client.begin();
    expect(begun.result?.capabilities).toMatchObject({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true },
    });
    const open = async () =>
      aReader(
        generation === "2026"
          ? await client.send("subscriptions/listen", { notifications: everything })
          : await sendToMcp({
              key: desk.key,
              method: "GET",
              headers: { accept: "text/event-stream", "mcp-session-id": client.session() },
            }),
      );
    return { client, open };
  }

  it("is told of an assignment in all lists, and finds the skill in each", async () => {
    const desk = await aDesk();
    const { client, open } = await listening(desk);
    const stream = await open();
    await desk.give(notes.name, pager.name);
    await stream.until(told("tools"), told("prompts"), told("resources"));
    for (const method of ["tools/list", "prompts/list", "skills/list"])
      expect(JSON.stringify((await client.ask(method)).result)).toContain(pager.name);
    await stream.leave();
  });

  it("is told of a publication where it changes something for it alone", async () => {
    const desk = await aDesk();
    const stream = await (await listening(desk)).open();
    await publishNext(desk.context, notes.name, "# Newer\n");
    await publishNext(desk.context, pager.name, "# Of no concern\n");
    await stream.until(told("resources"));
    await desk.give();
    const rest = await stream.until(told("tools"), told("prompts"), told("resources"));
    expect(rest.split(told("resources"))).toHaveLength(2);
    await stream.leave();
  });

  it("hears nothing any more once its key is revoked", async () => {
    const desk = await aDesk();
    const stream = await (await listening(desk)).open();
    await revokeKey(desk.context, { key: desk.machine.id });
    await publishNext(desk.context, notes.name, "# Secret\n");
    expect(await stream.rest()).not.toContain("list_changed");
  });
});

describe("a connection of 2025", () => {
  async function aConnection() {
    const desk = await aDesk();
    const client = anMcpClient({ key: desk.key }, "2025");
    await client.begin();
    const get = (headers: Record<string, string> = {}) =>
      sendToMcp({
        key: desk.key,
        method: "GET",
        headers: { accept: "text/event-stream", "mcp-session-id": client.session(), ...headers },
      });
    return { ...desk, client, get };
  }

  it("keeps the tools that its conversation began with, and is told of the other lists", async () => {
    const { client, get, give } = await aConnection();
    await client.ask("tools/call", activate(notes.name));
    const stream = aReader(await get());
    await give(notes.name, pager.name);
    expect(await stream.until(told("prompts"), told("resources"))).not.toContain(told("tools"));
    expect(JSON.stringify((await client.ask("tools/list")).result)).not.toContain(pager.name);
    await stream.leave();
  });

  it("has no stream once its session was removed, and an open one ends", async () => {
    const { client, context, get, sessions } = await aConnection();
    await client.ask("tools/call", activate(notes.name));
    const stream = aReader(await get());
    const [session] = await sessions();
    await removeServedSession(context, { session: session?.id ?? "" });
    await publishNext(context, notes.name, "# Newer\n");
    expect(await stream.rest()).not.toContain("list_changed");
    expect((await get()).status).toBe(404);
  });

  it("is refused in another form, and by an id that nobody was given", async () => {
    const { get } = await aConnection();
    expect((await get({ accept: "application/json" })).status).toBe(406);
    expect((await get({ "mcp-session-id": "x" })).status).toBe(404);
  });
});

describe("a client of 2026 whose conversations share a session", () => {
  it("is listed and given what is assigned by now, though the session began without it", async () => {
    const { key, give, sessions } = await aDesk();
    const client = anMcpClient({ key }, "2026");
    await client.ask("tools/call", activate(notes.name));
    await give(notes.name, pager.name);
    expect(JSON.stringify((await client.ask("tools/list")).result)).toContain(pager.name);
    expect(await sessions()).toHaveLength(1);
    const answer = await client.ask("tools/call", activate(pager.name));
    expect(JSON.stringify(answer.result)).toContain("# Pager");
    expect((await sessions()).map(({ state, calls }) => [state, calls])).toEqual([
      ["open", 1],
      ["ended", 1],
    ]);
  });

  it("hears of nothing that it does not ask for", async () => {
    const { key } = await aDesk();
    const client = anMcpClient({ key }, "2026");
    const response = await client.send("subscriptions/listen", { notifications: {} });
    expect(await response.text()).toContain('"resultType":"complete"');
  });
});
