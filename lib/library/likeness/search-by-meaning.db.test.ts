import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setEmbeddings } from "@/lib/embeddings/commands/set-embeddings";
import { getEmbeddings } from "@/lib/embeddings/get-embeddings";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { aPackage } from "@/lib/testing/packages";
import { anEmbeddingEndpoint, meaningOf } from "@/lib/testing/servers/embedding-server";
import { packageCaches } from "../caches/package-caches";
import { archiveSkill } from "../commands/archive-skill";
import { changeDraft } from "../commands/change-draft";
import { embedDueSkills } from "../commands/embed-skills";
import { listSkills } from "../list-skills";
import { mostCompared, readLikeness, readLikenessTo } from "./read-likeness";

allowLocalServers();
const { db } = testDatabase();
let context: Context;

beforeEach(async () => {
  await db.embeddingEndpoint.deleteMany();
  context = await aContext(db);
  for (const cache of Object.values(packageCaches())) cache.clear();
});

const embed = () => embedDueSkills({ db }, context.now);
const found = async (query: string) => (await listSkills(context, { query })).items.map(({ name }) => name);
const packages = async () =>
  (await db.draft.findMany({ where: { workspaceId: context.workspace.id } })).map(({ skillId, digest }) => ({
    skillId,
    digest,
  }));

/** One that is about money without the word, among others about nothing. */
async function aLibrary() {
  await aPackage(context, { name: "dunning", body: "Writes to who has an open invoice.\n" });
  for (const name of ["knots", "gardens", "bread", "maps", "chess", "kites"])
    await aPackage(context, { name, body: `All about ${name}.\n` });
}

describe("the vectors of skills", () => {
  it("are made in the background, of name, description and first lines, in batches and once", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aLibrary();
    expect(await embed()).toBe(7);
    expect(server.asked).toHaveLength(1);
    expect(server.texts()).toContain(
      "dunning\nDoes the dunning work. Use when somebody asks for it.\n\nWrites to who has an open invoice.",
    );
    expect(await getEmbeddings(context)).toMatchObject({
      skills: { total: 7, embedded: 7 },
      endpoint: { used: { texts: 7, tokens: 70 } },
    });
    expect(await embed()).toBe(0);
    expect(server.asked).toHaveLength(1);
  });

  it("are made of what agents are given too, and not again for a text that has one", async () => {
    const server = await anEmbeddingEndpoint(context);
    const { skillId } = await aPackage(context, { name: "knots", body: "Tie it.\n", publishNote: "First" });
    await embed();
    const draft = await db.draft.findUniqueOrThrow({ where: { skillId } });
    const change = (path: string, text: string, baseRevision: number) =>
      changeDraft(context, {
        skill: "knots",
        baseRevision,
        changes: [{ op: "write", path, text }],
      });
    await change("notes.md", "More.", draft.revision);
    expect(await embed()).toBe(1);
    expect(server.texts()).toHaveLength(1);
    const vectors = () => db.skillVector.count({ where: { workspaceId: context.workspace.id } });
    expect(await vectors()).toBe(2);
  });

  it("leave out what is archived", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aPackage(context, { name: "knots" });
    await archiveSkill(context, { skill: "knots" });
    expect(await embed()).toBe(0);
    expect(server.asked).toEqual([]);
  });

  it("are made of all others when the endpoint takes one text not at all", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aLibrary();
    server.behave((texts) =>
      texts.some((text) => text.includes("chess")) ? { kind: "refuse", status: 400 } : null,
    );
    expect(await embed()).toBe(7);
    expect((await getEmbeddings(context)).skills).toEqual({ total: 7, embedded: 6 });
    expect((await getEmbeddings(context)).endpoint?.failure).toBeNull();
    expect(await embed()).toBe(0);
    expect(await found("chess")).toContain("chess");
  });

  it("wait when the endpoint refuses everything, and none is taken for refused by itself", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aLibrary();
    server.behave(() => ({ kind: "refuse", status: 400 }));
    expect(await embed()).toBe(0);
    expect(await db.skillVector.count({ where: { workspaceId: context.workspace.id } })).toBe(0);
    expect((await getEmbeddings(context)).endpoint?.failure?.message).toContain("400");
    const { length } = server.asked;
    expect(await embed()).toBe(0);
    expect(server.asked).toHaveLength(length);
  });

  it("keep no other workspace waiting for one whose endpoint is down", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aLibrary();
    server.behave(() => ({ kind: "refuse", status: 503 }));
    const other = await aContext(db);
    await anEmbeddingEndpoint(other);
    await aPackage(other, { name: "knots" });
    expect(await embed()).toBe(1);
    expect((await getEmbeddings(other)).skills).toEqual({ total: 1, embedded: 1 });
  });

  it("stop at the month's limit", async () => {
    const server = await anEmbeddingEndpoint(context, { monthlyTokens: 1_000 });
    await db.embeddingEndpoint.updateMany({ data: { usedTokens: 1_000 } });
    await aLibrary();
    expect(await embed()).toBe(0);
    expect(server.asked).toEqual([]);
  });

  it("go when no draft and no version stands for them any more", async () => {
    await anEmbeddingEndpoint(context);
    const { skillId } = await aPackage(context, { name: "knots" });
    await embed();
    await db.skill.delete({ where: { id: skillId } });
    await aPackage(context, { name: "kites" });
    await embed();
    expect(await db.skillVector.count({ where: { workspaceId: context.workspace.id } })).toBe(1);
  });
});

