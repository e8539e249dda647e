import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { listAudit } from "@/lib/audit/queries";
import { changeRole } from "@/lib/auth/commands/change-role";
import { begun } from "@/lib/testing/begun";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { createMirror } from "./commands/create-mirror";
import { editMirror } from "./commands/edit-mirror";
import { pushMirror } from "./commands/push-mirror";
import { removeMirror } from "./commands/remove-mirror";
import { getMirrorPlan } from "./get-mirror-plan";
import { listMirrors } from "./list-mirrors";
import { readMirrorRow, remoteOf } from "./mirror-rows";
import type { CreateMirror } from "./schema";

const { db } = testDatabase();

const url = "https://git.example.org/meridian/skills.git";
const token = "ghp_0123456789";
const ofDesk = { of: { kind: "agent", agent: "desk" }, url } as const;

async function aDesk() {
  const ines = await aContext(db, { name: "Ines" });
  await createAgent(ines, { name: "Desk" });
  return ines;
}

const knowsNobody = async () => false;

/** How many wait for what somebody else holds. */
async function waitingForRows(): Promise<number> {
  const waiting = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length;
}

describe("a mirror", () => {
  it("is added, listed, changed and removed, each with its trail", async () => {
    const ines = await aDesk();
    const made = await createMirror(ines, { ...ofDesk, userName: "ines", token });
    expect(made).toMatchObject({
      of: { kind: "agent", agent: { slug: "desk", name: "Desk" } },
      url,
      branch: "main",
      userName: "ines",
      hasToken: true,
      onPublish: false,
      createdBy: { name: "Ines" },
      isPushing: false,
      pushed: null,
      failure: null,
    });
    expect(await listMirrors(ines, { agent: "desk" })).toEqual([made]);
    expect(await listMirrors(ines, { agent: "other" })).toEqual([]);
    const changed = await editMirror(ines, { mirror: made.id, branch: "release/1", onPublish: true });
    expect(changed).toMatchObject({ branch: "release/1", onPublish: true, userName: "ines", hasToken: true });
    await removeMirror(ines, { mirror: made.id });
    expect(await listMirrors(ines)).toEqual([]);
    const { items } = await listAudit(ines, { action: "mirror" });
    expect(items.map(({ action }) => action)).toEqual(["mirror.removed", "mirror.edited", "mirror.created"]);
    expect(JSON.stringify(items)).not.toContain(token);
  });

  it.each([
    ["github.com:meridian/skills.git", /Only https:\/\/ addresses|not a web address/],
    ["ssh://github.com/meridian/skills.git", /Name the user in the address/],
    ["http://git.example.org/skills.git", /Only https:\/\/ addresses/],
    ["https://127.0.0.1/skills.git", /private or local address.*GREENROOM_ALLOWED_HOSTS/],
    ["https://[::1]/skills.git", /private or local address/],
    ["https://169.254.169.254/latest", /private or local address/],
    ["https://ines:secret@git.example.org/skills.git", /have fields of their own/],
    ["https://git.example.org/skills.git?x=1", /Leave out spaces/],
    ["not an address", /Leave out spaces/],
    ["skills", /not a web address/],
  ])("is not made of %s", async (typed, words) => {
    const ines = await aDesk();
    await expect(createMirror(ines, { ...ofDesk, url: typed })).rejects.toThrow(words);
  });

  it.each(["", "-x", "a..b", "a/", "a.lock", "a b", "a\nb", ".a", "a//b", "a/.b", "~1"])(
    "takes %j for no branch",
    async (branch) => {
      await expect(createMirror(await aDesk(), { ...ofDesk, branch })).rejects.toThrow(/Name a branch/);
    },
  );

  it("takes no token that would be another header", async () => {
    await expect(createMirror(await aDesk(), { ...ofDesk, token: "a\r\nHost: b" })).rejects.toThrow(
      /no spaces/,
    );
    await expect(createMirror(await aDesk(), { ...ofDesk, userName: "a:b" })).rejects.toThrow(/no colon/);
  });

  it("is the only one of its branch", async () => {
    const ines = await aDesk();
    await createMirror(ines, ofDesk);
    await expect(createMirror(ines, { ...ofDesk, url: `${url}/` })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const other = await createMirror(ines, { ...ofDesk, branch: "next" });
    await expect(editMirror(ines, { mirror: other.id, branch: "main" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await editMirror(ines, { mirror: other.id, branch: "next" })).toMatchObject({ branch: "next" });
  });

  it("keeps its token for its own host", async () => {
    const ines = await aDesk();
    const { id: mirror } = await createMirror(ines, { ...ofDesk, userName: "ines", token });
    for (const origin of ["https://evil.example.org", "https://git.example.org:8443"])
      await expect(editMirror(ines, { mirror, url: `${origin}/skills.git` })).rejects.toThrow(
        /needs its own token/,
      );
    expect(remoteOf(await readMirrorRow(ines, mirror), knowsNobody)).toMatchObject({ url, token });
    const other = "https://git.example.org/meridian/other.git";
    expect(await editMirror(ines, { mirror, url: other })).toMatchObject({ url: other, hasToken: true });
    const there = { mirror, url: "https://elsewhere.example.org/skills.git" };
    expect(await editMirror(ines, { ...there, token: "theirs" })).toMatchObject({ hasToken: true });
    expect(remoteOf(await readMirrorRow(ines, mirror), knowsNobody).token).toBe("theirs");
    expect(await editMirror(ines, { mirror, url, token: null })).toMatchObject({ hasToken: false });
    expect(await editMirror(ines, there)).toMatchObject({ hasToken: false });
  });

  it("opens no token that was moved to another row", async () => {
    const ines = await aDesk();
    const one = await createMirror(ines, { ...ofDesk, token });
    const two = await createMirror(ines, { ...ofDesk, branch: "next" });
    const { sealedToken } = await db.mirror.findUniqueOrThrow({ where: { id: one.id } });
    await db.mirror.update({ where: { id: two.id }, data: { sealedToken } });
    const row = await readMirrorRow(ines, two.id);
    expect(() => remoteOf(row, knowsNobody)).toThrow();
  });

  it("is of what is here alone", async () => {
    const [ines, stranger] = [await aDesk(), await aContext(db)];
    const refused = (of: CreateMirror["of"]) =>
      expect(createMirror(stranger, { of, url })).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await refused(ofDesk.of);
    await refused({ kind: "address", address: ines.workspace.id });
    const { id: mirror } = await createMirror(ines, ofDesk);
    expect(await listMirrors(stranger)).toEqual([]);
    for (const act of [
      () => editMirror(stranger, { mirror, onPublish: true }),
      () => removeMirror(stranger, { mirror }),
      () => pushMirror(stranger, { mirror }),
      () => getMirrorPlan(stranger, { mirror }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is for admins, also when they were one a moment ago; others see the list", async () => {
    const ines = await aDesk();
    const { id: mirror } = await createMirror(ines, ofDesk);
    const reviewer = await aColleague(ines, "reviewer");
    const former = await aColleague(ines, "admin");
    await changeRole(ines, { member: former.actor.userId, role: "reviewer" });
    for (const who of [reviewer, former])
      for (const act of [
        () => createMirror(who, { ...ofDesk, branch: "x" }),
        () => editMirror(who, { mirror, onPublish: true }),
        () => removeMirror(who, { mirror }),
        () => pushMirror(who, { mirror }),
      ])
        await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(getMirrorPlan(reviewer, { mirror })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await listMirrors(reviewer)).toMatchObject([{ id: mirror }]);
  });

  it("is changed or removed by the first of two; the other is told", async () => {
    const ines = await aDesk();
    const { id: mirror } = await createMirror(ines, ofDesk);
    // Both have read it when the first of them may write.
    const held = await begun(
      db,
      (tx) => tx.$queryRaw`SELECT 1 FROM "Mirror" WHERE "id" = ${mirror}::uuid FOR UPDATE`,
    );
    const editing = Promise.allSettled(["one", "two"].map((branch) => editMirror(ines, { mirror, branch })));
    await expect.poll(() => waitingForRows(), { timeout: 30_000 }).toBe(2);
    await held.end();
    const edits = await editing;
    const [lost, ...others] = edits.flatMap((edit) => (edit.status === "rejected" ? [edit.reason] : []));
    expect(lost).toMatchObject({ code: "CONFLICT", message: expect.stringMatching(/Somebody else changed/) });
    expect(others).toEqual([]);
    const removals = await Promise.allSettled([1, 2].map(() => removeMirror(ines, { mirror })));
    expect(removals.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(pushMirror(ines, { mirror })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("goes with its agent", async () => {
    const ines = await aDesk();
    await createMirror(ines, ofDesk);
    await deleteAgent(ines, { agent: "desk", confirmName: "Desk" });
    expect(await db.mirror.count({ where: { workspaceId: ines.workspace.id } })).toBe(0);
  });
});
