import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { changeRole } from "./commands/change-role";
import { leaveWorkspace, removeMember } from "./commands/remove-member";
import { transferWorkspace } from "./commands/transfer-workspace";

const { db } = testDatabase();
const idOf = (context: Context) => context.actor.userId;
const auditOf = (context: Context, action: string) =>
  db.audit.findMany({ where: { workspaceId: context.workspace.id, action } });
const ownersOf = (context: Context) =>
  db.member.count({ where: { workspaceId: context.workspace.id, role: "owner" } });

async function twentyFourOwners() {
  const first = await aContext(db);
  const owners = [first];
  while (owners.length < 24) owners.push(await aColleague(first, "owner"));
  return { first, owners };
}

describe("members who change at once", () => {
  const outcomes = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.map((result) => (result.status === "fulfilled" ? "done" : String(result.reason.code))).sort();

  it("twenty-four owners leave: one stays, and every departure is in the audit trail", async () => {
    const { first, owners } = await twentyFourOwners();
    const results = await Promise.allSettled(owners.map((owner) => leaveWorkspace(owner)));
    expect(outcomes(results)).toEqual(["CONFLICT", ...Array.from({ length: 23 }, () => "done")]);
    expect(await ownersOf(first)).toBe(1);
    expect(await auditOf(first, "member.left")).toHaveLength(23);
  });

  it("twenty-four owners demote each other: none succeeds after having lost the role, and one owner stays", async () => {
    const { first, owners } = await twentyFourOwners();
    const results = await Promise.allSettled(
      owners.map((owner, index) => {
        const next = owners[(index + 1) % owners.length] ?? first;
        return changeRole(owner, { member: idOf(next), role: "viewer" });
      }),
    );
    const left = await ownersOf(first);
    const done = results.filter(({ status }) => status === "fulfilled").length;
    expect(left).toBeGreaterThan(0);
    expect(done + left).toBe(24);
    expect(await auditOf(first, "member.role-changed")).toHaveLength(done);
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ code: expect.stringMatching(/^(FORBIDDEN|CONFLICT)$/) });
  });

  it("two owners remove each other: one does, the other is told", async () => {
    for (let round = 0; round < 10; round += 1) {
      const one = await aContext(db);
      const other = await aColleague(one, "owner");
      const results = await Promise.allSettled([
        removeMember(one, { member: idOf(other) }),
        removeMember(other, { member: idOf(one) }),
      ]);
      expect(outcomes(results)).toEqual(["NOT_FOUND", "done"]);
      expect(await ownersOf(one)).toBe(1);
    }
  });

  /** What two owners may do at the same moment, each of which leaves the other as the only owner. */
  const pairs: Record<string, (one: Context, other: Context) => Promise<unknown>[]> = {
    "hands over to who leaves": (one, other) => [handOver(one, other), leaveWorkspace(other)],
    "hands over to who steps down": (one, other) => [handOver(one, other), stepDown(other)],
    "leaves while the other steps down": (one, other) => [leaveWorkspace(one), stepDown(other)],
    "is removed by who is stepping down": (one, other) => [
      removeMember(other, { member: idOf(one) }),
      stepDown(one),
      stepDown(other),
    ],
  };
  const handOver = (from: Context, to: Context) =>
    transferWorkspace(from, { to: idOf(to), confirmName: from.workspace.name });
  const stepDown = (owner: Context) => changeRole(owner, { member: idOf(owner), role: "author" });

  it.each(Object.entries(pairs))(
    "one owner %s, in twelve workspaces at once: each keeps exactly one",
    async (_, act) => {
      const couples: [Context, Context][] = [];
      while (couples.length < 12) {
        const one = await aContext(db);
        couples.push([one, await aColleague(one, "owner")]);
      }
      await Promise.allSettled(couples.flatMap(([one, other]) => act(one, other)));
      expect(await Promise.all(couples.map(([one]) => ownersOf(one)))).toEqual(couples.map(() => 1));
    },
  );

  it("twenty-four owners of one workspace hand it to the next, leave and step down: one stays, and all is in the audit trail", async () => {
    const { first, owners } = await twentyFourOwners();
    const results = await Promise.allSettled(
      owners.map((owner, index) => {
        const next = owners[(index + 1) % owners.length] ?? first;
        return [leaveWorkspace, stepDown, (one: Context) => handOver(one, next)][index % 3]?.(owner);
      }),
    );
    const done = results.filter(({ status }) => status === "fulfilled").length;
    const acts = ["member.left", "member.role-changed", "workspace.transferred"];
    const rows = await Promise.all(acts.map((action) => auditOf(first, action)));
    expect(await ownersOf(first)).toBeGreaterThan(0);
    expect(rows.flat()).toHaveLength(done);
    expect(outcomes(results).filter((code) => !/^(CONFLICT|FORBIDDEN|NOT_FOUND|done)$/.test(code))).toEqual(
      [],
    );
  });
});
