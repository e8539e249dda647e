import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { acceptKey } from "@/lib/auth/commands/accept-key";
import { createKey } from "@/lib/auth/commands/create-key";
import { leaveWorkspace, removeMember } from "@/lib/auth/commands/remove-member";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { runEnded } from "@/lib/playground/running-runs";
import { startRun } from "@/lib/playground/start-run";
import type { SessionEvent } from "@/lib/runtime/events";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation, rehearse } from "@/lib/testing/sessions/rehearsals";
import { deleteConversation, updateConversation } from "./commands";
import { type FollowedBatch, followEvents } from "./follow-events";

const { db, ownerUrl } = testDatabase();
/** Longer than a test: what arrives was notified, not found by the next look. */
const never = 60_000;
const message = "Checkout is down: which severity is this incident?";

async function untilEnd(batches: AsyncGenerator<FollowedBatch>): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const batch of batches) {
    events.push(...batch.events);
    if (batch.events.some(({ type }) => type === "run-finished")) return events;
  }
  return events;
}

/** As when a network or Postgres drops the connection that notifications come through. */
async function cutNotifications(): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rowCount } = await owner.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  await owner.end();
  return rowCount ?? 0;
}

describe("followEvents", () => {
  it("loses nothing when the notification connection is cut in the middle of a run", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    await rehearse(context, id, "Hello there");
    const following = untilEnd(
      followEvents(context, { conversation: id, after: 0, idleMs: never }, new AbortController().signal),
    );
    expect((await following).length).toBeGreaterThan(3);
    const { lastSeq } = await db.conversation.findUniqueOrThrow({ where: { id } });
    const next = untilEnd(
      followEvents(
        context,
        { conversation: id, after: lastSeq, idleMs: never },
        new AbortController().signal,
      ),
    );
    await setTimeout(50);
    const run = await startRun(context, { conversation: id, message });
    expect(await cutNotifications()).toBeGreaterThan(0);
    await runEnded(run.id);
    const seqs = (await next).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => lastSeq + 1 + index));
  });

  it("serves fifty watchers the same events", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const watching = Array.from({ length: 50 }, () =>
      untilEnd(
        followEvents(context, { conversation: id, after: 0, idleMs: never }, new AbortController().signal),
      ),
    );
    await startRun(context, { conversation: id, message });
    const [first, ...others] = await Promise.all(watching);
    expect(first?.length).toBeGreaterThan(8);
    for (const other of others) expect(other).toEqual(first);
  });

  it("says that it is still there while nothing happens, and ends when it is told to", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const leave = new AbortController();
    const batches = followEvents(context, { conversation: id, after: 0, idleMs: 20 }, leave.signal);
    expect(await batches.next()).toEqual({ value: { events: [], changed: false }, done: false });
    leave.abort();
    expect(await batches.next()).toMatchObject({ done: true });
  });

  it("ends when the conversation is deleted, taken back or the watcher is no member any more", async () => {
    const context = await aContext(db);
    const endings = [
      (conversation: string) => deleteConversation(context, conversation),
      (conversation: string) => updateConversation(context, { conversation, shared: false }),
      (_: string, userId: string) =>
        db.member.delete({ where: { workspaceId_userId: { workspaceId: context.workspace.id, userId } } }),
    ];
    const { agent } = await aTriageConversation(context);
    for (const end of endings) {
      const watcher = await aColleague(context, "viewer");
      const { id } = await db.conversation.create({
        data: {
          workspaceId: context.workspace.id,
          agentId: agent?.id ?? null,
          branches: { create: { workspaceId: context.workspace.id } },
          title: "",
          overlay: [],
          createdById: context.actor.userId,
        },
      });
      const signal = new AbortController().signal;
      const batches = followEvents(watcher, { conversation: id, after: 0, idleMs: 20 }, signal);
      expect(await batches.next()).toMatchObject({ done: false });
      await end(id, watcher.actor.userId);
      expect(await untilEnd(batches)).toEqual([]);
    }
  });

  it("shows nothing more to who is no member any more, also while a run keeps writing", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const watcher = await aColleague(context, "viewer");
    const batches = followEvents(
      watcher,
      { conversation: id, after: 0, idleMs: 20 },
      new AbortController().signal,
    );
    expect(await batches.next()).toMatchObject({ done: false });
    const { userId } = watcher.actor;
    await db.member.delete({
      where: { workspaceId_userId: { workspaceId: context.workspace.id, userId } },
    });
    await rehearse(context, id, message);
    expect(await untilEnd(batches)).toEqual([]);
  });

  it("ends at once, however quiet the log, when the watcher is removed or leaves", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const endings: ((watcher: Context) => Promise<void>)[] = [
      ({ actor }) => removeMember(context, { member: actor.userId }),
      (watcher) => leaveWorkspace(watcher),
    ];
    for (const end of endings) {
      const watcher = await aColleague(context, "viewer");
      const signal = AbortSignal.timeout(never);
      const { lastSeq: after } = await db.conversation.findUniqueOrThrow({ where: { id } });
      const batches = followEvents(watcher, { conversation: id, after, idleMs: never * 10 }, signal);
      const next = batches.next();
      await setTimeout(200);
      await end(watcher);
      expect(await next).toMatchObject({ done: true });
      expect(signal.aborted).toBe(false);
    }
  });

  it("ends when the key that it was asked with is revoked or expires", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const endings: ((key: string) => Promise<unknown>)[] = [
      (key) => revokeKey(context, { key }),
      (key) => db.apiKey.update({ where: { id: key }, data: { expiresAt: new Date() } }),
    ];
    for (const end of endings) {
      const made = await createKey(context, { name: "Watcher", scopes: ["rehearse"] });
      const actor = await acceptKey({ db }, made.key, new Date());
      if (!actor) throw new Error("the key does not work");
      const signal = new AbortController().signal;
      const asked = { conversation: id, after: 0, idleMs: 20 };
      const batches = followEvents({ ...context, actor }, asked, signal);
      expect(await batches.next()).toMatchObject({ done: false });
      await end(made.id);
      expect(await untilEnd(batches)).toEqual([]);
    }
  });

  it("ends when the browser that asked signs out or its sign-in expires", async () => {
    const context = await aContext(db);
    const { id } = await aTriageConversation(context);
    const endings: ((session: string) => Promise<unknown>)[] = [
      (session) => db.session.delete({ where: { id: session } }),
      (session) => db.session.update({ where: { id: session }, data: { expiresAt: new Date() } }),
    ];
    for (const [index, end] of endings.entries()) {
      const { userId } = context.actor;
      const expiresAt = new Date(Date.now() + 60_000);
      const session = await db.session.create({ data: { userId, token: `token-${index}`, expiresAt } });
      const actor = { ...context.actor, sessionId: session.id };
      const asked = { conversation: id, after: 0, idleMs: 20 };
      const batches = followEvents({ ...context, actor }, asked, new AbortController().signal);
      expect(await batches.next()).toMatchObject({ done: false });
      await end(session.id);
      expect(await untilEnd(batches)).toEqual([]);
    }
  });
});
