import { describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { begun } from "@/lib/testing/begun";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { activates, aServedAgent, openProgram, reads } from "@/lib/testing/hosts/served";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { anAgentWith, aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { callServedTool } from "./commands/call-served-tool";
import { endServedSession } from "./commands/end-served-session";
import { openServedSession } from "./commands/open-served-session";
import { tellServedMessage } from "./commands/tell-served-message";
import { getServedCatalogue } from "./get-served-catalogue";
import { listServedEvents } from "./queries";
import { servedLimits } from "./served-options";

const { db } = testDatabase();
const { name } = triage;
const minuteMs = 60_000;

const aDesk = async () => aServedAgent(await aContext(db, { name: "Ines" }));
/** How many sessions of the database wait for a row that another holds. */
const waiting = async () =>
  (
    await db.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  ).length;
/** The same program, later. */
const later = (asking: Context, ms: number): Context => ({ ...asking, now: () => new Date(Date.now() + ms) });

describe("callServedTool", () => {
  it("answers calls one after another, each once, however many come at once", async () => {
    const { open, machine } = await aDesk();
    const { call, id } = await open();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => call(...activates(name))),
      call(...reads(name, "references/severity.md")),
    ]);
    const kinds = answers.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "skill-activated")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "skill-already-active")).toHaveLength(3);
    const { items } = await listServedEvents(await machine.asking(), { session: id });
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
  });

  it("begins anew where another server was first, and a message is told to come again", async () => {
    const { open, machine, agent } = await aDesk();
    const { id } = await open();
    // Each with a line of its own: they know of each other by the database alone.
    const anotherServer = async () => {
      vi.resetModules();
      const { callServedTool } = await import("./commands/call-served-tool");
      const { tellServedMessage } = await import("./commands/tell-served-message");
      const session = { agent, session: id };
      return {
        call: async () =>
          callServedTool(await machine.asking(), {
            ...session,
            tool: "activate_skill",
            arguments: { name },
          }),
        tell: async () => tellServedMessage(await machine.asking(), { ...session, message: "And now?" }),
      };
    };
    const servers = [await anotherServer(), await anotherServer()] as const;
    /** All of them have read the log before one of them writes. */
    const atOnce = async <T>(work: (() => Promise<T>)[]) => {
      const row = await begun(
        db,
        (tx) => tx.$queryRaw`SELECT 1 AS held FROM "ServedSession" WHERE id = ${id}::uuid FOR UPDATE`,
      );
      const answers = Promise.allSettled(work.map((ask) => ask()));
      await row.end(() => vi.waitFor(async () => expect(await waiting()).toBe(work.length), 20_000));
      return answers;
    };
    const calls = await atOnce(servers.map(({ call }) => call));
    expect(calls.map((answer) => answer.status === "fulfilled" && answer.value.kind).sort()).toEqual([
      "skill-activated",
      "skill-already-active",
    ]);
    const told = await atOnce<unknown>(servers.map(({ tell }) => tell));
    expect(told.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(told.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT", message: expect.stringContaining("was first") },
    });
    const { items } = await listServedEvents(await machine.asking(), { session: id });
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
    expect(items.filter(({ type }) => type === "run-started")).toHaveLength(2);
  });

  it("answers a call that is sent again as before, and no other one under its id", async () => {
    const { open } = await aDesk();
    const { call, id } = await open();
    const first = await call(...activates(name), { id: "toolu_1" });
    expect(await call(...activates(name), { id: "toolu_1" })).toEqual(first);
    expect(await db.servedSession.findUniqueOrThrow({ where: { id } })).toMatchObject({ calls: 1 });
    await expect(call(...reads(name, "SKILL.md"), { id: "toolu_1" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const large = { name: "x".repeat(70_000) };
    const refused = await call("activate_skill", large, { id: "toolu_2" });
    expect(refused).toMatchObject({ rule: "too-large" });
    expect(await call("activate_skill", large, { id: "toolu_2" })).toEqual(refused);
  });

  it("keeps giving the versions of the opening until one is withdrawn, then refuses it", async () => {
    const { context, agent, machine, open, withdraw } = await aDesk();
    const { call, tell } = await open();
    const { revision } = await db.agent.findFirstOrThrow({
      where: { slug: agent, workspaceId: context.workspace.id },
    });
    await setAssignments(context, { agent, baseRevision: revision, items: [] });
    expect(await call(...activates(name))).toMatchObject({ skill: { name, version: 1 }, isError: false });
    await withdraw();
    expect(await call(...reads(name, "references/severity.md"))).toMatchObject({
      isError: true,
      rule: "not-assigned",
    });
    expect(await call(...activates(name))).toMatchObject({ isError: true, rule: "not-assigned" });
    expect((await tell("And now?")).catalogue).toMatchObject({
      text: "",
      skills: [],
      unavailable: [
        { name, reason: "withdrawn", detail: expect.stringContaining("while the session went on") },
      ],
    });
    expect((await openProgram(machine, agent)).opened.catalogue.skills).toEqual([]);
  });

  it("stays with its version when a newer one is published", async () => {
    const context = await aContext(db);
    await aStoredSkill(context, { name: "plain", description: "Does plain work.", body: "# Plain\n" });
    const agent = await anAgentWith(context, ["plain"]);
    const machine = await aMachine(context, agent);
    const { call } = await openProgram(machine, agent);
    await publishNext(context, "plain", "# Another\n");
    await vi.waitFor(async () =>
      expect((await openProgram(machine, agent)).opened.catalogue.skills).toMatchObject([{ version: 2 }]),
    );
    const answer = await call(...activates("plain"));
    expect(answer).toMatchObject({ skill: { version: 1 }, text: expect.stringContaining("# Plain") });
  });

  it("gives nothing to a key that was revoked, also in the middle of a session", async () => {
    const { context, agent, machine, open } = await aDesk();
    const { id } = await open();
    const asking = await machine.asking();
    await revokeKey(context, { key: machine.id });
    const call = { agent, session: id, tool: "activate_skill", arguments: { name } };
    await expect(callServedTool(asking, call)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(openServedSession(asking, { agent, via: "rest" })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    expect(await db.servedEvent.count({ where: { sessionId: id } })).toBe(2);
  });

  it("says in the same words that a session is another key's, another agent's or not there", async () => {
    const { agent, machine, open, context } = await aDesk();
    const { id } = await open();
    const second = await aMachine(context, agent, "Second");
    const foreign = await aServedAgent(await aContext(db));
    const asked: [Context, string, string][] = [
      [await second.asking(), agent, id],
      [await foreign.machine.asking(), foreign.agent, id],
      [await machine.asking(), "other", id],
      [await machine.asking(), agent, "0".repeat(8)],
    ];
    const words = new Set<string>();
    for (const [asking, of, session] of asked)
      for (const ask of [
        () => callServedTool(asking, { agent: of, session, tool: "activate_skill" }),
        () => tellServedMessage(asking, { agent: of, session, message: "Hi" }),
        () => endServedSession(asking, { agent: of, session }),
        () => getServedCatalogue(asking, { agent: of, session }),
      ])
        await ask().then(
          () => words.add("answered"),
          (error: Error & { code?: string }) => words.add(`${error.code} ${error.message}`),
        );
    expect([...words]).toEqual(["NOT_FOUND There is no such session of this agent here. Open one."]);
  });

  it("ends when it is ended, idle, old or used up, and says so", async () => {
    const { agent, machine, open } = await aDesk();
    const { id, call } = await open();
    const asking = await machine.asking();
    const at = (ms: number) =>
      callServedTool(later(asking, ms), { agent, session: id, tool: "activate_skill", arguments: { name } });
    await expect(at(61 * minuteMs)).rejects.toMatchObject({
      code: "GONE",
      message: expect.stringContaining("60 minutes"),
    });
    await db.servedSession.update({
      where: { id },
      data: { startedAt: new Date(Date.now() - 24 * 60 * minuteMs) },
    });
    await expect(call(...activates(name))).rejects.toMatchObject({
      code: "GONE",
      message: expect.stringContaining("24 hours"),
    });
    await db.servedSession.update({
      where: { id },
      data: { startedAt: new Date(), calls: servedLimits.calls },
    });
    await expect(call(...activates(name))).rejects.toMatchObject({
      code: "GONE",
      message: expect.stringContaining("2,000 calls"),
    });
    await db.servedSession.update({ where: { id }, data: { calls: 0, bytes: servedLimits.bytes } });
    await expect(call(...activates(name))).rejects.toMatchObject({
      code: "GONE",
      message: expect.stringContaining("as much"),
    });
    expect(await endServedSession(asking, { agent, session: id })).toMatchObject({ state: "ended" });
    expect(await endServedSession(asking, { agent, session: id })).toMatchObject({ state: "ended" });
    await expect(call(...activates(name))).rejects.toMatchObject({
      code: "GONE",
      message: "This session was ended. Open another.",
    });
  });
});

it("stays open for an hour after whatever it was asked, also for what it was told before", async () => {
  const { agent, machine, open } = await aDesk();
  const { id, call } = await open({ reference: "thread-7" });
  await call(...activates(name), { id: "first" });
  const asking = await machine.asking();
  const own = { agent, session: id };
  const asked = [
    (at: Context) => getServedCatalogue(at, own),
    (at: Context) => openServedSession(at, { agent, via: "rest", reference: "thread-7" }),
    (at: Context) => callServedTool(at, { ...own, tool: "activate_skill", arguments: { name }, id: "first" }),
  ];
  let minutes = 0;
  for (const ask of asked) {
    minutes += 50;
    await ask(later(asking, minutes * minuteMs));
    const { lastAt } = await db.servedSession.findUniqueOrThrow({ where: { id } });
    expect(lastAt.getTime()).toBeGreaterThan(Date.now() + (minutes - 1) * minuteMs);
  }
  await expect(getServedCatalogue(later(asking, (minutes + 61) * minuteMs), own)).rejects.toMatchObject({
    code: "GONE",
  });
});

describe("tellServedMessage", () => {
  it("begins a turn, and activates what the message names once in a conversation", async () => {
    const { open, machine, agent } = await aDesk();
    const { tell, id } = await open({ message: "Checkout is down" });
    const second = await tell(`/${name} for checkout`);
    expect(second).toMatchObject({
      turn: 2,
      session: { turns: 2 },
      injected: [{ kind: "skill-activated", skill: { name } }],
    });
    expect((await tell(`/${name} for checkout`)).injected).toMatchObject([{ kind: "skill-already-active" }]);
    const now = await getServedCatalogue(await machine.asking(), { agent, session: id });
    expect(now).toMatchObject({ turn: 3, injected: [{ kind: "skill-already-active" }] });
    const { items } = await listServedEvents(await machine.asking(), { session: id });
    expect(items.filter(({ type }) => type === "run-finished")).toHaveLength(2);
  });

  it("routes by the message in router mode, and keeps to that for its turn", async () => {
    const { context, agent, machine } = await aDesk();
    await aStoredSkill(context, { name: "poems", description: "Translates poems.", body: "# Poems\n" });
    const { revision } = await db.agent.findFirstOrThrow({
      where: { slug: agent, workspaceId: context.workspace.id },
    });
    await setAssignments(context, {
      agent,
      baseRevision: revision,
      items: [{ skill: name }, { skill: "poems" }],
    });
    const { opened, tell, call } = await openProgram(machine, agent, { mode: "router" });
    expect(opened.catalogue.text).toContain("poems");
    const routed = await tell("How severe is this production incident?");
    expect(routed.catalogue.mode).toBe("router");
    expect(routed.catalogue.text).not.toContain("poems");
    expect(await call(...activates("poems"))).toMatchObject({ isError: true });
    expect(await call(...activates(name))).toMatchObject({ kind: "skill-activated" });
  });
});
