import { describe, expect, it } from "vitest";
import type { PersonContext } from "@/lib/access/context";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { appendAudit } from "./commands";
import { retainAllAudit } from "./commands/retain-all-audit";
import { setInstanceAuditRetention } from "./commands/set-instance-audit-retention";
import { exportInstanceAudit } from "./export-audit";
import { getInstanceAuditRetention, listAudit, listInstanceAudit } from "./queries";

const { db } = testDatabase();
const yearDays = 365;
const dayMs = 24 * 60 * 60 * 1000;
const anOperator = () => aContext(db, { isOperator: true });
const append = (source: Parameters<typeof appendAudit>[0], action: string, name: string) =>
  appendAudit(source, { action, object: { type: "person", id: crypto.randomUUID(), name } });

async function read(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

describe("the audit trail of the installation", () => {
  it("holds what belongs to no workspace, for operators: filtered, page by page, the newest first", async () => {
    const operator = await anOperator();
    const own = { ...operator, workspace: null };
    for (const name of ["first", "second", "third"]) await append(own, "person.signed-in", name);
    await append(own, "sign-in.refused", "fourth");
    await append(operator, "person.signed-in", "of a workspace");
    const asked = { action: "person.", actor: operator.actor.userId, limit: 2 };
    const page = await listInstanceAudit(operator, asked);
    expect(page.items.map(({ object }) => object.name)).toEqual(["third", "second"]);
    const rest = await listInstanceAudit(operator, { ...asked, cursor: page.nextCursor ?? "" });
    expect(rest).toMatchObject({ items: [{ object: { name: "first" } }], nextCursor: null });
    const { items } = await listAudit(operator, {});
    expect(items.map(({ object }) => object.name)).toEqual(["of a workspace"]);
  });

  it("is refused to everybody else: owners, keys of operators, who was one", async () => {
    const owner = await aContext(db);
    const operator = await anOperator();
    const key = { id: "k", name: "k", workspaceId: operator.workspace.id, scopes: ["read"] as const };
    const refused: PersonContext[] = [owner, { ...operator, actor: { ...operator.actor, key } }];
    for (const who of refused) {
      const expected = {
        code: "FORBIDDEN",
        message: "Only an operator of this installation reads its audit trail.",
      };
      await expect(listInstanceAudit(who, {})).rejects.toMatchObject(expected);
      await expect(exportInstanceAudit(who, {})).rejects.toMatchObject(expected);
    }
  });

  it("is exported over the API, and that it was is in it", async () => {
    const operator = await anOperator();
    const cookie = await sessionCookie(operator);
    await append({ ...operator, workspace: null }, "person.changed", "=1+1");
    const list = await callApi("GET", "/instance/audit?action=person.changed", { cookie });
    expect(await list.json()).toMatchObject({ items: [{ object: { name: "=1+1" } }], nextCursor: null });
    const csv = await callApi("GET", "/instance/audit/export?action=person.changed", { cookie });
    expect(csv.headers.get("content-disposition")).toMatch(/audit-installation-\d{4}-\d\d-\d\d\.csv/);
    const lines = (await csv.text()).trim().split("\r\n");
    expect([lines.length, lines[1]]).toEqual([2, expect.stringContaining("'=1+1")]);
    expect(await listInstanceAudit(operator, { action: "audit.exported" })).toMatchObject({
      items: [{ object: { type: "installation" }, detail: { format: "csv", action: "person.changed" } }],
    });
    expect((await callApi("GET", "/instance/audit?cursor=nonsense", { cookie })).status).toBe(422);
  });

  it("breaks off for who is an operator no more, or was signed out, before it is written", async () => {
    const operator = await anOperator();
    const { pieces } = await exportInstanceAudit(operator, { format: "json" });
    await db.user.update({ where: { id: operator.actor.userId }, data: { isOperator: false } });
    await expect(read(pieces)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const other = await anOperator();
    const gone = { ...other, actor: { ...other.actor, sessionId: crypto.randomUUID() } };
    const late = await exportInstanceAudit(gone, { format: "json" });
    await expect(read(late.pieces)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  it("loses what is older than a year, once, with a row that says so; workspaces keep theirs", async () => {
    const operator = await anOperator();
    const row = (workspaceId: string | null, days: number) => ({
      workspaceId,
      actorName: "x",
      action: "old.row",
      objectType: "person",
      objectId: `${days}`,
      traceId: "x",
      at: new Date(Date.now() - days * dayMs),
    });
    const { id } = operator.workspace;
    await db.audit.createMany({
      data: [row(null, yearDays + 1), row(null, yearDays - 1), row(id, yearDays + 1)],
    });
    await Promise.all([retainAllAudit({ db }), retainAllAudit({ db })]);
    const left = await listInstanceAudit(operator, { action: "old." });
    expect(left.items.map(({ object }) => object.id)).toEqual([String(yearDays - 1)]);
    expect((await listAudit(operator, { action: "old." })).items).toHaveLength(1);
    expect(await listInstanceAudit(operator, { action: "audit.retained" })).toMatchObject({
      items: [
        {
          actor: { id: null, name: "Greenroom" },
          object: { type: "installation", id: "instance" },
          detail: { count: 1, days: yearDays },
        },
      ],
    });
  });
});

describe("how long the installation keeps its own rows", () => {
  const anOldRow = (days: number) =>
    db.audit.create({
      data: {
        workspaceId: null,
        actorName: "x",
        action: "old.row",
        objectType: "person",
        objectId: `${days}`,
        traceId: "x",
        at: new Date(Date.now() - days * dayMs),
      },
    });
  const oldRows = async (operator: PersonContext) =>
    (await listInstanceAudit(operator, { action: "old." })).items.map(({ object }) => object.id);

  it("is a year until an operator says otherwise, over the API too; what is older goes at once, and rows say both", async () => {
    const operator = await anOperator();
    await db.instance.update({ where: { id: "instance" }, data: { auditDays: yearDays } });
    const cookie = await sessionCookie(operator);
    const set = (days: number | null) =>
      callApi("PUT", "/instance/audit/retention", { cookie, body: { days } });
    expect(await (await callApi("GET", "/instance/audit/retention", { cookie })).json()).toEqual({
      days: 365,
    });
    for (const days of [40, 60, 100]) await anOldRow(days);
    expect(await (await set(90)).json()).toMatchObject({ days: 90, removed: expect.any(Number) });
    expect(await oldRows(operator)).toEqual(["60", "40"]);
    const said = await listInstanceAudit(operator, { action: "audit.ret", actor: operator.actor.userId });
    expect(said.items.map(({ action, detail }) => [action, detail])).toEqual([
      ["audit.retained", expect.objectContaining({ days: 90 })],
      ["audit.retention-set", { from: 365, to: 90 }],
    ]);
    expect((await set(29)).status).toBe(422);
  });

  it("is for ever where that was said, and what is daily removed follows the setting", async () => {
    const operator = await anOperator();
    expect(await setInstanceAuditRetention(operator, { days: null })).toEqual({ days: null, removed: 0 });
    await anOldRow(4_000);
    await retainAllAudit({ db });
    expect(await oldRows(operator)).toContain("4000");
    await setInstanceAuditRetention(operator, { days: 5_000 });
    await retainAllAudit({ db });
    expect(await oldRows(operator)).toContain("4000");
    await db.instance.update({ where: { id: "instance" }, data: { auditDays: 3_000 } });
    await retainAllAudit({ db });
    expect(await oldRows(operator)).not.toContain("4000");
    expect(await getInstanceAuditRetention(operator)).toEqual({ days: 3_000 });
  });

  it("is set and read by nobody else, nor by who was an operator or signed in when the request began", async () => {
    const owner = await aContext(db);
    await expect(getInstanceAuditRetention(owner)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(setInstanceAuditRetention(owner, { days: 90 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const late = await anOperator();
    await db.user.update({ where: { id: late.actor.userId }, data: { isOperator: false } });
    await expect(setInstanceAuditRetention(late, { days: 90 })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const other = await anOperator();
    const gone = { ...other, actor: { ...other.actor, sessionId: crypto.randomUUID() } };
    await expect(setInstanceAuditRetention(gone, { days: 90 })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});
