import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setGatewaySettings } from "@/lib/gateway/commands/set-gateway-settings";
import { sha256 } from "@/lib/platform/crypto";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { activates, openProgram, reads } from "@/lib/testing/hosts/served";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import { openServedSession } from "./commands/open-served-session";
import { removeServedSession } from "./commands/remove-served-session";
import { removeUnkeptServed } from "./commands/remove-unkept-served";
import { findServedByReference } from "./find-served-by-reference";
import { getServedCatalogue } from "./get-served-catalogue";
import { getServedSession, listServedEvents, listServedSessions } from "./queries";

const { db } = testDatabase();
const missing = { code: "NOT_FOUND" };
const notes = {
  name: "release-notes",
  description: "Writes notes for customers about merged changes.",
  body: "# Release notes\n\nGroup the changes, as $ARGUMENTS says.\n",
  files: { "references/style.md": "# Style\n\nShort sentences.\n" },
};
type Keeps = "all" | "skills" | "nothing";

/** An agent with one skill that takes arguments, in a host that fills them in. */
async function aDesk(keeps: Keeps = "all") {
  const context = await aContext(db, { name: "Ines" });
  await aStoredSkill(context, notes);
  const agent = await anAgentWith(context, [notes.name]);
  const machine = await aMachine(context, agent);
  const choose = (keeps: Keeps, days: number | null = 30) =>
    setGatewaySettings(context, { keeps, days }, removeUnkeptServed);
  await choose(keeps);
  return { context, agent, machine, choose };
}

const skill = (args?: string) => ["Skill", { skill: notes.name, ...(args ? { args } : {}) }] as const;

/** All that the database holds of a workspace's sessions. */
async function storedOf(context: Context): Promise<string> {
  const where = { workspaceId: context.workspace.id };
  return JSON.stringify([
    await db.servedSession.findMany({ where }),
    await db.servedEvent.findMany({ where, orderBy: { seq: "asc" } }),
  ]);
}

describe("a workspace that keeps skill events alone", () => {
  it("stores no words of messages, calls, their results and references, and tells models all of them", async () => {
    // Each said thing has a letter that no random id has, written in hexadecimal digits.
    const { context, agent, machine } = await aDesk("skills");
    const { call, tell, id, opened } = await openProgram(machine, agent, {
      dialect: "claude-code",
      reference: "Customer K4711",
      message: `/${notes.name} customer K4712`,
    });
    expect(opened.injected[0]?.text).toContain("as customer K4712 says");
    expect((await call(...skill("customer K4713"))).following.join()).toContain("customer K4713");
    await call("Bash", { command: "grep 'customer K4714' /etc/passwd" });
    await call("Read", { file_path: "/home/customer-K4715.txt" });
    await call("no-such-K4716", { text: "customer K4717" });
    await call(...skill("x".repeat(70_000)));
    await tell("And customer K4718");
    const stored = await storedOf(context);
    expect(stored.replaceAll("no-such-K4716", "")).not.toMatch(/K471\d/);
    expect(stored).toContain("Group the changes");
    const filled = opened.injected[0]?.text ?? "";
    expect(stored).not.toContain(sha256(filled));
    const { items } = await listServedEvents(context, { session: id });
    expect(items.filter(({ type }) => type === "skill-activated")).toMatchObject([
      { payload: { arguments: "[not kept]", skill: { name: notes.name }, askedBy: "person" } },
    ]);
    expect(await getServedSession(context, { session: id })).toMatchObject({ reference: null, turns: 2 });
  });

  it("answers as if it kept them: what is active, a call that is sent again, a session by its reference", async () => {
    const { agent, machine } = await aDesk("skills");
    const open = { dialect: "claude-code", reference: "thread 7" };
    const { call, id } = await openProgram(machine, agent, open);
    const first = await call(...skill("customer 4711"), { id: "one" });
    globalThis.greenroomServedLogs?.clear();
    expect(await call(...skill("customer 4711"), { id: "one" })).toEqual(first);
    await expect(call(...skill("customer 4712"), { id: "one" })).rejects.toMatchObject({ code: "CONFLICT" });
    const lost = await call("Read", { file_path: "/home/a.txt" }, { id: "two" });
    expect(await call("Read", { file_path: "/home/a.txt" }, { id: "two" })).toEqual(lost);
    const asking = await machine.asking();
    expect(await openServedSession(asking, { agent, via: "rest", ...open })).toMatchObject({
      resumed: true,
      session: { id, reference: null },
    });
    const agentId = (await getServedCatalogue(asking, { agent, session: id })).session.agent.id;
    expect(await findServedByReference(asking, { agent: agentId, reference: "thread 7" })).toMatchObject({
      id,
    });
    expect(await findServedByReference(asking, { agent: agentId, reference: "thread" })).toBeNull();
  });

  it("knows a text with arguments again, though its digest is not kept", async () => {
    const { agent, machine } = await aDesk("skills");
    const { tell } = await openProgram(machine, agent, { message: `/${notes.name} for customer 4711` });
    const again = async (message: string) => (await tell(`/${notes.name} ${message}`)).injected[0]?.kind;
    expect(await again("for customer 4711")).toBe("skill-already-active");
    expect(await again("for customer 4712")).toBe("skill-reactivated");
  });
});

