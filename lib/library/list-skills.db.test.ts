import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { encodeCursor } from "@/lib/db/cursor";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { changeDraft } from "./commands/change-draft";
import { listSkills } from "./list-skills";
import { listSkillMetadata } from "./read-packages";
import type { ListSkills } from "./skill-schema";

const { db } = testDatabase();
let context: Context;
const names = async (input: ListSkills) =>
  (await listSkills(context, { sort: "name", ...input })).items.map(({ name }) => name);

beforeAll(async () => {
  context = await aContext(db);
  const stranger = await aContext(db);
  await aPackage(stranger, { name: "foreign-zebra", body: "zebra" });
  await aPackage(context, { name: "alpha-tools", body: "Counts every zebra.\n" });
  await aPackage(context, { name: "beta", publishNote: "first" });
  const { skillId } = await aPackage(context, { name: "gamma", publishNote: "first" });
  await changeDraft(context, {
    skill: "gamma",
    baseRevision: 1,
    changes: [{ op: "write", path: ".env", text: "A=1\n" }],
  });
  const agent = await db.agent.create({
    data: {
      workspaceId: context.workspace.id,
      slug: "desk",
      name: "Desk",
      createdById: context.actor.userId,
    },
  });
  await db.assignment.create({
    data: { agentId: agent.id, skillId, workspaceId: context.workspace.id, priority: 1 },
  });
});

describe("listSkills", () => {
  it("shows every skill of the workspace and of no other, with totals", async () => {
    const list = await listSkills(context, { sort: "name" });
    expect(list.items.map(({ name, state }) => [name, state])).toEqual([
      ["alpha-tools", "draft"],
      ["beta", "published"],
      ["gamma", "draft-ahead"],
    ]);
    expect(list.total).toBe(3);
    const sum = list.items.reduce((tokens, item) => tokens + item.metadataTokens, 0);
    expect(list.totals.metadataTokens).toBe(sum);
  });

  it.each([
    [{ query: "zebra" }, ["alpha-tools"]],
    [{ query: "zeb" }, ["alpha-tools"]],
    [{ query: "a tool" }, ["alpha-tools"]],
    [{ query: "BETA" }, ["beta"]],
    [{ query: "et" }, ["beta"]],
    [{ query: "100%_\\" }, []],
    [{ query: "nothing-like-it" }, []],
    [{ query: "':* & |" }, []],
    [{ state: "draft" }, ["alpha-tools"]],
    [{ state: "published" }, ["beta"]],
    [{ state: "draft-ahead" }, ["gamma"]],
    [{ state: "archived" }, []],
    [{ agent: "desk" }, ["gamma"]],
    [{ agent: "nobody" }, []],
    [{ findings: "blocking" }, ["gamma"]],
    [{ findings: "any" }, ["gamma"]],
    [{ findings: "errors" }, []],
    [{ findings: "none" }, ["alpha-tools", "beta"]],
    [{ query: "zebra", findings: "none", state: "draft" }, ["alpha-tools"]],
  ] satisfies [ListSkills, string[]][])("finds %j", async (input, expected) => {
    expect(await names(input)).toEqual(expected);
  });

  it.each(["name", "updated", "metadataTokens", "instructionTokens", "agents"] as const)(
    "pages by %s in both directions without losing or repeating one",
    async (sort) => {
      for (const direction of ["asc", "desc"] as const) {
        const whole = await names({ sort, direction });
        const paged: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await listSkills(context, {
            sort,
            direction,
            limit: 1,
            ...(cursor ? { cursor } : {}),
          });
          expect(page.total).toBe(3);
          paged.push(...page.items.map(({ name }) => name));
          cursor = page.nextCursor;
        } while (cursor);
        expect(paged).toEqual(whole);
        expect(new Set(paged).size).toBe(3);
      }
    },
  );

  it("refuses a cursor of another order, and one that is none", async () => {
    const { nextCursor: cursor } = await listSkills(context, { sort: "name", limit: 1 });
    expect(cursor).toBeDefined();
    const yearZero = encodeCursor(["updated-desc", "0000-01-01T00:00:00Z", crypto.randomUUID()]);
    const sort = "updated" as const;
    for (const input of [{ sort, cursor }, { sort, cursor: yearZero }, { cursor: "nonsense" }])
      await expect(listSkills(context, input)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("listSkillMetadata", () => {
  it("answers the drafts of this workspace alone, by name", async () => {
    const all = await listSkillMetadata(context);
    expect(all.map(({ name, latest }) => [name, latest?.number ?? null])).toEqual([
      ["alpha-tools", null],
      ["beta", 1],
      ["gamma", 1],
    ]);
    expect(await listSkillMetadata(context, { names: ["foreign-zebra"] })).toEqual([]);
  });
});
