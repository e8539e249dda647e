import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { revokeAddress } from "@/lib/addresses/commands/revoke-address";
import { listAudit } from "@/lib/audit/queries";
import { testDatabase } from "@/lib/testing/database";
import {
  aMirroredDesk,
  forgetAll,
  needsGit,
  publishNotes,
  withdrawNotes,
} from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { publishNext } from "@/lib/testing/reviews/publish-next";
import { startGitRemote } from "@/lib/testing/servers/git-remote";
import { carryOutPush } from "./commands/carry-out-push";
import { createMirror } from "./commands/create-mirror";
import { editMirror } from "./commands/edit-mirror";
import { pushDueMirrors } from "./commands/push-due-mirrors";
import { pushMirror } from "./commands/push-mirror";
import { getMirrorPlan } from "./get-mirror-plan";
import { listMirrors } from "./list-mirrors";
import { readMirrorRow } from "./mirror-rows";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const minuteMs = 60_000;
/** A sweep looks at those of every workspace. */
afterEach(async () => void (await db.mirror.deleteMany()));

/** A clock that a test sets. */
function aClock() {
  const clock = { at: new Date("2026-11-23T12:00:00.000Z") };
  const now = () => new Date(clock.at);
  const later = (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms);
  };
  return { now, later };
}

type Desk = Awaited<ReturnType<typeof aMirroredDesk>>;
const shown = async ({ context, mirror }: Pick<Desk, "context" | "mirror">) =>
  (await listMirrors(context)).find(({ id }) => id === mirror.id);

const push = ({ context, mirror }: Pick<Desk, "context" | "mirror">) =>
  pushMirror(context, { mirror: mirror.id });

/** A remote that takes pushes from anybody. */
async function aRemote() {
  const remote = await startGitRemote();
  onTestFinished(remote.close);
  return remote;
}

/** As a server that has just begun, or whose minute is over. */
const sweep = (now: () => Date) => {
  if (globalThis.greenroomMirrorsDue) globalThis.greenroomMirrorsDue.allSince = 0;
  return pushDueMirrors({ db }, now);
};

