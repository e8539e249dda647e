import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { createKey } from "@/lib/auth/commands/create-key";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { activates, aServedAgent, openProgram } from "@/lib/testing/hosts/served";
import { aStoredSkill, triage } from "@/lib/testing/sessions/rehearsals";
import { endServedSession } from "./commands/end-served-session";
import { openServedSession } from "./commands/open-served-session";
import { servedLimits } from "./served-options";

const { db } = testDatabase();
const { name } = triage;
const minuteMs = 60_000;

const aDesk = async () => aServedAgent(await aContext(db, { name: "Ines" }));
/** The same program, later. */
const later = (asking: Context, ms: number): Context => ({ ...asking, now: () => new Date(Date.now() + ms) });

describe("openServedSession", () => {
  it("tells system part, catalogue, tools and the versions that are delivered", async () => {
    const { open, machine, agent } = await aDesk();
    const { opened } = await open({ client: "triage-loop 1.2" });
    expect(opened).toMatchObject({
      turn: 1,
      resumed: false,
      injected: [],
      session: {
        via: "rest",
        client: "triage-loop 1.2",
        state: "open",
        turns: 1,
        calls: 0,
        dialect: "standard",
        agent: { slug: agent },
        key: { id: machine.id, name: "Host" },
        person: { name: "Ines" },
      },
      catalogue: { place: "system-prompt", skills: [{ name, version: 1 }], unavailable: [] },
    });
    expect(opened.catalogue.text).toContain(`<name>${name}</name>`);
    expect(opened.catalogue.system).toBe(`You are on call. Be brief.\n\n${opened.catalogue.text}`);
    expect(opened.catalogue.tools.map((tool) => tool.name)).toContain("activate_skill");
  });

  it("never tells of a draft, and says what else is left out", async () => {
    const { context, agent, machine } = await aDesk();
    await aStoredSkill(context, { ...triage, name: "drafted" }, false);
    const { revision } = await db.agent.findFirstOrThrow({
      where: { slug: agent, workspaceId: context.workspace.id },
    });
    await setAssignments(context, {
      agent,
      baseRevision: revision,
      items: [
        { skill: name, enabled: false },
        { skill: "drafted", follows: "draft" },
      ],
    });
    const { opened, call } = await openProgram(machine, agent);
    expect(opened.catalogue).toMatchObject({
      text: "",
      tools: [],
      skills: [],
      unavailable: [
        { name: "drafted", reason: "not-published" },
        { name, reason: "disabled" },
      ],
    });
    expect(await call(...activates("drafted"))).toMatchObject({ isError: true, rule: "not-assigned" });
    expect(await call(...activates(name))).toMatchObject({ isError: true, rule: "disabled" });
  });

  it("knows no name of the library that the agent was not given", async () => {
    const { context, open } = await aDesk();
    await aStoredSkill(context, { ...triage, name: "elsewhere" });
    const { call } = await open();
    expect(await call(...activates("elsewhere"))).toMatchObject({ rule: "unknown-skill" });
  });

  it("gives the open session of a reference again, also to many at once", async () => {
    const { machine, agent } = await aDesk();
    const ask = async () =>
      openServedSession(await machine.asking(), { agent, via: "mcp", reference: "thread 7" });
    const many = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(many.map(({ session }) => session.id)).size).toBe(1);
    expect(many.filter(({ resumed }) => !resumed)).toHaveLength(1);
    const session = many[0]?.session.id ?? "";
    await endServedSession(await machine.asking(), { agent, session });
    expect((await ask()).resumed).toBe(false);
  });

  it("gives no session of a reference again that has nothing left to give", async () => {
    const { machine, agent } = await aDesk();
    const ask = async () =>
      openServedSession(await machine.asking(), { agent, via: "rest", reference: "thread 7" });
    for (const used of [
      { calls: servedLimits.calls },
      { turns: servedLimits.turns },
      { bytes: servedLimits.bytes },
    ]) {
      const { session } = await ask();
      await db.servedSession.update({ where: { id: session.id }, data: used });
      const next = await ask();
      expect(next).toMatchObject({ resumed: false, session: { turns: 1, calls: 0 } });
      expect((await ask()).session.id).toBe(next.session.id);
      const { endedAt } = await db.servedSession.findUniqueOrThrow({ where: { id: session.id } });
      expect(endedAt).not.toBeNull();
      await endServedSession(await machine.asking(), { agent, session: next.session.id });
    }
  });

  it("refuses dialects and modes that are not there, and other input that is not right", async () => {
    const { open } = await aDesk();
    await expect(open({ dialect: "no-such" })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(open({ dialect: "codex", mode: "eager" })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    for (const wrong of [{ windowTokens: 1 }, { reference: "" }, { client: "a\nb" }, { message: " " }])
      await expect(open(wrong)).rejects.toThrow(/./);
  });

  it("is for keys to deliver of this agent alone", async () => {
    const { context, agent } = await aDesk();
    const other = await aServedAgent(await aContext(db));
    await expect(openServedSession(context, { agent, via: "rest" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const reading = {
      ...context,
      actor: {
        ...context.actor,
        key: {
          id: "x",
          name: "CI",
          workspaceId: context.workspace.id,
          scopes: ["read", "rehearse"] as const,
        },
      },
    };
    await expect(openServedSession(reading, { agent, via: "rest" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const theirs = await other.machine.asking();
    for (const wrong of [`${agent}-2`, "no-such-agent"])
      await expect(openServedSession(theirs, { agent: wrong, via: "rest" })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
  });

  it("opens no more than a key may, and says when there is room again", async () => {
    const { context, machine, agent, open } = await aDesk();
    const { opened } = await open();
    const row = await db.servedSession.findUniqueOrThrow({ where: { id: opened.session.id } });
    const many = (startedAt: Date, count: number) =>
      db.servedSession.createMany({
        data: Array.from({ length: count }, () => {
          const { id: _, pinned, ...rest } = row;
          return { ...rest, pinned: pinned ?? {}, startedAt, lastAt: startedAt };
        }),
      });
    await many(context.now(), servedLimits.openedPerMinute);
    await expect(open()).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: expect.any(Number),
    });
    await db.servedSession.deleteMany({ where: { keyId: machine.id } });
    const before = new Date(Date.now() - 10 * minuteMs);
    await many(before, servedLimits.open);
    const refused = open().catch((error: unknown) => error);
    expect(await refused).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      message: expect.stringContaining("100 sessions open"),
    });
    const asking = later(await machine.asking(), 51 * minuteMs);
    expect((await openServedSession(asking, { agent, via: "rest" })).resumed).toBe(false);
  });
});

it("makes keys of other scopes useless here", async () => {
  const { context, agent } = await aDesk();
  await expect(createKey(context, { name: "CI", scopes: ["deliver", "read"], agent })).rejects.toThrow(
    /deliver alone/,
  );
});
