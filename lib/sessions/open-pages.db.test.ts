import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeAccess } from "@/lib/library/commands/change-access";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { anAgentWith, aStoredSkill, rehearse, triage } from "@/lib/testing/sessions/rehearsals";
import { createConversation } from "./commands";
import { listComparisons } from "./comparisons";
import { readOpenPage } from "./internal/read-open-page";
import { listConversations } from "./queries";

const { db } = testDatabase();
let owner: Context;
let reviewer: Context;
let own = "";
const closed: string[] = [];

/** Their own is the oldest; all that was used since is closed to them. */
beforeAll(async () => {
  owner = await aContext(db);
  reviewer = await aColleague(owner, "reviewer");
  await aStoredSkill(owner, triage);
  const agent = await anAgentWith(owner, [triage.name]);
  own = (await createConversation(reviewer, { agent, title: "Mine" })).id;
  for (const title of ["First", "Second", "Third", "Fourth", "Fifth"]) {
    const { id } = await createConversation(owner, { agent, title });
    await rehearse(owner, id, "Checkout is down");
    closed.push(id);
  }
  const people = { members: [], groups: [] };
  await changeAccess(owner, { skill: triage.name, baseRevision: 0, people, agents: null });
});

/** The titles of each page, from the first to the last. */
async function pagesOf(context: Context, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listConversations>> = await listConversations(context, {
      limit,
      ...(cursor !== null && { cursor }),
    });
    pages.push(page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

describe("a list in which much is closed to the asker", () => {
  it.each([1, 2, 3, 50])("has on its first page what is open, %d at a time", async (limit) => {
    expect(await listConversations(reviewer, { limit })).toMatchObject({
      items: [{ id: own }],
      nextCursor: null,
    });
  });

  it("fills its pages and skips nothing, where both stand beside each other", async () => {
    const agent = await anAgentWith(owner, [], "Open");
    for (const title of ["Open 1", "Open 2", "Open 3"]) await createConversation(owner, { agent, title });
    expect(await pagesOf(reviewer, 2)).toEqual([
      ["Open 3", "Open 2"],
      ["Open 1", "Mine"],
    ]);
    expect(await pagesOf(owner, 3)).toEqual([
      ["Open 3", "Open 2", "Open 1"],
      ["Fifth", "Fourth", "Third"],
      ["Second", "First", "Mine"],
    ]);
  });

  it("holds for comparisons too, of which one closed side closes both", async () => {
    const { id: workspaceId } = owner.workspace;
    const put = async (title: string, person: Context, sides: string[]) => {
      const { id } = await db.comparison.create({
        data: { workspaceId, title, createdById: person.actor.userId },
      });
      for (const [column, side] of sides.entries())
        await db.conversation.update({ where: { id: side }, data: { comparisonId: id, column } });
    };
    await put("Mine", reviewer, [own]);
    for (const [index, side] of closed.entries()) await put(`Closed ${index}`, owner, [side]);
    expect(await listComparisons(reviewer, { limit: 2 })).toMatchObject({
      items: [{ title: "Mine" }],
      nextCursor: null,
    });
    expect((await listComparisons(owner, { limit: 2 })).items).toHaveLength(2);
  });

  it("ends somewhere: what was not reached is on the next page", async () => {
    const [id = ""] = closed;
    const row = { id, updatedAt: new Date("2026-03-01T00:00:00.000Z") };
    let reads = 0;
    const { rows, nextCursor } = await readOpenPage(reviewer, {
      cursor: undefined,
      limit: 1,
      read: async () => {
        reads += 1;
        return [row, row];
      },
      conversationsOf: () => [id],
    });
    expect([reads, rows]).toEqual([20, []]);
    expect(nextCursor).toEqual(expect.any(String));
  });
});
