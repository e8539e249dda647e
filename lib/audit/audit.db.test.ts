import pg from "pg";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeRole } from "@/lib/auth/commands/change-role";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { createDatabase } from "@/lib/db/client";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { appendAudit } from "./commands";
import { retainAllAudit } from "./commands/retain-all-audit";
import { setAuditRetention } from "./commands/set-audit-retention";
import { exportAudit } from "./export-audit";
import { getAuditRetention, listAudit } from "./queries";
import type { ListAudit } from "./schema";

const { db, url, ownerUrl } = testDatabase();
const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

/** Rows as they would be had somebody worked here for months. */
async function past(context: Context, days: readonly number[]): Promise<void> {
  await db.audit.createMany({
    data: days.map((age) => ({
      workspaceId: context.workspace.id,
      actorId: context.actor.userId,
      actorName: context.actor.name,
      action: "draft.saved",
      objectType: "skill",
      objectId: crypto.randomUUID(),
      objectName: `saved-${age}`,
      traceId: context.traceId,
      at: daysAgo(age),
    })),
  });
}

const append = (context: Context, entry: Parameters<typeof appendAudit>[1]) => appendAudit(context, entry);
const skill = (name: string, id = crypto.randomUUID()) => ({ type: "skill", id, name });
const actions = async (context: Context, filter: ListAudit) =>
  (await listAudit(context, filter)).items.map(({ action }) => action);

