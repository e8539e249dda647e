import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { AppError } from "@/lib/kernel/app-error";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, needsGit, publishNotes, token } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { runBackend } from "@/lib/testing/servers/git-http-backend";
import { carryOutPush } from "./commands/carry-out-push";
import { createMirror } from "./commands/create-mirror";
import { editMirror } from "./commands/edit-mirror";
import { pushMirror } from "./commands/push-mirror";
import { removeMirror } from "./commands/remove-mirror";
import { readMirrorRow } from "./mirror-rows";

allowLocalServers();
needsGit();
const { db } = testDatabase();
afterEach(async () => void (await db.mirror.deleteMany()));

/** Of another server. */
const theirs = "0190a000-0000-7000-8000-0000000000ff";

/** A desk whose remote can be kept from answering requests of one method, until they are let go on to git. */
async function aHeldDesk(method: "GET" | "POST") {
  const clock = { at: new Date("2026-11-23T12:00:00.000Z") };
  const held: [IncomingMessage, ServerResponse][] = [];
  const state = { isHolding: false };
  const desk = await aMirroredDesk(db, {
    now: () => new Date(clock.at),
    meddle: (incoming, outgoing) => {
      if (!state.isHolding || incoming.method !== method) return false;
      held.push([incoming, outgoing]);
      return true;
    },
  });
  const { context, remote, mirror } = desk;
  state.isHolding = true;
  const row = () => readMirrorRow(context, mirror.id);
  const carry = async (stale = row()) => {
    const known = await stale;
    return carryOutPush(context, { row: known, newest: null, losing: null });
  };
  return {
    ...desk,
    mirror: mirror.id,
    row,
    carry,
    isHeld: () => expect.poll(() => held.length, { timeout: 30_000 }).toBe(1),
    letGo: () => {
      state.isHolding = false;
      for (const [incoming, outgoing] of held.splice(0)) runBackend(remote.folder, incoming, outgoing);
    },
    later: (ms: number) => {
      clock.at = new Date(clock.at.getTime() + ms);
    },
    /** The other server has taken the lease. */
    lose: () => db.mirror.update({ where: { id: mirror.id }, data: { leaseBy: theirs } }),
    pushes: () => remote.seen.filter(({ method }) => method === "POST").length,
    trail: async () => (await listAudit(context, { action: "mirror.pushed" })).items,
  };
}