describe("a mirror that is pushed on every publication", () => {
  it("is pushed once for each change, and not for nothing", async () => {
    const desk = await aMirroredDesk(db, { onPublish: true });
    const now = () => new Date();
    expect(await sweep(now)).toBe(0);
    expect(await desk.remote.head()).toBe("");
    await push(desk);
    const first = await desk.remote.head();
    expect(await sweep(now)).toBe(0);
    await publishNotes(desk.context, "Shorter.\n");
    expect(await sweep(now)).toBe(1);
    expect(await desk.remote.head()).not.toBe(first);
    await withdrawNotes(desk.context, 2);
    expect(await sweep(now)).toBe(1);
    expect(await desk.remote.git("-C", "skills.git", "log", "-1", "--format=%s", "main")).toMatch(
      /Take notes back to version 1/,
    );
    const asked = desk.remote.seen.length;
    expect(await sweep(now)).toBe(0);
    expect(desk.remote.seen).toHaveLength(asked);
    const { items } = await listAudit(desk.context, { action: "mirror.pushed" });
    expect(items.map(({ actor }) => actor?.name)).toEqual(["Greenroom", "Greenroom", "Ines"]);
  });

  it("hears of a publication by itself", async () => {
    const desk = await aMirroredDesk(db, { onPublish: true });
    await push(desk);
    await sweep(() => new Date());
    await publishNext(desk.context, "notes", "Shorter.\n");
    await expect.poll(() => pushDueMirrors({ db }, () => new Date()), { timeout: 10_000 }).toBe(1);
  });

  it("is pushed by one server, whoever comes first", async () => {
    const desk = await aMirroredDesk(db, { onPublish: true });
    const row = await readMirrorRow(desk.context, desk.mirror.id);
    const both = await Promise.all(
      [1, 2].map(() => carryOutPush(desk.context, { row, newest: null, losing: null })),
    );
    expect(both.toSorted()).toEqual([false, true]);
    const pushes = desk.remote.seen.filter(({ method }) => method === "POST");
    expect(pushes).toHaveLength(1);
  });

  it("waits for no other one whose remote hangs", async () => {
    const hanging: ServerResponse[] = [];
    let isHanging = false;
    const slow = await aMirroredDesk(db, {
      onPublish: true,
      meddle: (_, outgoing) => {
        if (isHanging) hanging.push(outgoing);
        return isHanging;
      },
    });
    const context = slow.context;
    const other = await createMirror(context, {
      of: { kind: "agent", agent: "desk" },
      url: (await aRemote()).url,
      onPublish: true,
    });
    await push(slow);
    await push({ context, mirror: other });
    await publishNotes(context, "Shorter.\n");
    isHanging = true;
    await db.mirror.update({ where: { id: other.id }, data: { onPublish: false } });
    const first = sweep(() => new Date());
    await expect.poll(() => hanging.length, { timeout: 10_000 }).toBe(1);
    await db.mirror.update({ where: { id: other.id }, data: { onPublish: true } });
    expect(await sweep(() => new Date())).toBe(1);
    expect(await shown({ context, mirror: other })).toMatchObject({ failure: null });
    for (const outgoing of hanging) outgoing.destroy();
    expect(await first).toBe(1);
    expect((await shown(slow))?.failure?.kind).toBe("unreachable");
  });

  it("knows what another server sent since it was read", async () => {
    const desk = await aMirroredDesk(db);
    await pushMirror(desk.context, { mirror: desk.mirror.id });
    await publishNotes(desk.context, "Leaks.\n");
    await getMirrorPlan(desk.context, { mirror: desk.mirror.id });
    await withdrawNotes(desk.context, 2);
    const row = await readMirrorRow(desk.context, desk.mirror.id);
    const carrying = { row, newest: null, losing: null };
    forgetAll();
    expect(await carryOutPush(desk.context, carrying)).toBe(true);
    expect(await carryOutPush(desk.context, carrying)).toBe(true);
    expect((await shown(desk))?.failure).toBeNull();
  });

  it("is left to a person where it is by hand", async () => {
    const desk = await aMirroredDesk(db);
    await push(desk);
    const before = await desk.remote.head();
    await publishNotes(desk.context, "Shorter.\n");
    await sweep(() => new Date());
    expect(await desk.remote.head()).toBe(before);
  });

  it("gets nothing more once its address is revoked", async () => {
    const desk = await aMirroredDesk(db);
    const mirror = await createMirror(desk.context, {
      of: { kind: "address", address: desk.address.id },
      url: desk.remote.url,
      branch: "of-address",
      userName: "ines",
      token: "glpat-0123456789abcdef",
      onPublish: true,
    });
    await pushMirror(desk.context, { mirror: mirror.id });
    const before = await desk.remote.head("of-address");
    expect(before).toMatch(/^[0-9a-f]{40}$/);
    await revokeAddress(desk.context, { address: desk.address.id });
    await publishNotes(desk.context, "Shorter.\n");
    await sweep(() => new Date());
    expect(await desk.remote.head("of-address")).toBe(before);
    await expect(pushMirror(desk.context, { mirror: mirror.id })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("a push that fails by itself", () => {
  it("is tried again later and later, and goes on once the remote is back", async () => {
    let isDown = false;
    const { now, later } = aClock();
    const desk = await aMirroredDesk(db, {
      onPublish: true,
      now,
      meddle: (incoming) => {
        if (isDown) incoming.destroy();
        return isDown;
      },
    });
    await push(desk);
    await publishNotes(desk.context, "Shorter.\n");
    isDown = true;
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      expect(await sweep(now)).toBe(1);
      expect(await sweep(now)).toBe(0);
      const failure = (await shown(desk))?.failure;
      expect(failure?.kind).toBe("unreachable");
      waits.push(Date.parse(failure?.nextAt ?? "") - now().getTime());
      later(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1, 2, 4, 8].map((times) => (times * minuteMs) / 2));
    isDown = false;
    expect(await sweep(now)).toBe(1);
    expect((await shown(desk))?.failure).toBeNull();
    expect(await desk.remote.head()).toBe((await shown(desk))?.pushed?.commit);
  });

  it("waits an hour where somebody has to act, but not for something new, nor for who mends it", async () => {
    const { now, later } = aClock();
    const desk = await aMirroredDesk(db, { onPublish: true, now });
    await push(desk);
    await editMirror(desk.context, { mirror: desk.mirror.id, token: "wrong" });
    await publishNotes(desk.context, "Short.\n");
    expect(await sweep(now)).toBe(1);
    later(59 * minuteMs);
    expect(await sweep(now)).toBe(0);
    await publishNotes(desk.context, "Shorter.\n");
    expect(await sweep(now)).toBe(1);
    expect((await shown(desk))?.failure?.kind).toBe("credentials");
    await editMirror(desk.context, { mirror: desk.mirror.id, token: "glpat-0123456789abcdef" });
    expect(await sweep(now)).toBe(1);
    expect((await shown(desk))?.failure).toBeNull();
  });
});

describe("a server that is killed while it pushes", () => {
  it("is followed by another one when its lease has run out, and nobody before", async () => {
    const { now, later } = aClock();
    const desk = await aMirroredDesk(db, { onPublish: true, now });
    await push(desk);
    await publishNotes(desk.context, "Shorter.\n");
    await db.mirror.update({
      where: { id: desk.mirror.id },
      data: { leaseBy: desk.mirror.id, leaseUntil: new Date(now().getTime() + 30_000) },
    });
    expect((await shown(desk))?.isPushing).toBe(true);
    expect(await sweep(now)).toBe(0);
    await expect(pushMirror(desk.context, { mirror: desk.mirror.id })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(editMirror(desk.context, { mirror: desk.mirror.id, branch: "x" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    later(30_000);
    expect(await sweep(now)).toBe(1);
    expect(await shown(desk)).toMatchObject({ isPushing: false, failure: null });
  });

  it("has left what it sent, also where those commits have ids of their own", async () => {
    const desk = await aMirroredDesk(db);
    await publishNotes(desk.context, "Leaks.\n");
    await pushMirror(desk.context, { mirror: desk.mirror.id });
    const before = await readMirrorRow(desk.context, desk.mirror.id);
    await publishNotes(desk.context, "Leaks more.\n");
    await getMirrorPlan(desk.context, { mirror: desk.mirror.id });
    await withdrawNotes(desk.context, 3);
    await pushMirror(desk.context, { mirror: desk.mirror.id });
    const sent = await readMirrorRow(desk.context, desk.mirror.id);
    // As if nobody had been left to write down that it arrived.
    const { pushedCommit, pushedNumber, pushedAt } = before;
    await db.mirror.update({ where: { id: sent.id }, data: { pushedCommit, pushedNumber, pushedAt } });
    await publishNotes(desk.context, "Better.\n");
    expect((await pushMirror(desk.context, { mirror: desk.mirror.id })).failure).toBeNull();
    expect(await desk.remote.git("-C", "skills.git", "rev-list", "-1", "HEAD~1")).toBe(
      `${sent.sentCommit}\n`,
    );
  });
});
