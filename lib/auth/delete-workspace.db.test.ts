import { describe, expect, it } from "vitest";
import { getWorkspaceContext } from "@/lib/access/queries";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { acceptKey } from "./commands/accept-key";
import { createKey } from "./commands/create-key";
import { deleteWorkspace } from "./commands/delete-workspace";
import { listWorkspaces } from "./queries";

const { db } = testDatabase();

/** A workspace in which things hold each other: an assigned, published skill, an agent with a conversation, a key. */
async function aFullWorkspace() {
  const owner = await aContext(db);
  await aPackage(owner, { name: "notes", publishNote: "First" });
  const { slug, revision } = await createAgent(owner, { name: "Desk" });
  await setAssignments(owner, { agent: slug, baseRevision: revision, items: [{ skill: "notes" }] });
  const cookie = await sessionCookie(owner);
  const base = `/workspaces/${owner.workspace.slug}`;
  const made = await callApi("post", `${base}/conversations`, { cookie, body: { agent: slug } });
  expect(made.status).toBe(201);
  const { key } = await createKey(owner, { name: "CI", scopes: ["read"] });
  return { owner, key };
}

/** Every table with a workspace's id and how many rows of it are left. */
async function leftovers(workspaceId: string): Promise<Record<string, number>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'workspaceId'`;
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await db.$queryRawUnsafe<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM "${name}" WHERE "workspaceId" = $1::uuid`,
        workspaceId,
      );
      return [name, rows[0]?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe("deleteWorkspace", () => {
  it("leaves nothing of it but its audit trail, which says who deleted what", async () => {
    const { owner, key } = await aFullWorkspace();
    const before = await leftovers(owner.workspace.id);
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(["Assignment", "Conversation", "ApiKey", "Version"]),
    );
    await deleteWorkspace(owner, { confirmName: owner.workspace.name });
    expect(Object.keys(await leftovers(owner.workspace.id))).toEqual(["Audit"]);
    const rows = await db.audit.findMany({
      where: { workspaceId: owner.workspace.id, action: "workspace.deleted" },
    });
    expect(rows).toMatchObject([
      {
        actorId: owner.actor.userId,
        objectName: owner.workspace.name,
        detail: { slug: owner.workspace.slug, members: 1, skills: 1, agents: 1 },
      },
    ]);
    expect(await acceptKey({ db }, key, new Date())).toBeNull();
  });

  it("takes nothing from members elsewhere: their account and their other workspaces stay", async () => {
    const owner = await aContext(db);
    const colleague = await aContext(db);
    await db.member.create({
      data: { workspaceId: owner.workspace.id, userId: colleague.actor.userId, role: "viewer" },
    });
    await aPackage(colleague, { name: "notes" });
    await deleteWorkspace(owner, { confirmName: owner.workspace.name });
    expect((await listWorkspaces(colleague)).map(({ slug }) => slug)).toEqual([colleague.workspace.slug]);
    expect(await db.skill.count({ where: { workspaceId: colleague.workspace.id } })).toBe(1);
    await expect(getWorkspaceContext(colleague, owner.workspace.slug)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("needs an owner and the name as it is", async () => {
    const owner = await aContext(db);
    const admin = await aColleague(owner, "admin");
    const confirmName = owner.workspace.name;
    await expect(deleteWorkspace(admin, { confirmName })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(deleteWorkspace(owner, { confirmName: "Another" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringContaining(confirmName),
    });
  });

  it("by twenty owners at once happens once; the others are told that it is gone", async () => {
    const owner = await aContext(db);
    await aPackage(owner, { name: "notes" });
    const owners = [owner];
    while (owners.length < 20) owners.push(await aColleague(owner, "owner"));
    const results = await Promise.allSettled(
      owners.map((each) => deleteWorkspace(each, { confirmName: owner.workspace.name })),
    );
    const codes = results.map((result) => (result.status === "fulfilled" ? "done" : result.reason.code));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "NOT_FOUND")).toHaveLength(19);
    const rows = await db.audit.count({
      where: { workspaceId: owner.workspace.id, action: "workspace.deleted" },
    });
    expect(rows).toBe(1);
  });
});