describe("what is chosen to be kept", () => {
  it("removes sessions with words at once where no words are kept, and no others", async () => {
    const { context, agent, machine, choose } = await aDesk();
    const before = await openProgram(machine, agent, { message: "Customer 4711 called" });
    expect(await choose("all")).toMatchObject({ removed: { sessions: 0 } });
    expect(await choose("skills")).toMatchObject({ removed: { sessions: 1 } });
    expect(await storedOf(context)).toBe("[[],[]]");
    await expect(before.call(...activates(notes.name))).rejects.toMatchObject(missing);
    const { id, call } = await openProgram(machine, agent, { message: "Customer 4711 called" });
    await call(...reads(notes.name, "references/style.md"));
    expect(await choose("skills", 7)).toMatchObject({ removed: { sessions: 0 } });
    await choose("all");
    await call(...activates(notes.name));
    expect(await choose("skills")).toMatchObject({ removed: { sessions: 1 } });
    await expect(getServedSession(context, { session: id })).rejects.toMatchObject(missing);
  });

  it("removes what is older than it says, at once", async () => {
    const { context, agent, machine, choose } = await aDesk();
    const { id } = await openProgram(machine, agent);
    const lastAt = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
    await db.servedSession.update({ where: { id }, data: { lastAt } });
    const { id: newer } = await openProgram(machine, agent);
    await choose("all", 7);
    expect((await listServedSessions(context, {})).items).toMatchObject([{ id: newer }]);
  });

  it("shows nobody what has to be there while it is open where nothing is kept, and removes what is over", async () => {
    const { context, agent, machine, choose } = await aDesk("skills");
    const over = await openProgram(machine, agent);
    await db.servedSession.update({ where: { id: over.id }, data: { endedAt: new Date() } });
    const { id, call } = await openProgram(machine, agent);
    expect(await choose("nothing")).toMatchObject({ removed: { sessions: 1 } });
    for (const asking of [context, await machine.asking()]) {
      expect(await listServedSessions(asking, {})).toEqual({ items: [], nextCursor: null });
      await expect(getServedSession(asking, { session: id })).rejects.toMatchObject(missing);
      await expect(listServedEvents(asking, { session: id })).rejects.toMatchObject(missing);
    }
    expect(await call(...activates(notes.name))).toMatchObject({ kind: "skill-activated" });
    await removeServedSession(context, { session: id });
    await expect(call(...activates(notes.name))).rejects.toMatchObject(missing);
  });

  it("holds for these sessions when it is saved over the API", async () => {
    const { context, agent, machine } = await aDesk();
    await openProgram(machine, agent, { message: "Customer 4711 called" });
    const answer = await callApi("put", `/workspaces/${context.workspace.slug}/gateway/settings`, {
      cookie: await sessionCookie(context),
      body: { keeps: "skills", days: 30 },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ removed: { sessions: 1, bodies: 0 } });
    expect(await storedOf(context)).toBe("[[],[]]");
  });
});
