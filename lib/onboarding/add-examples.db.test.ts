import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { exportAgent } from "@/lib/agents/export-agent";
import { getAgent } from "@/lib/agents/queries";
import { removeMember } from "@/lib/auth/commands/remove-member";
import { findPackages } from "@/lib/bundles/find-packages";
import { readArchive } from "@/lib/bundles/read-archive";
import { sha256 } from "@/lib/platform/crypto";
import { packageDigest } from "@/lib/skills/digest";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { addExamples } from "./commands/add-examples";

const { db } = testDatabase();

describe("addExamples", () => {
  it("gives a workspace three published skills and an agent that has them", async () => {
    const context = await aContext(db);
    expect(await addExamples(context)).toEqual({
      agent: "release-desk",
      skills: ["release-notes", "next-version", "rollout-check"],
    });
    const agent = await getAgent(context, { agent: "release-desk" });
    expect(agent.suggestedMessages).toHaveLength(4);
    expect(agent.assignments.map(({ skill, resolved }) => [skill, resolved.kind])).toEqual([
      ["release-notes", "version"],
      ["next-version", "version"],
      ["rollout-check", "version"],
    ]);
  });

  it("adds nothing a second time, and nothing twice when called twice at once", async () => {
    const context = await aContext(db);
    await Promise.all([addExamples(context), addExamples(context)]);
    await addExamples(context);
    expect(await db.version.count({ where: { workspaceId: context.workspace.id } })).toBe(3);
    expect(await getAgent(context, { agent: "release-desk" })).toMatchObject({ assignmentCount: 3 });
  });

  it("leaves an agent alone whose skills somebody has chosen since", async () => {
    const context = await aContext(db);
    const { agent } = await addExamples(context);
    const items = [{ skill: "rollout-check" }];
    await setAssignments(context, { agent, baseRevision: 2, items });
    await addExamples(context);
    expect(await getAgent(context, { agent })).toMatchObject({ assignmentCount: 1 });
  });

  it("is not for those who may not publish", async () => {
    const author = await aContext(db, { role: "author" });
    await expect(addExamples(author)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("adds nothing for somebody who is no member any more by the time it writes", async () => {
    const owner = await aContext(db);
    const late = await aColleague(owner, "admin");
    await removeMember(owner, { member: late.actor.userId });
    await expect(addExamples(late)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await db.skill.count({ where: { workspaceId: owner.workspace.id } })).toBe(0);
  });
});

describe("exportAgent", () => {
  const bytesOf = async (context: Context) => {
    const { content } = await exportAgent(context, { agent: "release-desk" });
    return content instanceof Uint8Array ? content : buffer(content);
  };

  it("packs the whole set, a folder each, with the digests that were published", async () => {
    const context = await aContext(db);
    await addExamples(context);
    const archive = await readArchive(await bytesOf(context), { fileName: "set.zip" });
    if (!archive.ok) throw new Error(archive.error.message);
    const { packages } = findPackages(archive.value.files, "set");
    const versions = await db.version.findMany({ where: { workspaceId: context.workspace.id } });
    const published = new Map(versions.map(({ name, digest }) => [name, digest]));
    const exported = packages.map(({ folderName, files }) => [
      folderName,
      packageDigest(
        files.map(({ path, bytes }) => ({ path, sha256: sha256(bytes) })),
        sha256,
      ),
    ]);
    expect(new Map(exported as [string, string][])).toEqual(published);
  });

  it("is the same bytes every time", async () => {
    const context = await aContext(db);
    await addExamples(context);
    expect(Buffer.compare(await bytesOf(context), await bytesOf(context))).toBe(0);
  });

  it("refuses drafts and what was never published, naming each, but not what is off", async () => {
    const context = await aContext(db);
    const { agent } = await addExamples(context);
    const set = (baseRevision: number, enabled: boolean) =>
      setAssignments(context, {
        agent,
        baseRevision,
        items: [
          { skill: "release-notes" },
          { skill: "next-version", follows: "draft", enabled },
          { skill: "rollout-check", follows: "label", label: "production", enabled },
        ],
      });
    await set(2, true);
    await expect(exportAgent(context, { agent })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: expect.stringMatching(/next-version follows its draft.*rollout-check has nothing to deliver/),
    });
    await set(3, false);
    await expect(exportAgent(context, { agent })).resolves.toMatchObject({
      fileName: "release-desk-skills.zip",
    });
  });

  it("answers NOT_FOUND for another workspace's agent", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    const { agent } = await addExamples(here);
    await expect(exportAgent(there, { agent })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
