import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { revokeAddress } from "@/lib/addresses/commands/revoke-address";
import { changeRole } from "@/lib/auth/commands/change-role";
import { aColleague } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, forgetAll, needsGit, publishNotes, token } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { runBackend } from "@/lib/testing/servers/git-http-backend";
import { carryOutPush } from "./commands/carry-out-push";
import { createMirror } from "./commands/create-mirror";
import { editMirror } from "./commands/edit-mirror";
import { pushDueMirrors } from "./commands/push-due-mirrors";
import { pushMirror } from "./commands/push-mirror";
import { readMirrorRow } from "./mirror-rows";

allowLocalServers();
needsGit();
const { db } = testDatabase();

/** A sweep looks at those of every workspace. */
afterEach(async () => void (await db.mirror.deleteMany()));

/** A desk whose remote answers nobody for a while, with a mirror of an address of its own that was pushed once. */
async function aHeldDesk() {
  const held: [IncomingMessage, ServerResponse][] = [];
  const state = { isHolding: false };
  const desk = await aMirroredDesk(db, {
    meddle: (incoming, outgoing) => {
      if (state.isHolding) held.push([incoming, outgoing]);
      return state.isHolding;
    },
  });
  const { context, agent, remote } = desk;
  const gives = { kind: "agent" as const, agent: agent.slug };
  const place = (branch: string) => ({ url: remote.url, branch, userName: "ines", token, onPublish: true });
  const address = await createAddress(context, { name: "Ending", gives });
  const ofAddress = { kind: "address" as const, address: address.id };
  const { id: ending } = await createMirror(context, { of: ofAddress, ...place("ending") });
  await pushMirror(context, { mirror: ending });
  await publishNotes(context, "Not for who had the address.\n");
  return {
    ...desk,
    ending,
    before: await remote.head("ending"),
    revoke: () => revokeAddress(context, { address: address.id }),
    more: async (...branches: string[]) => {
      const made = branches.map((branch) => createMirror(context, { of: gives, ...place(branch) }));
      return (await Promise.all(made)).map(({ id }) => id);
    },
    hold: () => {
      state.isHolding = true;
    },
    holds: (count: number) => expect.poll(() => held.length, { timeout: 30_000 }).toBe(count),
    letGo: () => {
      state.isHolding = false;
      for (const [incoming, outgoing] of held.splice(0)) runBackend(remote.folder, incoming, outgoing);
    },
  };
}

describe("an address that is revoked before its mirror is pushed", () => {
  it("gives it nothing more, whatever was read before, and leaves it free", async () => {
    const desk = await aHeldDesk();
    const row = await readMirrorRow(desk.context, desk.ending);
    await desk.revoke();
    const asked = desk.remote.seen.length;
    expect(await carryOutPush(desk.context, { row, newest: null, losing: null })).toBe(false);
    expect(desk.remote.seen).toHaveLength(asked);
    expect(await readMirrorRow(desk.context, desk.ending)).toMatchObject({ leaseBy: null, leaseUntil: null });
    expect(await desk.remote.head("ending")).toBe(desk.before);
  });

  it("gives nothing to who waits for the pushes of others", async () => {
    const desk = await aHeldDesk();
    desk.hold();
    const first = pushMirror(desk.context, { mirror: desk.mirror.id });
    await desk.holds(1);
    const second = expect(pushMirror(desk.context, { mirror: desk.ending })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/is revoked or has expired/),
    });
    await desk.revoke();
    desk.letGo();
    expect((await first).failure).toBeNull();
    await second;
    expect(await desk.remote.head("ending")).toBe(desk.before);
  });

  it("gives nothing to the server that waits for other mirrors either", async () => {
    const desk = await aHeldDesk();
    const others = await desk.more("one", "two");
    for (const mirror of others) await pushMirror(desk.context, { mirror });
    await editMirror(desk.context, { mirror: desk.ending, onPublish: false });
    await publishNotes(desk.context, "Shorter.\n");
    desk.hold();
    const sweep = () => pushDueMirrors({ db }, () => new Date());
    const first = sweep();
    await desk.holds(2);
    await editMirror(desk.context, { mirror: desk.ending, onPublish: true });
    const due = globalThis.greenroomMirrorsDue;
    if (due) due.allSince = 0;
    const second = sweep();
    await expect.poll(() => due?.underWay.has(desk.ending), { timeout: 30_000 }).toBe(true);
    await desk.revoke();
    desk.letGo();
    expect([await first, await second]).toEqual([2, 0]);
    expect(await desk.remote.head("ending")).toBe(desk.before);
    expect(await desk.remote.head("one")).not.toBe(desk.before);
    forgetAll();
  });
});

it("is pushed by nobody who lost the right while others were pushed", async () => {
  const desk = await aHeldDesk();
  const former = await aColleague(desk.context, "admin");
  desk.hold();
  const first = pushMirror(desk.context, { mirror: desk.mirror.id });
  await desk.holds(1);
  const second = expect(pushMirror(former, { mirror: desk.ending })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await changeRole(desk.context, { member: former.actor.userId, role: "reviewer" });
  desk.letGo();
  expect((await first).failure).toBeNull();
  await second;
  expect(await desk.remote.head("ending")).toBe(desk.before);
});