describe("the audit trail", () => {
  it("lists what was done here, the newest first, page by page", async () => {
    const ines = await aContext(db);
    const other = await aContext(db);
    for (const action of ["skill.created", "draft.saved", "skill.published"])
      await append(ines, { action, object: skill("notes") });
    await append(other, { action: "skill.created", object: skill("theirs") });
    const first = await listAudit(ines, { limit: 2 });
    expect(first.items.map(({ action }) => action)).toEqual(["skill.published", "draft.saved"]);
    expect(await listAudit(ines, { limit: 2, cursor: first.nextCursor ?? "" })).toMatchObject({
      items: [{ action: "skill.created", actor: { id: ines.actor.userId }, object: { name: "notes" } }],
      nextCursor: null,
    });
  });

  it("is narrowed by who, what, which thing, digest, trace and time", async () => {
    const ines = await aContext(db, { name: "Ines" });
    const tom = await aColleague(ines, "author", "Tom 100%");
    const id = crypto.randomUUID();
    await append(ines, {
      action: "skill.published",
      object: skill("release-notes", id),
      digestAfter: "abcd12",
    });
    await append(tom, { action: "draft.saved", object: skill("triage"), digestBefore: "ffff00" });
    await append(tom, { action: "agent.edited", object: { type: "agent", id: "a", name: "Desk" } });
    const cases: [ListAudit, string[]][] = [
      [{ actor: ines.actor.userId }, ["skill.published"]],
      [{ actor: "tom" }, ["agent.edited", "draft.saved"]],
      [{ actor: "100%" }, ["agent.edited", "draft.saved"]],
      [{ actor: "%" }, ["agent.edited", "draft.saved"]],
      [{ action: "skill" }, ["skill.published"]],
      [{ action: "s_ill" }, []],
      [{ objectType: "agent" }, ["agent.edited"]],
      [{ object: id }, ["skill.published"]],
      [{ object: "NOTES" }, ["skill.published"]],
      [{ digest: "abcd" }, ["skill.published"]],
      [{ digest: "ffff00" }, ["draft.saved"]],
      [{ trace: ines.traceId }, ["skill.published"]],
      [{ from: new Date(Date.now() + dayMs).toISOString() }, []],
      [{ to: new Date(Date.now() + dayMs).toISOString(), action: "agent" }, ["agent.edited"]],
      [{ actor: "tom", objectType: "skill" }, ["draft.saved"]],
    ];
    for (const [filter, found] of cases)
      expect(await actions(ines, filter), JSON.stringify(filter)).toEqual(found);
  });

  it("begins with the first year that the database knows", async () => {
    const ines = await aContext(db);
    for (const moment of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00"])
      for (const filter of [{ from: moment }, { to: moment }])
        await expect(listAudit(ines, filter), moment).rejects.toThrow("There is no such year.");
    for (const moment of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"])
      expect((await listAudit(ines, { from: moment, to: moment })).items, moment).toEqual([]);
  });

  it("is not for reviewers", async () => {
    const reviewer = await aContext(db, { role: "reviewer" });
    for (const attempt of [
      () => listAudit(reviewer, {}),
      () => exportAudit(reviewer, {}),
      () => getAuditRetention(reviewer),
      () => setAuditRetention(reviewer, { days: 30 }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("an export", () => {
  const textOf = async (context: Context, input: Parameters<typeof exportAudit>[1]) => {
    let text = "";
    for await (const piece of (await exportAudit(context, input)).pieces) text += piece;
    return text;
  };

  it("holds every row that fits, over many pages, in the order of the list", async () => {
    const ines = await aContext(db);
    await past(
      ines,
      Array.from({ length: 2_100 }, (_, n) => n / 1_000),
    );
    const rows: unknown = JSON.parse(await textOf(ines, { format: "json", action: "draft" }));
    const { items } = await listAudit(ines, { action: "draft", limit: 200 });
    expect(rows).toHaveLength(2_100);
    expect(rows).toEqual(expect.arrayContaining(items));
    const csv = await textOf(ines, { action: "draft" });
    expect(csv.trimEnd().split("\r\n")).toHaveLength(2_101);
  });

  it("is JSON also when nothing fits", async () => {
    const ines = await aContext(db);
    expect(JSON.parse(await textOf(ines, { format: "json", action: "nothing" }))).toEqual([]);
  });

  it("is recorded itself, with what it was narrowed by", async () => {
    const ines = await aContext(db);
    await textOf(ines, { action: "skill" });
    expect(await listAudit(ines, {})).toMatchObject({
      items: [{ action: "audit.exported", detail: { format: "csv", action: "skill" } }],
    });
  });

  it("breaks off when whoever asked signs out meanwhile", async () => {
    const ines = await aContext(db);
    await past(
      ines,
      Array.from({ length: 1_001 }, () => 1),
    );
    const session = await db.session.create({
      data: {
        userId: ines.actor.userId,
        token: crypto.randomUUID(),
        expiresAt: new Date(Date.now() + dayMs),
      },
    });
    const asked = { ...ines, actor: { ...ines.actor, sessionId: session.id } };
    const { pieces } = await exportAudit(asked, {});
    await pieces.next();
    await pieces.next();
    await db.session.delete({ where: { id: session.id } });
    await expect(pieces.next()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it.each([
    [
      "is no admin any more",
      "FORBIDDEN",
      (who: Context, by: Context) => changeRole(by, { member: who.actor.userId, role: "reviewer" }),
    ],
    [
      "is removed",
      "UNAUTHENTICATED",
      (who: Context, by: Context) => removeMember(by, { member: who.actor.userId }),
    ],
  ])("breaks off when whoever asked %s meanwhile", async (_, code, end) => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    await past(
      owner,
      Array.from({ length: 1_001 }, () => 1),
    );
    const { pieces } = await exportAudit(admin, {});
    await pieces.next();
    await pieces.next();
    await end(admin, owner);
    await expect(pieces.next()).rejects.toMatchObject({ code });
  });
});

describe("retention", () => {
  it("is for ever until somebody says otherwise, and then removes what is older at once", async () => {
    const ines = await aContext(db);
    const other = await aContext(db);
    for (const context of [ines, other]) await past(context, [400, 91, 89, 1]);
    expect(await getAuditRetention(ines)).toEqual({ days: null });
    expect(await setAuditRetention(ines, { days: 90 })).toEqual({ days: 90, removed: 2 });
    const { items } = await listAudit(ines, {});
    expect(items.map(({ action, object }) => (action === "draft.saved" ? object.name : action))).toEqual([
      "audit.retained",
      "audit.retention-set",
      "saved-1",
      "saved-89",
    ]);
    expect(items[0]).toMatchObject({
      actor: { id: ines.actor.userId },
      detail: { count: 2, days: 90, before: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    });
    expect(items[1]).toMatchObject({ detail: { from: null, to: 90 } });
    expect((await listAudit(other, {})).items).toHaveLength(4);
  });

  it("goes on daily, by the server itself, and says nothing when there was nothing to remove", async () => {
    const ines = await aContext(db);
    await setAuditRetention(ines, { days: 30 });
    await past(ines, [31]);
    const second = createDatabase(url);
    await Promise.all([retainAllAudit({ db }), retainAllAudit({ db: second })]);
    await second.$disconnect();
    await retainAllAudit({ db });
    const { items } = await listAudit(ines, { action: "audit.retained" });
    expect(items).toMatchObject([{ actor: { id: null, name: "Greenroom" }, detail: { count: 1 } }]);
  });

  it("removes nothing that somebody has said to keep since the server began to look", async () => {
    const ines = await aContext(db);
    await setAuditRetention(ines, { days: 30 });
    await past(ines, [31, 32]);
    const behind = new Proxy(db, {
      get: (target, name) =>
        name !== "workspace"
          ? Reflect.get(target, name)
          : {
              findMany: async (asked: object) => {
                const seen = await target.workspace.findMany(asked);
                await setAuditRetention(ines, { days: null });
                return seen;
              },
            },
    });
    await retainAllAudit({ db: behind });
    expect((await listAudit(ines, { action: "draft" })).items).toHaveLength(2);
  });

  it("keeps nobody from writing while it removes", async () => {
    const ines = await aContext(db);
    await past(ines, [400]);
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query("BEGIN");
    await owner.query(`SELECT 1 FROM "Audit" WHERE "workspaceId" = $1 FOR UPDATE`, [ines.workspace.id]);
    const removing = setAuditRetention(ines, { days: 90 });
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await owner.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    expect(await aColleague(ines, "viewer")).toMatchObject({ workspace: { role: "viewer" } });
    await owner.query("ROLLBACK");
    await owner.end();
    expect(await removing).toEqual({ days: 90, removed: 1 });
  });

  it("refuses less than 30 days: as a setting, as a value in the database, and in the function that removes", async () => {
    const ines = await aContext(db);
    await past(ines, [10]);
    await expect(setAuditRetention(ines, { days: 29 })).rejects.toThrow("30 days at least");
    await expect(
      db.workspace.update({ where: { id: ines.workspace.id }, data: { auditDays: 1 } }),
    ).rejects.toThrow(/Workspace_auditDays_check/);
    for (const days of ["1", "-5", "NULL"])
      await expect(
        db.$queryRawUnsafe(
          `SELECT greenroom_retain_audit('${ines.workspace.id}', ${days}, NULL, 'x', 'x', NULL)`,
        ),
      ).rejects.toThrow(/30 days at least/);
    expect((await listAudit(ines, {})).items).toHaveLength(1);
  });

  it("undoes the removal when the setting is undone", async () => {
    const ines = await aContext(db);
    await past(ines, [31]);
    await expect(
      db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT greenroom_retain_audit(${ines.workspace.id}::uuid, 30, NULL, 'x', 'x', NULL)`;
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect((await listAudit(ines, {})).items).toHaveLength(1);
  });
});
