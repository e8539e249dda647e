import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import { startAnotherServer } from "@/lib/testing/another-server";
import { testDatabase } from "@/lib/testing/database";
import { aMirroredDesk, needsGit, publishNotes } from "@/lib/testing/delivery/mirrors";
import { allowLocalServers } from "@/lib/testing/models";
import { pushDueMirrors } from "./commands/push-due-mirrors";
import { pushMirror } from "./commands/push-mirror";
import { listMirrors } from "./list-mirrors";
import { readMirrorRow } from "./mirror-rows";

allowLocalServers();
needsGit();
const { db } = testDatabase();

/** A sweep looks at those of every workspace. */
afterEach(async () => void (await db.mirror.deleteMany()));

/** Holds the first push until `go` lies in the repository; `first` lies there from then on. Later ones pass. */
const holdFirst = "mkdir first 2>/dev/null || exit 0; while [ -d hooks ] && [ ! -f go ]; do sleep 0.1; done";

/** The clock of this server, which a test can stop at a moment; the other one has the machine's. */
function aClock() {
  const clock: { at: Date | null } = { at: null };
  return { clock, now: () => new Date(clock.at ?? Date.now()) };
}

/** A mirror that was pushed once, and has something new to push; what a server does every few seconds. */
async function aDueDesk(options: Pick<NonNullable<Parameters<typeof aMirroredDesk>[1]>, "meddle"> = {}) {
  const { clock, now } = aClock();
  const desk = await aMirroredDesk(db, { ...options, onPublish: true, now });
  const { context, remote } = desk;
  const mirror = desk.mirror.id;
  await pushMirror(context, { mirror });
  const first = await remote.head();
  await publishNotes(context, "Shorter.\n");
  const inRemote = (...names: string[]) => join(remote.folder, "skills.git", ...names);
  return {
    ...desk,
    mirror,
    clock,
    first,
    inRemote,
    isHeld: () => existsSync(inRemote("first")),
    row: () => readMirrorRow(context, mirror),
    shown: async () => (await listMirrors(context)).find(({ id }) => id === mirror),
    pushes: () => remote.seen.filter(({ method }) => method === "POST").length,
    trail: async () => (await listAudit(context, { action: "mirror.pushed" })).items,
    sweep: () => {
      if (globalThis.greenroomMirrorsDue) globalThis.greenroomMirrorsDue.allSince = 0;
      return pushDueMirrors({ db }, now);
    },
  };
}

type Due = Awaited<ReturnType<typeof aDueDesk>>;

/** Nobody touches it to the last moment of the dead server's lease; then this server pushes it. */
async function takeOver({ clock, row, shown, sweep, context, mirror }: Due): Promise<void> {
  const { leaseBy, leaseUntil } = await row();
  if (leaseBy === null || leaseUntil === null) throw new Error("The other server had no lease.");
  clock.at = new Date(leaseUntil.getTime() - 1);
  expect((await shown())?.isPushing).toBe(true);
  expect(await sweep()).toBe(0);
  await expect(pushMirror(context, { mirror })).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("It is being pushed at this moment."),
  });
  expect((await row()).leaseBy).toBe(leaseBy);
  clock.at = leaseUntil;
  expect((await shown())?.isPushing).toBe(false);
  expect(await sweep()).toBe(1);
  expect(await row()).toMatchObject({ leaseBy: null, leaseUntil: null, failure: null, attempts: 0 });
}

describe("a server that is killed outright", () => {
  it("before its pack arrived: another one pushes all of it", async () => {
    const state = { isHolding: false, isHeld: false };
    const due = await aDueDesk({
      meddle: ({ method }) => {
        const isHeld = state.isHolding && method === "POST";
        state.isHeld ||= isHeld;
        return isHeld;
      },
    });
    state.isHolding = true;
    const other = startAnotherServer();
    await other.until(() => state.isHeld);
    await other.kill();
    state.isHolding = false;
    expect(await due.remote.head()).toBe(due.first);
    expect((await due.row()).pushedCommit).toBe(due.first);
    await takeOver(due);
    expect(await due.remote.head()).toBe((await due.shown())?.pushed?.commit);
    expect(await due.remote.git("-C", "skills.git", "show", "main:skills/notes/SKILL.md")).toContain(
      "Shorter.",
    );
  });

  it("while git looks at its pack: another one pushes, and what is left of the first comes too late", async () => {
    const due = await aDueDesk();
    await due.remote.hook(holdFirst);
    const other = startAnotherServer();
    await other.until(due.isHeld);
    await other.kill();
    expect(await due.remote.head()).toBe(due.first);
    const { sentCommit, sentNumber, pushedNumber } = await due.row();
    expect(sentNumber).toBe((pushedNumber ?? 0) + 1);
    await publishNotes(due.context, "Shortest.\n");
    await takeOver(due);
    const head = await due.remote.head();
    expect(await due.remote.git("-C", "skills.git", "rev-parse", "main~1")).toBe(`${sentCommit}\n`);
    await writeFile(due.inRemote("go"), "");
    const quarantined = () =>
      readdirSync(due.inRemote("objects")).filter((name) => name.includes("incoming"));
    await expect.poll(quarantined, { timeout: 30_000 }).toEqual([]);
    expect(await due.remote.head()).toBe(head);
    expect(await due.remote.git("-C", "skills.git", "fsck", "--strict", "--no-dangling")).toBe("");
    const trail = await due.trail();
    expect(trail.map(({ actor }) => actor?.name)).toEqual(["Greenroom", "Ines"]);
    expect(trail[0]?.detail).toMatchObject({ branch: "main", commit: head, commits: 2 });
  });

  it("after git took its pack: another one finds it there, sends nothing again, and leaves its trail", async () => {
    const due = await aDueDesk();
    await due.remote.hook(holdFirst, "post-receive");
    const other = startAnotherServer();
    await other.until(due.isHeld);
    await other.kill();
    const head = await due.remote.head();
    expect(head).not.toBe(due.first);
    expect(await due.row()).toMatchObject({ sentCommit: head, pushedCommit: due.first });
    const before = due.pushes();
    await takeOver(due);
    await writeFile(due.inRemote("go"), "");
    expect(due.pushes()).toBe(before);
    expect((await due.shown())?.pushed?.commit).toBe(head);
    const [last, ...earlier] = await due.trail();
    expect(last).toMatchObject({ actor: { name: "Greenroom" }, detail: { commit: head, commits: 0 } });
    expect(earlier).toHaveLength(1);
    expect(await due.sweep()).toBe(0);
  });
});

describe("servers on one database", () => {
  it("push one change once, whoever comes first, and leave one trail", async () => {
    const due = await aDueDesk();
    const before = due.pushes();
    const others = [startAnotherServer(), startAnotherServer()];
    const pushed = await Promise.all(others.map((other) => other.pushed()));
    // The slower one may still look at the remote, and finds everything there.
    expect(pushed).toContain(1);
    expect(await due.sweep()).toBe(0);
    expect(due.pushes()).toBe(before + 1);
    expect(await due.remote.head()).toBe((await due.row()).pushedCommit);
    expect(await due.trail()).toHaveLength(2);
    expect(await due.row()).toMatchObject({ leaseBy: null, failure: null, attempts: 0 });
  });
});
