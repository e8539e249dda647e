import { describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { activates, aServedAgent, openProgram } from "@/lib/testing/hosts/served";
import { triage } from "@/lib/testing/sessions/rehearsals";
import { removeServedSession } from "./commands/remove-served-session";
import { retainServedSessions } from "./commands/retain-served-sessions";
import { getServedSession, listServedEvents, listServedSessions } from "./queries";
import { servedLimits } from "./served-options";

const { db } = testDatabase();
const missing = { code: "NOT_FOUND" };
const aDesk = async () => aServedAgent(await aContext(db, { name: "Ines" }));

describe("listServedSessions", () => {
  it("gives one's own keys' sessions, everybody's to who manages keys, and a program its own", async () => {
    const { context, agent, open, machine } = await aDesk();
    const viewer = await aColleague(context, "viewer");
    const theirs = await openProgram(await aMachine(viewer, agent, "Viewer's"), agent);
    const { id } = await open();
    const idsFor = async (asking: typeof context) =>
      (await listServedSessions(asking, {})).items.map((session) => session.id);
    expect(await idsFor(context)).toEqual([id, theirs.id]);
    expect(await idsFor(viewer)).toEqual([theirs.id]);
    expect(await idsFor(await machine.asking())).toEqual([id]);
    await expect(getServedSession(viewer, { session: id })).rejects.toMatchObject(missing);
    await expect(listServedEvents(viewer, { session: id })).rejects.toMatchObject(missing);
    await expect(getServedSession(await machine.asking(), { session: theirs.id })).rejects.toMatchObject(
      missing,
    );
    expect(await getServedSession(context, { session: theirs.id })).toMatchObject({
      key: { name: "Viewer's" },
    });
    const elsewhere = await aContext(db);
    expect(await idsFor(elsewhere)).toEqual([]);
    await expect(getServedSession(elsewhere, { session: id })).rejects.toMatchObject(missing);
    await expect(getServedSession(context, { session: "nonsense" })).rejects.toMatchObject(missing);
  });

  it("goes on page by page, the last used first", async () => {
    const { context, open } = await aDesk();
    const made = [await open(), await open(), await open()].map(({ id }) => id);
    const first = await listServedSessions(context, { limit: 2 });
    const rest = await listServedSessions(context, { limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([...made].reverse());
    expect(rest.nextCursor).toBeNull();
  });
});

describe("listServedEvents", () => {
  it("pages through the log, and says when a session ended that nobody ended", async () => {
    const { context, open } = await aDesk();
    const { id, call } = await open();
    await call(...activates(triage.name));
    const first = await listServedEvents(context, { session: id, limit: 2 });
    expect(first).toMatchObject({
      nextAfter: 2,
      items: [{ type: "run-started" }, { type: "catalogue-injected" }],
    });
    const rest = await listServedEvents(context, { session: id, after: 2 });
    expect(rest).toMatchObject({ nextAfter: null, items: [{ seq: 3, type: "skill-activated" }] });
    const later = { ...context, now: () => new Date(Date.now() + servedLimits.idleMs + 1) };
    const over = await listServedEvents(later, { session: id });
    expect(over.items.at(-1)).toMatchObject({
      seq: 4,
      type: "run-finished",
      payload: { outcome: "interrupted" },
    });
    expect(await getServedSession(later, { session: id })).toMatchObject({ state: "expired", calls: 1 });
  });
});

describe("removeServedSession", () => {
  it("removes one's own with its log and leaves a trail; nobody else's", async () => {
    const { context, open } = await aDesk();
    const { id } = await open();
    for (const other of [await aColleague(context, "author"), await aContext(db)])
      await expect(removeServedSession(other, { session: id })).rejects.toMatchObject(missing);
    await removeServedSession(context, { session: id });
    expect(await db.servedEvent.count({ where: { sessionId: id } })).toBe(0);
    await expect(removeServedSession(context, { session: id })).rejects.toMatchObject(missing);
    expect((await listAudit(context, { action: "served-session.removed" })).items).toHaveLength(1);
  });

  it("is done once of two at the same time", async () => {
    const { context, open } = await aDesk();
    const { id } = await open();
    const both = await Promise.allSettled([1, 2].map(() => removeServedSession(context, { session: id })));
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true);
    expect((await listAudit(context, { action: "served-session.removed" })).items).toHaveLength(1);
  });
});

describe("retainServedSessions", () => {
  it("keeps them as long as the workspace says of live hosts, and none that is over where it keeps none", async () => {
    const { context, machine, open } = await aDesk();
    const own = { where: { id: context.workspace.id } };
    const count = () => db.servedSession.count({ where: { keyId: machine.id } });
    await open();
    const day = 24 * 60 * 60 * 1000;
    await db.workspace.update({ ...own, data: { gatewayDays: 2 } });
    await retainServedSessions({ db }, new Date(Date.now() + day));
    expect(await count()).toBe(1);
    await retainServedSessions({ db }, new Date(Date.now() + 3 * day));
    expect(await count()).toBe(0);
    await db.workspace.update({ ...own, data: { gatewayKeeps: "nothing", gatewayDays: null } });
    await open();
    await retainServedSessions({ db }, new Date());
    expect(await count()).toBe(1);
    await retainServedSessions({ db }, new Date(Date.now() + day));
    expect(await count()).toBe(0);
  });
});
