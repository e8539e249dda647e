import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { writeTarGz } from "@/lib/bundles/write-tar";
import { getDraft, readDraftBytes } from "@/lib/library/drafts/get-draft";
import { exportSkill } from "@/lib/library/exports/export-skill";
import { getSkill } from "@/lib/library/get-skill";
import { listSkills } from "@/lib/library/list-skills";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage, skillText } from "@/lib/testing/packages";
import { packed, plain, randomText, settled, store, upload, zipOf } from "@/lib/testing/uploads";
import { cancelImport } from "./commands/cancel-import";
import { startImport } from "./commands/start-import";
import { storeImport } from "./commands/store-import";
import { followImport } from "./follow-import";
import { getImport, listImports } from "./get-import";

const { db } = testDatabase();

describe("reading an upload", () => {
  it("shows what several archives and a dropped folder hold and stores none of it yet", async () => {
    const context = await aContext(db);
    const found = await upload(context, {
      "one.zip": await zipOf({ alpha: plain("alpha"), beta: { ...plain("beta"), "a/b.md": "b" } }),
      "two.tar.gz": await buffer(writeTarGz(packed({ gamma: plain("gamma") }), { layout: "folder" })),
      "three.skill": await zipOf({ delta: plain("delta") }),
      "dropped/epsilon/SKILL.md": skillText("epsilon"),
      "dropped/epsilon/references/x.md": "x",
      "dropped/README.md": "ignored",
    });
    expect(found).toMatchObject({ state: "ready", progress: { done: 5, total: 5 }, error: null });
    expect(found.items.map(({ name, root, fileCount, state }) => [name, root, fileCount, state])).toEqual([
      ["alpha", "alpha", 1, "found"],
      ["beta", "beta", 2, "found"],
      ["gamma", "gamma", 1, "found"],
      ["delta", "delta", 1, "found"],
      ["epsilon", "dropped/epsilon", 2, "found"],
    ]);
    expect(found.sources.map(({ fileName, ignoredFiles }) => [fileName, ignoredFiles])).toEqual([
      ["one.zip", 0],
      ["two.tar.gz", 0],
      ["three.skill", 0],
      ["dropped", 1],
    ]);
    expect(await listSkills(context, {})).toMatchObject({ total: 0 });
  });

  it("refuses one archive or one package with its rule, and goes on with the others", async () => {
    const context = await aContext(db);
    const broken = await zipOf({ alpha: plain("alpha") });
    const found = await upload(context, {
      "broken.zip": broken.subarray(0, broken.length - 30),
      "text.txt": "no archive",
      "empty.zip": await zipOf({ docs: { "README.md": "no skill" } }),
      "../../etc/SKILL.md": skillText("escape"),
      "good.zip": await zipOf({
        fine: plain("fine"),
        huge: { "SKILL.md": `${skillText("huge")}${randomText(1_100_000)}` },
      }),
    });
    expect(found.state).toBe("ready");
    const rules = found.sources.map(({ fileName, state, rule }) => [fileName, state, rule]);
    expect(rules).toEqual([
      ["broken.zip", "refused", expect.stringMatching(/^archive-/)],
      ["text.txt", "refused", "archive-unknown"],
      ["empty.zip", "refused", "skill-file-missing"],
      ["good.zip", "read", undefined],
      ["..", "refused", "path-traversal"],
    ]);
    expect(found.items.map(({ name, state }) => [name, state])).toEqual([
      ["fine", "found"],
      ["huge", "refused"],
    ]);
    expect(found.items[1]?.message).toContain("1 MiB");
  });

  it("drops a file past the limit while it arrives, and reads what comes after it", async () => {
    const context = await aContext(db);
    const found = await upload(context, {
      "large.zip": new Uint8Array(64 * 1024 * 1024 + 1),
      "good.zip": await zipOf({ fine: plain("fine") }),
    });
    expect(found.sources.map(({ state, rule }) => [state, rule])).toEqual([
      ["refused", "archive-too-large"],
      ["read", undefined],
    ]);
    expect(found.items.map(({ name }) => name)).toEqual(["fine"]);
  });

  it("shows issues and findings of each package with its counts", async () => {
    const context = await aContext(db);
    const found = await upload(context, {
      "a.zip": await zipOf({ bad: { "SKILL.md": "", ".env": "A=1" } }),
    });
    expect(found.items[0]).toMatchObject({ name: "bad", state: "found", blockingCount: 1 });
    expect(found.items[0]?.issues[0]).toMatchObject({ severity: "error", path: "SKILL.md" });
    expect(found.items[0]?.findings[0]).toMatchObject({ rule: "secret-file", path: ".env" });
  });

  it("refuses what is no upload", async () => {
    const context = await aContext(db);
    const request = (init: RequestInit) => new Request("http://greenroom.test/", { method: "POST", ...init });
    const attempts = [
      request({ body: "x" }),
      request({ body: "--x\r\nbroken", headers: { "content-type": "multipart/form-data; boundary=x" } }),
    ];
    for (const attempt of attempts)
      await expect(startImport(context, attempt)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(startImport(context, request({ body: new FormData() }))).rejects.toThrow();
    const viewer = await aColleague(context, "viewer");
    await expect(startImport(viewer, request({ body: "x" }))).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("storing", () => {
  it("keeps bytes exactly: the import of an export has the same digest", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    const image = Uint8Array.from({ length: 3_000 }, (_, at) => at % 256);
    const files = {
      "assets/x.png": image,
      "bom.md": "\ufeffhi\r\n",
      "SKILL.md": skillText("exact").replaceAll("\n", "\r\n"),
    };
    await store(here, (await upload(here, { "a.zip": await zipOf({ exact: files }) })).id);
    const { digest } = await getDraft(here, { skill: "exact" });
    for (const format of ["zip", "tar.gz"] as const) {
      const { content } = await exportSkill(here, { skill: "exact", version: "draft", format });
      const found = await upload(there, { [`x.${format}`]: content });
      expect(found.items[0]).toMatchObject({ digest, name: "exact" });
      if (format === "zip") await store(there, found.id);
      else expect(found.items[0]?.match).toMatchObject({ kind: "same-digest", skill: "exact" });
    }
    const raw = await readDraftBytes(there, { skill: "exact", path: "assets/x.png" });
    expect(Buffer.compare(Buffer.from(raw.content), Buffer.from(image))).toBe(0);
  });

  it("skips what is here, and asks about names that are taken", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "known", publishNote: "first" });
    await aPackage(context, { name: "clash" });
    const archive = await zipOf({
      known: plain("known"),
      clash: plain("clash", "Other.\n"),
      fresh: plain("fresh"),
    });
    const found = await upload(context, { "a.zip": archive });
    expect(found.items.map(({ match }) => match)).toEqual([
      { kind: "same-name", within: "library", skill: "clash", version: null },
      null,
      { kind: "same-digest", within: "library", skill: "known", version: null },
    ]);
    const done = await store(context, found.id);
    expect(done.items.map(({ state, message }) => [state, message])).toEqual([
      ["skipped", "There is a skill named clash already, and nobody said what to do."],
      ["stored", null],
      ["skipped", "Already here: known."],
    ]);
    expect(done).toMatchObject({ state: "done", report: { stored: 1, skipped: 2, failed: 0 } });
  });

  it("updates the draft as a new revision, or takes another name that SKILL.md then says", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "clash", files: { "old.md": "old" } });
    const archive = await zipOf({ clash: plain("clash", "Other.\n") });
    const update = await upload(context, { "a.zip": archive });
    await store(context, update.id, { rest: "update" });
    const draft = await getDraft(context, { skill: "clash" });
    expect(draft).toMatchObject({ revision: 2, digest: update.items[0]?.digest });
    expect(draft.files.map(({ path }) => path)).toEqual(["SKILL.md"]);
    const rename = await upload(context, { "b.zip": await zipOf({ clash: plain("clash", "Third.\n") }) });
    const done = await store(context, rename.id, { rest: "rename" });
    expect(done.items[0]).toMatchObject({ state: "stored", skill: "clash-2" });
    expect((await getSkill(context, { skill: "clash-2" })).frontmatter[0]).toEqual({
      key: "name",
      value: "clash-2",
    });
    const itemId = rename.items[0]?.id ?? "";
    const third = await upload(context, { "c.zip": await zipOf({ clash: plain("clash", "Fourth.\n") }) });
    const choice = { itemId: third.items[0]?.id ?? "", choice: "rename" as const, newName: "mine" };
    expect((await store(context, third.id, { choices: [choice] })).items[0]).toMatchObject({ skill: "mine" });
    await expect(
      storeImport(context, { id: third.id, choices: [{ itemId, choice: "skip" }] }),
    ).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("names the one that failed and stores the others", async () => {
    const context = await aContext(db);
    const found = await upload(context, { "a.zip": await zipOf({ one: plain("one"), two: plain("two") }) });
    await aPackage(context, { name: "one", body: "Somebody was faster.\n" });
    const choices = found.items.map(({ id }) => ({ itemId: id, choice: "create" as const }));
    const done = await store(context, found.id, { choices });
    expect(done.items.map(({ state, message, skill }) => [state, message, skill])).toEqual([
      ["failed", "There is a skill named one already.", null],
      ["stored", null, "two"],
    ]);
    expect(done.report).toMatchObject({ stored: 1, failed: 1 });
  });

  it("offers a nested package as its own, whose bytes stay in the parent", async () => {
    const context = await aContext(db);
    const nested = { ...plain("outer"), "kit/SKILL.md": skillText("inner") };
    const found = await upload(context, { "a.zip": await zipOf({ outer: nested }) });
    expect(found.items.map(({ name, nestedIn, fileCount }) => [name, nestedIn, fileCount])).toEqual([
      ["outer", null, 2],
      ["inner", "outer", 1],
    ]);
    const choices = [{ itemId: found.items[1]?.id ?? "", choice: "create" as const }];
    const done = await store(context, found.id, { choices });
    expect(done.items.map(({ skill }) => skill)).toEqual(["outer", "inner"]);
    expect((await getDraft(context, { skill: "outer" })).files).toHaveLength(2);
  });

  it("lets one of two people confirm, and stores everything once", async () => {
    const context = await aContext(db);
    const found = await upload(context, { "a.zip": await zipOf({ one: plain("one"), two: plain("two") }) });
    const attempts = [storeImport(context, { id: found.id }), storeImport(context, { id: found.id })];
    const results = await Promise.allSettled(attempts);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await settled(context, found.id)).report).toMatchObject({ stored: 2 });
    expect(await listSkills(context, {})).toMatchObject({ total: 2 });
  });

  it("finds no import of another workspace", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    const { id } = await upload(here, { "a.zip": await zipOf({ one: plain("one") }) });
    const signal = new AbortController().signal;
    for (const attempt of [
      () => getImport(there, { id }),
      () => storeImport(there, { id }),
      () => cancelImport(there, { id }),
      () => followImport(there, { id }, signal),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await listImports(there)).toEqual([]);
    expect(await listImports(here)).toHaveLength(1);
  });
});
