import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { notify, subscribe } from "@/lib/db/bus";
import { waitForRehearsal } from "@/lib/playground/start-rehearsal";
import { sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTriageConversation } from "@/lib/testing/sessions/rehearsals";
import { api } from "./app";
import { writeRunStream } from "./event-stream";

const { db } = testDatabase();

// When the bus is first connected, everything counts as moved.
await new Promise<void>((resolve) => subscribe("library", () => {}, resolve));

/** Somebody who is signed in, and a run of theirs that goes on for as long as nobody ends it. */
async function aLongRun() {
  const owner = await aContext(db);
  const { id, branchId } = await aTriageConversation(owner);
  const { userId } = owner.actor;
  const expiresAt = new Date(Date.now() + 600_000);
  const session = await db.session.create({ data: { userId, token: crypto.randomUUID(), expiresAt } });
  const context: Context = { ...owner, actor: { ...owner.actor, sessionId: session.id } };
  const run = {
    id: crypto.randomUUID(),
    conversationId: id,
    branchId,
    turn: 1,
    state: "running" as const,
    answer: null,
    message: "",
    overrides: { ownSystemPrompt: false },
    replayOfId: null,
    startedBy: { id: userId, name: "" },
    startedAt: new Date().toISOString(),
    finishedAt: null,
  };
  const signOut = async () => {
    await db.session.delete({ where: { id: session.id } });
    await notify({ db }, { topic: "conversation", conversationId: id, seq: 0 });
  };
  return { context, run, signOut };
}

it("a stream of a run ends without its result for who signs out before the run has ended", async () => {
  const { context, run, signOut } = await aLongRun();
  const request = new Request("http://greenroom.test/");
  const response = await writeRunStream(context, run, request, async () => ({ answer: "not for everybody" }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(": following\n\n");
  await signOut();
  let rest = "";
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) rest += next.value;
  expect(rest).not.toContain("not for everybody");
});

it("waiting for a run ends without its result for who signs out meanwhile", async () => {
  const { context, run, signOut } = await aLongRun();
  const { signal } = new AbortController();
  const waiting = waitForRehearsal(context, { run, timeoutMs: 60_000, signal });
  const refused = expect(waiting).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await signOut();
  await refused;
});

it("a stream of an import tells nothing more to who signs out meanwhile", async () => {
  const context = await aContext(db);
  const cookie = await sessionCookie(context);
  const { workspace, actor } = context;
  const { id } = await db.import.create({
    data: {
      workspaceId: workspace.id,
      createdById: actor.userId,
      sources: [],
      leaseUntil: new Date(Date.now() + 600_000),
    },
  });
  const address = `http://greenroom.test/api/v1/workspaces/${workspace.slug}/imports/${id}/events`;
  const response = await api.request(address, { headers: { cookie } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('"state":"reading"');
  await db.session.deleteMany({ where: { userId: actor.userId } });
  await db.import.update({ where: { id }, data: { state: "ready" } });
  await notify({ db }, { topic: "import", importId: id });
  let rest = "";
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) rest += next.value;
  expect(rest).toBe("");
});
