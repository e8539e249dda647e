import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { searchEntries } from "@/lib/runtime/search-skills";
import { withName } from "@/lib/runtime/search-terms";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { store, upload, zipOf } from "@/lib/testing/uploads";
import { readSearchTerms } from "../adapters/search-index";
import { packageCaches } from "../caches/package-caches";
import { changeDraft } from "../commands/change-draft";
import { renameSkill } from "../commands/rename-skill";
import { stemDrafts } from "../commands/stem-drafts";
import { listSkills } from "../list-skills";
import { listSkillMetadata } from "../read-packages";

const { db } = testDatabase();
const triggers = (query: string) => JSON.stringify([{ query, should_trigger: true }]);
let context: Context;

beforeEach(async () => {
  context = await aContext(db);
  for (const cache of Object.values(packageCaches())) cache.clear();
});

/** As the list has them. */
const inLibrary = async (query: string): Promise<string[]> =>
  (await listSkills(context, { query })).items.map(({ name }) => name);

/** As the agents' tool has them, over the same drafts. */
async function byAgent(query: string): Promise<string[]> {
  const skills = await listSkillMetadata(context);
  const packages = skills.map(({ skillId, name, draft }) => ({
    skillId,
    name,
    digest: draft.digest,
    versionId: null,
  }));
  const counted = await readSearchTerms(context, packages);
  const entries = packages.flatMap(({ skillId, name, digest }) => {
    const terms = counted.get(digest);
    return terms ? [{ skillId, name, terms: withName(terms, name) }] : [];
  });
  return searchEntries(query, entries).map(({ name }) => name);
}

async function aLibrary() {
  await aPackage(context, { name: "code-review", body: "Review a pull request.\n" });
  await aPackage(context, { name: "pdf-tools", body: "Fill in a form.\n" });
  await aPackage(context, { name: "story-time", body: "Mentions a café and a box.\n" });
  await aPackage(context, {
    name: "on-call",
    files: { "evals/trigger-eval.json": triggers("the site fell over") },
  });
  await aPackage(context, { name: "kanji", body: "発布説明を書く。\n" });
}

describe("a search of the library", () => {
  it.each([
    ["reviewing", ["code-review"]],
    ["pdfs", ["pdf-tools"]],
    ["filled forms", ["pdf-tools"]],
    ["stories", ["story-time"]],
    ["boxes in CAFES", ["story-time"]],
    ["sites falling over", ["on-call"]],
    ["説明", ["kanji"]],
    ["Requests for reviewed PDFs", ["code-review", "pdf-tools"]],
    ["what is this for", []],
    ["zebras", []],
  ])("finds for “%s” what the agents' tool finds", async (query, expected) => {
    await aLibrary();
    const found = await inLibrary(query);
    expect(found).toEqual(await byAgent(query));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it("still finds parts of names, and words that are only begun", async () => {
    await aLibrary();
    expect(await inLibrary("ode-rev")).toEqual(["code-review"]);
    expect(await inLibrary("df-to")).toEqual(["pdf-tools"]);
    expect(await inLibrary("pull req")).toEqual(["code-review"]);
    expect(await inLibrary("CODE-REVIEW")).toEqual(["code-review"]);
  });

  it("ranks what holds all of the words before what holds one of them, page after page", async () => {
    await aPackage(context, { name: "both", body: "Refunds customers.\n" });
    await aPackage(context, { name: "one", body: "Writes about customers, customers, customers.\n" });
    const first = await listSkills(context, { query: "customer refunding", limit: 1 });
    expect(first).toMatchObject({ total: 2, items: [{ name: "both" }] });
    const query = { query: "customer refunding", limit: 1, cursor: first.nextCursor ?? "" };
    expect((await listSkills(context, query)).items.map(({ name }) => name)).toEqual(["one"]);
  });

  it("finds a renamed skill by the forms of its name of now", async () => {
    await aPackage(context, { name: "pager" });
    await renameSkill(context, { skill: "pager", name: "alarm-clock" });
    expect(await inLibrary("alarms")).toEqual(["alarm-clock"]);
  });

  it("finds one whose bytes a rename leaves as they are by the forms of its name of now alone", async () => {
    await aPackage(context, { name: "pager" });
    const unnamed = "---\ndescription: Wakes people.\n---\nGo.\n";
    const changes = [{ op: "write" as const, path: "SKILL.md", text: unnamed }];
    await changeDraft(context, { skill: "pager", baseRevision: 1, changes });
    await renameSkill(context, { skill: "pager", name: "alarm-clock" });
    expect(await inLibrary("alarms")).toEqual(["alarm-clock"]);
    expect(await inLibrary("pagers")).toEqual([]);
  });

  it("finds what was imported by the forms of its words and by its trigger queries", async () => {
    const files = {
      "SKILL.md": skillText("wall", "Paints walls.\n"),
      "evals/trigger-eval.json": triggers("plaster crumbles"),
    };
    await store(context, (await upload(context, { "wall.zip": await zipOf({ wall: files }) })).id);
    expect(await inLibrary("painting")).toEqual(["wall"]);
    expect(await inLibrary("crumbling plaster")).toEqual(["wall"]);
  });

  it("never finds another workspace's", async () => {
    await aPackage(await aContext(db), { name: "foreign", body: "Reviews.\n" });
    expect(await inLibrary("reviewing")).toEqual([]);
  });
});

describe("drafts that nobody has counted", () => {
  it("are found by the forms of their words once the server has counted them", async () => {
    await aPackage(context, { name: "code-review", body: "Review a request.\n" });
    await db.$executeRaw`UPDATE "Draft" SET search = array_to_tsvector(ARRAY['review'])`;
    await db.searchTerms.deleteMany();
    expect(await inLibrary("reviewing")).toEqual([]);
    expect(await stemDrafts({ db })).toBe(await db.draft.count());
    expect(await inLibrary("reviewing")).toEqual(["code-review"]);
    expect(await stemDrafts({ db })).toBe(0);
  });
});
