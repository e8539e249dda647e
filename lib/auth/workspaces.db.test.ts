import { describe, expect, it } from "vitest";
import { getWorkspaceContext } from "@/lib/access/queries";
import { aColleague, aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { createWorkspace, updateWorkspace } from "./commands";
import { acceptInstanceSecret } from "./commands/accept-instance-secret";
import { listMembers, listWorkspaces } from "./queries";

const { db } = testDatabase();

describe("createWorkspace", () => {
  it("makes its creator the owner and makes an address from the name", async () => {
    const operator = await aPerson(db, { isOperator: true });
    const { workspace } = await createWorkspace(operator, { name: "Café Ops & Co." });
    expect(workspace).toMatchObject({ slug: "cafe-ops-co", role: "owner" });
    expect(await listWorkspaces(operator)).toMatchObject([{ slug: "cafe-ops-co", role: "owner" }]);
  });

  it("numbers a made-up address that is taken, and refuses a chosen one", async () => {
    const operator = await aPerson(db, { isOperator: true });
    await createWorkspace(operator, { name: "Twice" });
    const second = await createWorkspace(operator, { name: "Twice" });
    expect(second.workspace.slug).toBe("twice-2");
    await expect(createWorkspace(operator, { name: "Other", slug: "twice" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("is for the operator only", async () => {
    const person = await aPerson(db);
    await expect(createWorkspace(person, { name: "Mine" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("leaves one audit row that names the workspace", async () => {
    const operator = await aPerson(db, { isOperator: true });
    const { workspace } = await createWorkspace(operator, { name: "Audited" });
    const rows = await db.audit.findMany({ where: { workspaceId: workspace.id } });
    expect(rows).toMatchObject([
      { action: "workspace.created", objectName: "Audited", traceId: operator.traceId },
    ]);
  });
});

describe("getWorkspaceContext", () => {
  it("answers NOT_FOUND alike for a workspace that is not there and one that is not theirs", async () => {
    const owner = await aContext(db);
    const stranger = await aPerson(db);
    await expect(getWorkspaceContext(stranger, owner.workspace.slug)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(getWorkspaceContext(stranger, "nowhere")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("updateWorkspace", () => {
  it("renames and keeps the address", async () => {
    const context = await aContext(db);
    const renamed = await updateWorkspace(context, { name: "New name" });
    expect(renamed).toMatchObject({ name: "New name", slug: context.workspace.slug });
  });

  it("needs an admin", async () => {
    const reviewer = await aColleague(await aContext(db), "reviewer");
    await expect(updateWorkspace(reviewer, { name: "Mine now" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("listMembers", () => {
  it("lists this workspace's people and nobody else's", async () => {
    const context = await aContext(db, { name: "Owner" });
    await aColleague(context, "viewer", "A viewer");
    await aContext(db, { name: "Stranger" });
    const members = await listMembers(context);
    expect(members.map(({ name, role }) => [name, role])).toEqual([
      ["A viewer", "viewer"],
      ["Owner", "owner"],
    ]);
  });
});

describe("the append-only tables", () => {
  it("refuse UPDATE, DELETE and TRUNCATE from the app's own role", async () => {
    await aContext(db).then((context) => updateWorkspace(context, { name: "Written once" }));
    for (const table of ["Audit", "Version", "VersionFile", "Event", "AgentRevision"]) {
      const column = table === "Audit" || table === "Event" ? '"traceId"' : '"workspaceId"';
      await expect(db.$executeRawUnsafe(`UPDATE "${table}" SET ${column} = ${column}`)).rejects.toThrow(
        /denied/,
      );
      await expect(db.$executeRawUnsafe(`DELETE FROM "${table}"`)).rejects.toThrow(/denied/);
      await expect(db.$executeRawUnsafe(`TRUNCATE "${table}" CASCADE`)).rejects.toThrow(/denied/);
    }
  });
});

describe("acceptInstanceSecret", () => {
  it("remembers the first secret and knows another", async () => {
    expect(await acceptInstanceSecret({ db }, "first-secret-first-secret-first-secret")).toBe(true);
    expect(await acceptInstanceSecret({ db }, "first-secret-first-secret-first-secret")).toBe(true);
    expect(await acceptInstanceSecret({ db }, "other-secret-other-secret-other-secret")).toBe(false);
  });
});