describe("a search of the library", () => {
  it("finds by meaning what shares no word with the query, and puts what both find first", async () => {
    await aLibrary();
    expect(await found("money that is owed")).toEqual([]);
    await anEmbeddingEndpoint(context);
    await embed();
    expect(await found("money that is owed")).toEqual(["dunning"]);
    expect((await found("billing knots"))[0]).toBe("knots");
    expect(await found("billing knots")).toContain("dunning");
  });

  it("asks once for the same query, and nothing for a few letters", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aLibrary();
    await embed();
    server.asked.length = 0;
    await found("kno");
    expect(server.asked).toEqual([]);
    await found("knots and ropes");
    await found("knots and ropes");
    expect(server.texts()).toEqual(["knots and ropes"]);
  });

  it.each([
    ["is down", { kind: "refuse", status: 503 }],
    ["never answers", { kind: "silence" }],
    ["answers with other dimensions", { kind: "answer", data: [{ embedding: [1, 0] }] }],
    ["answers without a direction", { kind: "answer", data: [{ embedding: [0, 0, 0, 0] }] }],
  ] as const)(
    "goes by words when the endpoint %s, and asks it no more for a while",
    async (_what, trouble) => {
      const server = await anEmbeddingEndpoint(context);
      await aLibrary();
      await embed();
      server.asked.length = 0;
      server.behave(() => trouble);
      expect(await found("about chess")).toContain("chess");
      expect(await found("about kites")).toContain("kites");
      expect(server.asked).toHaveLength(1);
      expect((await getEmbeddings(context)).endpoint?.failure).not.toBeNull();
    },
  );

  it("never compares vectors of another model", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aLibrary();
    await embed();
    await setEmbeddings(context, { baseUrl: server.baseUrl, modelId: "other" });
    expect(await found("money that is owed")).toEqual([]);
    await embed();
    expect(await found("money that is owed")).toEqual(["dunning"]);
  });
});

describe("readLikeness", () => {
  it("says how alike each is, for no other workspace and for at most so many", async () => {
    await anEmbeddingEndpoint(context);
    await aLibrary();
    await embed();
    const all = await packages();
    const likeness = await readLikeness(context, "an unpaid invoice", all);
    expect(likeness?.size).toBe(7);
    expect(Math.max(...(likeness?.values() ?? []))).toBeGreaterThan(0.99);
    expect(meaningOf("an unpaid invoice")).toHaveLength(4);
    expect(await readLikeness(await aContext(db), "an unpaid invoice", all)).toBeNull();
    const [one] = all;
    const many = Array.from({ length: mostCompared + 1 }, (_, at) => ({
      skillId: `skill-${at}`,
      digest: one?.digest ?? "",
    }));
    expect((await readLikeness(context, "an unpaid invoice", many))?.size).toBe(mostCompared);
  });

  it("compares one package with others without asking anybody", async () => {
    const server = await anEmbeddingEndpoint(context);
    await aLibrary();
    await embed();
    const all = await packages();
    server.asked.length = 0;
    const [one] = all;
    const likeness = await readLikenessTo(context, one?.digest ?? "", all);
    expect(likeness.get(one?.skillId ?? "")).toBe(1);
    expect(await readLikenessTo(context, "f".repeat(64), all)).toEqual(new Map());
    expect(server.asked).toEqual([]);
  });
});
