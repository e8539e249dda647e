import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { searchEntries } from "@/lib/runtime/search-skills";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { readSearchTerms } from "../adapters/search-index";
import { packageCaches } from "../caches/package-caches";
import { changeDraft } from "../commands/change-draft";
import { listSkills } from "../list-skills";
import { listSkillMetadata } from "../read-packages";

const { db } = testDatabase();
const triggers = JSON.stringify([
  { query: "the site fell over", should_trigger: true },
  { query: "book a holiday", should_trigger: false },
]);
let context: Context;
const forget = () => {
  for (const cache of Object.values(packageCaches())) cache.clear();
};
const stored = () => db.searchTerms.findMany({ where: { workspaceId: context.workspace.id } });

beforeEach(async () => {
  context = await aContext(db);
  forget();
});

describe("the words of a package", () => {
  it("are counted when a draft is saved, and those it replaced go", async () => {
    await aPackage(context, { name: "notes", body: "Mentions zebras.\n" });
    const [first] = await stored();
    expect(first?.fields).toMatchObject({ body: { mention: 1, zebra: 1 } });
    await changeDraft(context, {
      skill: "notes",
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text: skillText("notes", "Mentions giraffes.\n") }],
    });
    const after = await stored();
    expect(after).toHaveLength(1);
    expect(after[0]?.fields).toMatchObject({ body: { giraff: 1 } });
  });

  it("stay as long as a version has them", async () => {
    await aPackage(context, { name: "notes", publishNote: "first" });
    await changeDraft(context, {
      skill: "notes",
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text: skillText("notes", "Other.\n") }],
    });
    expect(await stored()).toHaveLength(2);
  });

  it("hold the queries that should lead to the skill, and no near misses", async () => {
    const { skillId } = await aPackage(context, {
      name: "on-call",
      files: { "evals/trigger-eval.json": triggers },
    });
    const [skill] = await listSkillMetadata(context, { skillIds: [skillId] });
    if (!skill) throw new Error("no skill");
    const subject = { skillId, name: "on-call", digest: skill.draft.digest, versionId: null };
    const terms = (await readSearchTerms(context, [subject])).get(subject.digest);
    if (!terms) throw new Error("no terms");
    const entries = [{ skillId, name: "on-call", terms }];
    expect(searchEntries("site fell over", entries)[0]?.fields.triggers).toBeGreaterThan(0);
    expect(searchEntries("holiday", entries)).toEqual([]);
  });

  it("are counted on first need where nobody has, for drafts and for versions", async () => {
    const { skillId, versionId } = await aPackage(context, {
      name: "notes",
      body: "Mentions zebras.\n",
      publishNote: "first",
    });
    await db.searchTerms.deleteMany();
    const [skill] = await listSkillMetadata(context, { skillIds: [skillId] });
    const digest = skill?.draft.digest ?? "";
    for (const version of [null, versionId]) {
      forget();
      await db.searchTerms.deleteMany();
      const found = await readSearchTerms(context, [{ skillId, name: "notes", digest, versionId: version }]);
      expect(found.get(digest)?.counts.body.get("zebra")).toBe(1);
      expect(await stored()).toHaveLength(1);
    }
  });

  it("are never another workspace's", async () => {
    const stranger = await aContext(db);
    const { skillId, versionId } = await aPackage(stranger, { name: "notes", publishNote: "first" });
    forget();
    const digest = "f".repeat(64);
    const found = await readSearchTerms(context, [{ skillId, name: "notes", digest, versionId }]);
    expect(found.size).toBe(0);
  });
});

describe("a search of the library", () => {
  const names = async (input: Parameters<typeof listSkills>[1]) =>
    (await listSkills(context, input)).items.map(({ name }) => name);

  it("puts what fits best first, page after page", async () => {
    await aPackage(context, { name: "holiday-mail", body: "Also mentions a refund.\n" });
    await aPackage(context, { name: "refund-policy", body: "How a refund is paid.\n" });
    await aPackage(context, { name: "zebra" });
    expect(await names({ query: "refund" })).toEqual(["refund-policy", "holiday-mail"]);
    const first = await listSkills(context, { query: "refund", limit: 1 });
    expect(first.items.map(({ name }) => name)).toEqual(["refund-policy"]);
    expect(await names({ query: "refund", limit: 1, cursor: first.nextCursor ?? "" })).toEqual([
      "holiday-mail",
    ]);
    expect(await names({ query: "refund", sort: "name" })).toEqual(["holiday-mail", "refund-policy"]);
  });

  it("ranks by the beginning of a word while it is typed", async () => {
    await aPackage(context, { name: "mail", body: "Mentions an incident.\n" });
    await aPackage(context, { name: "incident-triage" });
    expect(await names({ query: "incid" })).toEqual(["incident-triage", "mail"]);
  });

  it("narrows by a name's pattern, by words of the description and by where a skill comes from", async () => {
    await aPackage(context, { name: "refund-policy" });
    await aPackage(context, { name: "refunds_old" });
    expect(await names({ name: "refund-*" })).toEqual(["refund-policy"]);
    expect(await names({ name: "refund?_*" })).toEqual(["refunds_old"]);
    expect(await names({ words: "refund-policy SOMEBODY" })).toEqual(["refund-policy"]);
    expect(await names({ words: "refund-policy zebra" })).toEqual([]);
    expect(await names({ source: "directory" })).toEqual([]);
    expect((await names({ source: "workspace" })).length).toBe(2);
  });

  it("refuses a cursor of another order", async () => {
    await aPackage(context, { name: "one" });
    await aPackage(context, { name: "two" });
    const { nextCursor: cursor } = await listSkills(context, { sort: "name", limit: 1 });
    await expect(listSkills(context, { query: "two", cursor: cursor ?? "" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