/** What comes round every few seconds comes when the test says so. */
function ownIntervals(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

describe("the lease of a push", () => {
  it("is renewed for as long as the push takes, so that nobody else begins", async () => {
    const desk = await aHeldDesk("POST");
    ownIntervals();
    const pushing = desk.carry();
    await desk.isHeld();
    const begun = await desk.row();
    for (let round = 1; round <= 4; round++) {
      desk.later(8_000);
      vi.advanceTimersByTime(8_000);
      const until = new Date((begun.leaseUntil?.getTime() ?? 0) + round * 8_000);
      await expect.poll(async () => (await desk.row()).leaseUntil, { timeout: 30_000 }).toEqual(until);
    }
    expect(await desk.carry()).toBe(false);
    desk.letGo();
    expect(await pushing).toBe(true);
    expect(await desk.row()).toMatchObject({ leaseBy: null, leaseUntil: null, failure: null });
    expect(desk.pushes()).toBe(1);
  });

  it("ends the push of who has lost it, who writes nothing down over the other's", async () => {
    const desk = await aHeldDesk("POST");
    ownIntervals();
    const pushing = desk.carry();
    await desk.isHeld();
    await desk.lose();
    vi.advanceTimersByTime(8_000);
    expect(await pushing).toBe(true);
    expect(await desk.row()).toMatchObject({ leaseBy: theirs, failure: null, pushedCommit: null });
    expect(await desk.trail()).toEqual([]);
    expect(await desk.remote.head()).toBe("");
  });

  it("is looked at once more before anything goes out", async () => {
    const desk = await aHeldDesk("GET");
    const pushing = desk.carry();
    await desk.isHeld();
    await desk.lose();
    desk.letGo();
    expect(await pushing).toBe(true);
    expect(desk.pushes()).toBe(0);
    expect(await desk.row()).toMatchObject({ leaseBy: theirs, sentCommit: null, failure: null, attempts: 0 });
  });
});

describe("a mirror that is changed by somebody else", () => {
  it("while its push looks at the remote: it is removed, and gets nothing", async () => {
    const desk = await aHeldDesk("GET");
    const pushing = pushMirror(desk.context, { mirror: desk.mirror });
    const answer = expect(pushing).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "There is no such mirror.",
    });
    await desk.isHeld();
    await removeMirror(desk.context, { mirror: desk.mirror });
    desk.letGo();
    await answer;
    expect(desk.pushes()).toBe(0);
    const { items } = await listAudit(desk.context, { action: "mirror" });
    expect(items.map(({ action }) => action)).toEqual(["mirror.removed", "mirror.created"]);
  });

  it("while it is pushed: it is not changed, in words, and can be afterwards", async () => {
    const desk = await aHeldDesk("POST");
    const pushing = pushMirror(desk.context, { mirror: desk.mirror });
    await desk.isHeld();
    await expect(editMirror(desk.context, { mirror: desk.mirror, token: "stolen" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^It is being pushed at this moment\./),
    });
    desk.letGo();
    expect(await pushing).toMatchObject({ failure: null, isPushing: false });
    desk.later(1);
    expect(await editMirror(desk.context, { mirror: desk.mirror, branch: "next" })).toMatchObject({
      branch: "next",
      pushed: null,
    });
  });

  it("between the reading and the push: its token goes nowhere it was not meant for", async () => {
    const desk = await aHeldDesk("GET");
    desk.letGo();
    const stale = await desk.row();
    desk.later(1);
    await editMirror(desk.context, { mirror: desk.mirror, branch: "next" });
    const asked = desk.remote.seen.length;
    expect(await desk.carry(Promise.resolve(stale))).toBe(false);
    expect(desk.remote.seen).toHaveLength(asked);
    expect(await desk.row()).toMatchObject({ leaseBy: null, branch: "next" });
  });

  it("by two at once: one change stands, whole, and whoever lost is told to look again", async () => {
    const desk = await aHeldDesk("GET");
    desk.later(1);
    const edits = [
      { branch: "one", userName: "one" },
      { branch: "two", userName: "two" },
    ];
    const ended = await Promise.allSettled(
      edits.map((edit) => editMirror(desk.context, { mirror: desk.mirror, ...edit })),
    );
    const row = await desk.row();
    expect(row.userName).toBe(row.branch);
    for (const end of ended)
      if (end.status === "rejected")
        expect(end.reason).toMatchObject({
          code: "CONFLICT",
          message: expect.stringMatching(/Look again\.$/),
        });
    const { items } = await listAudit(desk.context, { action: "mirror.edited" });
    expect(items).toHaveLength(ended.filter(({ status }) => status === "fulfilled").length);
  });
});

describe("people who push at the same time", () => {
  it("wait for each other, and where too many wait one is told when to come again", async () => {
    const desk = await aHeldDesk("GET");
    const { context, remote } = desk;
    await publishNotes(context, "Shorter.\n");
    const branches = ["a", "b", "c", "d", "e"];
    const made = branches.map((branch) => {
      const of = { kind: "agent" as const, agent: desk.agent.slug };
      return createMirror(context, { of, url: remote.url, branch, userName: "ines", token });
    });
    const mirrors = [desk.mirror, ...(await Promise.all(made)).map(({ id }) => id)];
    const refused: unknown[] = [];
    const pushing = mirrors.map((mirror) =>
      pushMirror(context, { mirror }).catch((error: unknown) => {
        refused.push(error);
        return null;
      }),
    );
    await desk.isHeld();
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBe(1);
    desk.letGo();
    const pushed = (await Promise.all(pushing)).filter((mirror) => mirror !== null);
    expect(pushed.map(({ failure }) => failure)).toEqual([null, null, null, null, null]);
    expect(refused).toEqual([expect.any(AppError)]);
    expect(refused[0]).toMatchObject({
      code: "UNAVAILABLE",
      retryAfterSeconds: 60,
      message: "Other mirrors are being pushed. Try again in a minute.",
    });
  });
});
