import { beforeEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { store, upload, zipOf } from "@/lib/testing/uploads";
import { changeDraft } from "../commands/change-draft";
import { listSkills } from "../list-skills";

const { db } = testDatabase();
let context: Context;

beforeEach(async () => {
  context = await aContext(db);
});

const found = async (query: string): Promise<string[]> =>
  (await listSkills(context, { query })).items.map(({ name }) => name);

describe("what the database does with a stored text", () => {
  it("is to keep it: no column and no index is computed from one, since its parsers may take the square of its length", async () => {
    expect(
      await db.$queryRaw`
        SELECT c.relname AS "table", a.attname AS "column" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE a.attgenerated <> '' AND c.relnamespace = 'public'::regnamespace`,
    ).toEqual([]);
    expect(
      await db.$queryRaw`
        SELECT i.indexrelid::regclass::text AS "index" FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE i.indexprs IS NOT NULL AND c.relnamespace = 'public'::regnamespace`,
    ).toEqual([]);
  });

  it("is to keep it, also where a trigger runs: none reads a text", async () => {
    const triggers = await db.$queryRaw<{ body: string }[]>`
      SELECT DISTINCT p.prosrc AS body FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal`;
    for (const { body } of triggers) expect(body).not.toMatch(/tsvector|regexp|similarity|levenshtein|~/i);
  });
});

describe("a draft without a single break in its text", () => {
  const unbroken = "ghp_".repeat(225_000);

  it("is saved, and found by the words in it", async () => {
    await aPackage(context, { name: "notes" });
    await changeDraft(context, {
      skill: "notes",
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text: skillText("notes", unbroken) }],
    });
    expect(await found("ghp")).toEqual(["notes"]);
    expect(await found("ghp_ghp_ghp_")).toEqual(["notes"]);
  });

  it("is imported, and found by the words in it", async () => {
    const zip = await zipOf({ wall: { "SKILL.md": skillText("wall", unbroken) } });
    await store(context, (await upload(context, { "wall.zip": zip })).id);
    expect(await found("ghp")).toEqual(["wall"]);
  });

  it("is found no more by the words that a save took out", async () => {
    await aPackage(context, { name: "notes", body: "Zebras.\n" });
    expect(await found("zebra")).toEqual(["notes"]);
    await changeDraft(context, {
      skill: "notes",
      baseRevision: 1,
      changes: [{ op: "write", path: "SKILL.md", text: skillText("notes", "Giraffes.\n") }],
    });
    expect(await found("zebra")).toEqual([]);
    expect(await found("giraff")).toEqual(["notes"]);
  });
});
