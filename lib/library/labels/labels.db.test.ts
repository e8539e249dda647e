import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/reviews/team";
import { aSkill } from "@/lib/testing/skills";
import { removeLabel } from "../commands/remove-label";
import { setLabel } from "../commands/set-label";
import { withdrawVersion } from "../commands/withdraw-version";
import { getVersionByFollow } from "../which-version/get-version-by-follow";
import { listLabels } from "./list-labels";

const { db } = testDatabase();
const skill = "pdf-tools";

async function aTeam() {
  const context = await aContext(db);
  const { id: skillId } = await aSkill(context, { name: skill, versions: 3 });
  const reviewer = await aColleague(context, "reviewer");
  const admin = await aColleague(context, "admin");
  const approve = (number: number, met = true) =>
    // As the owner of the tables: the app itself cannot change a version.
    asOwner(`UPDATE "Version" SET approval = '{"met": ${met}, "approvals": [], "bypass": null}'
      WHERE "skillId" = '${skillId}' AND number = ${number}`);
  return { context, skillId, reviewer, admin, approve };
}

async function asOwner(statement: string): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: testDatabase().ownerUrl });
  await client.connect();
  try {
    // What is published is kept by triggers too.
    await client.query("SET session_replication_role = replica");
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const move = (context: Context, label: string, version: number, expectedVersion: number | null) =>
  setLabel(context, { skill, label, version, expectedVersion });
const placesOf = async (context: Context) =>
  (await listLabels(context, { skill })).items.map(({ name, version }) => [name, version]);

describe("setLabel", () => {
  it("adds a label, moves it from where it was seen, and keeps both in the trail", async () => {
    const { context, skillId, reviewer } = await aTeam();
    await move(reviewer, "staging", 1, null);
    const list = await move(reviewer, "staging", 3, 1);
    expect(list).toMatchObject({
      items: [{ name: "staging", version: 3, protected: false }],
      latest: 3,
      protectedLabels: ["production"],
      mayMoveProtected: false,
    });
    const followed = { skillId, follows: "label", label: "staging" } as const;
    expect(await getVersionByFollow(context, followed)).toMatchObject({ value: { number: 3 } });
    const trail = await db.audit.findMany({
      where: { action: "label.moved", objectId: skillId },
      orderBy: { id: "asc" },
    });
    expect(trail.map(({ detail }) => detail)).toEqual([
      { label: "staging", from: null, to: 1 },
      { label: "staging", from: 1, to: 3 },
    ]);
    // What agents got before stands beside what they get now; of a label that was nowhere there is none.
    const versions = await db.version.findMany({ where: { skillId }, orderBy: { number: "asc" } });
    expect(trail.map(({ digestBefore, digestAfter }) => [digestBefore, digestAfter])).toEqual([
      [null, versions[0]?.digest],
      [versions[0]?.digest, versions[2]?.digest],
    ]);
  });

  it("lets one of twenty move a label that all of them saw at one place, and tells the others where it is", async () => {
    const { reviewer, skillId } = await aTeam();
    await move(reviewer, "staging", 1, null);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => move(reviewer, "staging", at % 2 === 0 ? 2 : 3, 1)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [[, winner] = []] = await placesOf(reviewer);
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({
          code: "CONFLICT",
          details: { reason: "label-moved", label: "staging", version: winner },
        });
    expect(await db.audit.count({ where: { action: "label.moved", objectId: skillId } })).toBe(2);
  });

  it("lets one of twenty add a label that nobody had seen", async () => {
    const { reviewer } = await aTeam();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => move(reviewer, "staging", (at % 3) + 1, null)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await placesOf(reviewer)).toHaveLength(1);
  });

  it("moves a protected label for admins alone, and only to versions that met the policy", async () => {
    const { context, reviewer, admin, approve } = await aTeam();
    await approve(2);
    await approve(3, false);
    await expect(move(reviewer, "production", 2, null)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await move(admin, "production", 2, null);
    for (const number of [1, 3])
      await expect(move(admin, "production", number, 2)).rejects.toMatchObject({
        code: "CONFLICT",
        details: { reason: "policy", mayBypass: false },
      });
    await expect(move(context, "production", 3, 2)).rejects.toMatchObject({
      details: { reason: "policy", mayBypass: true },
    });
    const input = {
      skill,
      label: "production",
      version: 3,
      expectedVersion: 2,
      bypassReason: "Mends the outage",
    };
    await setLabel(context, input);
    expect(await placesOf(context)).toEqual([["production", 3]]);
    const last = await db.audit.findFirst({ where: { action: "label.moved" }, orderBy: { id: "desc" } });
    expect(last?.detail).toMatchObject({ bypassReason: "Mends the outage" });
  });

  it("lets no machine move a protected label past the policy, whatever its role and its reason", async () => {
    const { context, approve } = await aTeam();
    await approve(1, false);
    await approve(2);
    await db.reviewPolicy.create({
      data: {
        workspaceId: context.workspace.id,
        updatedById: context.actor.userId,
        bypassRoles: ["admin", "owner"],
      },
    });
    const machine = await aMachine(context, "admin");
    const input = { skill, label: "production", expectedVersion: null };
    await expect(
      setLabel(machine, { ...input, version: 1, bypassReason: "The build says so" }),
    ).rejects.toMatchObject({ code: "CONFLICT", details: { reason: "policy", mayBypass: false } });
    expect(await listLabels(machine, { skill })).toMatchObject({ mayMoveProtected: true, mayBypass: false });
    expect(await setLabel(machine, { ...input, version: 2 })).toMatchObject({ items: [{ version: 2 }] });
  });

  it("protects what the workspace's own policy names", async () => {
    const { context, reviewer } = await aTeam();
    await db.reviewPolicy.create({
      data: {
        workspaceId: context.workspace.id,
        updatedById: context.actor.userId,
        protectedLabels: ["staging"],
        bypassRoles: [],
      },
    });
    await move(reviewer, "production", 1, null);
    await expect(move(reviewer, "staging", 1, null)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(move(context, "staging", 1, null)).rejects.toMatchObject({
      details: { reason: "policy", mayBypass: false },
    });
  });

  it("asks for no review in a workspace of one person", async () => {
    const context = await aContext(db);
    await aSkill(context, { name: skill, versions: 1 });
    await move(context, "production", 1, null);
    expect(await placesOf(context)).toEqual([["production", 1]]);
  });

  it("refuses names with a meaning of their own, withdrawn versions, and versions that are not there", async () => {
    const { reviewer } = await aTeam();
    for (const name of ["latest", "draft", "none", "v3", "Production", "1st", ""])
      await expect(move(reviewer, name, 1, null)).rejects.toMatchObject({ name: "ZodError" });
    await withdrawVersion(reviewer, { skill, number: 2, reason: "Wrong rota" });
    await expect(move(reviewer, "staging", 2, null)).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(move(reviewer, "staging", 9, null)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("finds nothing of another workspace and needs a reviewer", async () => {
    const { context } = await aTeam();
    const stranger = await aContext(db);
    await expect(move(stranger, "staging", 1, null)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(listLabels(stranger, { skill })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const author = await aColleague(context, "author");
    await expect(move(author, "staging", 1, null)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("removeLabel", () => {
  const remove = (context: Context, label: string, expectedVersion: number) =>
    removeLabel(context, { skill, label, expectedVersion });

  it("takes a label away where it was seen, and lets one of twenty do so", async () => {
    const { reviewer, skillId } = await aTeam();
    await move(reviewer, "staging", 2, null);
    await expect(remove(reviewer, "staging", 1)).rejects.toMatchObject({
      code: "CONFLICT",
      details: { reason: "label-moved", version: 2 },
    });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => remove(reviewer, "staging", 2)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await placesOf(reviewer)).toEqual([]);
    expect(await db.audit.count({ where: { action: "label.removed", objectId: skillId } })).toBe(1);
  });

  it("leaves a protected label to admins and finds nothing of another workspace", async () => {
    const { context, admin, reviewer, approve } = await aTeam();
    await approve(1);
    await move(admin, "production", 1, null);
    await expect(remove(reviewer, "production", 1)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(remove(await aContext(db), "production", 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await remove(admin, "production", 1);
    expect(await placesOf(context)).toEqual([]);
  });
});
