import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { packageCaches } from "./caches/package-caches";
import { loadNeeds } from "./load-needs";
import { createPackage } from "./writes/create-package";

const { db } = testDatabase();

const store = (context: Context, name: string, says: string, path = "SKILL.md") =>
  db.$transaction((tx) =>
    createPackage(
      { ...context, db: tx },
      {
        name,
        files: [{ path, text: `---\nname: ${name}\ndescription: Does it.\n${says}\n---\n\nDo it.\n` }],
        publishNote: "First",
      },
    ),
  );

async function versionOf(name: string, context: Context) {
  const { id, digest } = await db.version.findFirstOrThrow({
    where: { skill: { name }, workspaceId: context.workspace.id },
  });
  return { kind: "version" as const, versionId: id, digest };
}

describe("what packages need", () => {
  it("is read once for each digest of a version, in either spelling of its file", async () => {
    const context = await aContext(db);
    await store(context, "web-notes", "required_capabilities: [web]");
    await store(context, "small-notes", "required_capabilities: [code]", "skill.md");
    const [web, small] = [await versionOf("web-notes", context), await versionOf("small-notes", context)];
    const first = await loadNeeds(context, [web, small]);
    expect([first.get(web.digest)?.capabilities, first.get(small.digest)?.capabilities]).toEqual([
      ["web"],
      ["code"],
    ]);
    const { misses } = packageCaches().needs.statistics();
    const again = await loadNeeds(context, [web, small]);
    expect(again.get(web.digest)).toBe(first.get(web.digest));
    expect(packageCaches().needs.statistics().misses).toBe(misses);
  });

  it("is read of a draft each time, as it moves on", async () => {
    const context = await aContext(db);
    const { skillId } = await store(context, "moving", "required_capabilities: [first]");
    const draft = { kind: "draft" as const, skillId, digest: "d" };
    expect((await loadNeeds(context, [draft])).get("d")?.capabilities).toEqual(["first"]);
    const other = await store(context, "moved", "required_capabilities: [second]");
    const file = await db.draftFile.findFirstOrThrow({ where: { skillId: other.skillId } });
    await db.draftFile.updateMany({ where: { skillId }, data: { sha256: file.sha256 } });
    expect((await loadNeeds(context, [draft])).get("d")?.capabilities).toEqual(["second"]);
  });

  it("is nothing that another workspace could read, and nothing of what is gone", async () => {
    const context = await aContext(db);
    await store(context, "private", "required_capabilities: [private]");
    const version = { ...(await versionOf("private", context)), digest: "unread" };
    const elsewhere = await aContext(db);
    expect((await loadNeeds(elsewhere, [version])).size).toBe(0);
    expect((await loadNeeds(context, [])).size).toBe(0);
  });
});
