import { expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { needsGit } from "@/lib/testing/delivery/mirrors";
import { aSkillRepository, aSource, editHere } from "@/lib/testing/delivery/sources";
import { allowLocalServers } from "@/lib/testing/models";
import { skillText } from "@/lib/testing/packages";
import { mendConflict } from "./commands/mend-conflict";
import { getSourceConflict } from "./get-source-conflict";
import { listSkillOrigins } from "./list-skill-origins";
import type { MendConflict } from "./schema";

allowLocalServers();
needsGit();
const { db } = testDatabase();

const theirText = skillText("pdf", "Theirs.");
const changed = {
  "skills/pdf/SKILL.md": theirText,
  "skills/pdf/more.md": "More.\n",
  "skills/pdf/run.sh": { runs: "#!/bin/sh\n" },
  "skills/pdf/old.md": null,
};

async function aConflict() {
  const context = await aContext(db);
  const repository = await aSkillRepository({
    "skills/pdf/SKILL.md": skillText("pdf", "First."),
    "skills/pdf/old.md": "Old.\n",
  });
  const { source, sync } = await aSource(context, repository.url);
  await sync();
  await editHere(context, "pdf", skillText("pdf", "Mine."));
  await repository.commit(changed);
  const { synced } = await sync();
  const seen = await getSourceConflict(context, { source: source.id, skill: "pdf" });
  const mend = (more: Partial<MendConflict>, as: Context = context) =>
    mendConflict(as, {
      source: source.id,
      skill: "pdf",
      theirs: seen.theirs.digest,
      baseRevision: seen.ours.revision,
      files: [],
      ...more,
    });
  const files = async () => {
    const where = { workspaceId: context.workspace.id };
    const rows = await db.draftFile.findMany({ where, orderBy: { path: "asc" } });
    const blobs = await db.blob.findMany({ where: { sha256: { in: rows.map(({ sha256 }) => sha256) } } });
    const textOf = new Map(blobs.map(({ sha256, bytes }) => [sha256, Buffer.from(bytes).toString()]));
    return rows.map(({ path, sha256, executable }) => [path, textOf.get(sha256), executable]);
  };
  return { context, repository, source, sync, synced, seen, mend, files };
}

const take = (path: string) => ({ path, take: "theirs" as const });
const mine = skillText("pdf", "Mine.");

it("saves what was merged and what was taken, and takes the conflict for dealt with", async () => {
  const { context, repository, sync, synced, seen, mend, files } = await aConflict();
  const merged = skillText("pdf", "Mine and theirs.");
  const after = await mend({
    files: [{ path: "SKILL.md", text: merged }, take("more.md"), take("run.sh"), take("old.md")],
  });
  expect(after.conflicts).toEqual([]);
  expect(after.report?.entries).toMatchObject([{ outcome: "edited", message: /settled here/ }]);
  expect(await files()).toEqual([
    ["SKILL.md", merged, false],
    ["more.md", "More.\n", false],
    ["run.sh", "#!/bin/sh\n", true],
  ]);
  const again = await sync();
  expect(again.conflicts).toEqual([]);
  await repository.commit({ "skills/notes/SKILL.md": skillText("notes", "New.") });
  expect((await sync()).conflicts).toEqual([]);
  await repository.commit({ "skills/pdf/SKILL.md": skillText("pdf", "Theirs again.") });
  expect((await sync()).conflicts).toHaveLength(1);
  const next = await getSourceConflict(context, { source: after.id, skill: "pdf" });
  expect(next.base).toEqual({ digest: seen.theirs.digest, revision: synced?.revision });
  expect(next.files.map(({ path, changed, base }) => [path, changed, base?.text])).toEqual([
    ["SKILL.md", "both", theirText],
  ]);
  const told = await db.audit.findMany({ where: { workspaceId: context.workspace.id } });
  expect(told.find(({ action }) => action === "source.mended")).toMatchObject({
    detail: { skill: "pdf", revision: synced?.revision, files: 4 },
  });
  expect(told.map(({ action }) => action)).toContain("draft.saved");
});

it("keeps the draft where nothing is taken, without a new revision", async () => {
  const { mend, files, seen, context } = await aConflict();
  expect((await mend({})).conflicts).toEqual([]);
  expect((await files())[0]?.[1]).toBe(mine);
  const where = { workspaceId: context.workspace.id };
  expect(await db.draft.findFirstOrThrow({ where })).toMatchObject({ revision: seen.ours.revision });
});

it("keeps the draft where what was merged is what it has", async () => {
  const { mend, seen, context } = await aConflict();
  expect((await mend({ files: [{ path: "SKILL.md", text: mine }] })).conflicts).toEqual([]);
  const where = { workspaceId: context.workspace.id };
  expect(await db.draft.findFirstOrThrow({ where })).toMatchObject({ revision: seen.ours.revision });
});

it("says that a text is the source's where all of it was taken", async () => {
  const { context, mend, synced } = await aConflict();
  await mend({ files: ["SKILL.md", "more.md", "run.sh", "old.md"].map(take) });
  const { items } = await listSkillOrigins(context, { skill: "pdf" });
  expect(items[0]).toMatchObject({ revision: synced?.revision, isDraft: true });
});

it("changes nothing where the draft or the source has another text by now", async () => {
  const { context, repository, sync, mend, files } = await aConflict();
  const newer = skillText("pdf", "Nobody saw this.");
  await editHere(context, "pdf", newer);
  const stale = { code: "CONFLICT" };
  for (const chosen of [[], [take("more.md")], [{ path: "SKILL.md", text: mine }]])
    await expect(mend({ files: chosen })).rejects.toMatchObject(stale);
  await repository.commit({ "skills/pdf/SKILL.md": skillText("pdf", "Another.") });
  expect((await sync()).conflicts).toHaveLength(1);
  await expect(mend({ baseRevision: 3 })).rejects.toMatchObject(stale);
  expect((await files()).map(([path]) => path)).toEqual(["SKILL.md", "old.md"]);
  expect((await files())[0]?.[1]).toBe(newer);
});

it("changes nothing while the source is synced, or for files that no package has", async () => {
  const { source, mend, files } = await aConflict();
  const escaping = { files: [{ path: "../SKILL.md", text: "out" }] };
  await expect(mend(escaping)).rejects.toThrow();
  await db.source.update({ where: { id: source.id }, data: { leaseUntil: new Date(Date.now() + 60_000) } });
  for (const chosen of [[], [take("more.md")]])
    await expect(mend({ files: chosen })).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await files())[0]?.[1]).toBe(mine);
  await db.source.update({ where: { id: source.id }, data: { leaseUntil: null } });
  expect((await mend({})).conflicts).toEqual([]);
  await expect(mend({})).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("is for who may sync, in the workspace of the source", async () => {
  const { context, mend } = await aConflict();
  const author = await aColleague(context, "author");
  await expect(mend({}, author)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(mend({}, await aContext(db))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("is done once where two people settle it at the same moment", async () => {
  const { context, mend } = await aConflict();
  const other = await aColleague(context, "admin");
  const both = await Promise.allSettled([
    mend({ files: [take("more.md")] }),
    mend({ files: [take("run.sh")] }, other),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
