import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { exportAgent } from "@/lib/agents/export-agent";
import { findAgentById, listAgentSkills } from "@/lib/agents/list-agent-skills";
import { getAgent } from "@/lib/agents/queries";
import { resolveRunSkills } from "@/lib/playground/resolve-run-skills";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { createConversation } from "@/lib/sessions/commands";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { aSkill } from "@/lib/testing/skills";
import { changeDraft } from "../commands/change-draft";
import { renameSkill } from "../commands/rename-skill";
import { restoreVersion } from "../commands/restore-version";
import { reinstateVersion, withdrawVersion } from "../commands/withdraw-version";
import { getDraft, getDraftFile } from "../drafts/get-draft";
import { exportSkill } from "../exports/export-skill";
import { getSkill } from "../get-skill";
import { listSkills } from "../list-skills";
import { listSkillMetadata } from "../read-packages";
import { getVersionByFollow } from "../which-version/get-version-by-follow";
import { getVersion } from "./get-version";

const { db } = testDatabase();
const skill = "pdf-tools";
const reason = "Names the wrong rota";

/** An agent that follows the skill in this way. */
async function anAgent(
  context: Context,
  item: { follows: "latest" | "label" | "version"; label?: string; version?: number },
) {
  const { slug, revision, id } = await createAgent(context, { name: `Agent ${item.follows}` });
  await setAssignments(context, { agent: slug, baseRevision: revision, items: [{ skill, ...item }] });
  return { slug, id };
}

async function aTeam() {
  const context = await aContext(db, { name: "Ines" });
  const { id: skillId } = await aSkill(context, { name: skill, versions: 3, labels: { production: 3 } });
  return {
    context,
    skillId,
    withdraw: (number: number) => withdrawVersion(context, { skill, number, reason }),
  };
}

const words = `Version 3 was withdrawn by Ines: ${reason}`;

describe("withdrawVersion", () => {
  it("makes latest the version before it, everywhere that latest is followed", async () => {
    const { context, skillId, withdraw } = await aTeam();
    const { slug, id } = await anAgent(context, { follows: "latest" });
    await withdraw(3);

    const resolved = { kind: "version", number: 2 };
    expect((await listAgentSkills(context, id))[0]?.resolved).toMatchObject(resolved);
    const [assignment] = (await getAgent(context, { agent: slug })).assignments;
    expect(assignment).toMatchObject({ resolved, choices: { latest: 2, versions: [2, 1] } });
    expect(await getVersionByFollow(context, { skillId, follows: "latest" })).toMatchObject({
      value: { number: 2 },
    });
    expect(await listSkillMetadata(context)).toMatchObject([{ latest: { number: 2 } }]);
    expect((await listSkills(context, {})).items).toMatchObject([{ latestVersion: 2 }]);
    expect((await exportSkill(context, { skill, format: "zip" })).fileName).toBe("pdf-tools-v2.zip");
    const { skills } = await resolveRunSkills(context, id, []);
    expect(skills.map(({ ref }) => ref.version)).toEqual([2]);
  });

  it("lets labels and pins on it stand for nothing, with the reason, and refuses to export it", async () => {
    const { context, skillId, withdraw } = await aTeam();
    const labelled = await anAgent(context, { follows: "label", label: "production" });
    const pinned = await anAgent(context, { follows: "version", version: 3 });
    await withdraw(3);
    for (const { slug, id } of [labelled, pinned]) {
      expect((await listAgentSkills(context, id))[0]?.resolved).toMatchObject({
        kind: "none",
        reason: words,
      });
      const { unavailable, skills } = await resolveRunSkills(context, id, []);
      expect(skills).toEqual([]);
      expect(unavailable).toMatchObject([{ reason: "withdrawn", detail: words }]);
      await expect(exportAgent(context, { agent: slug })).rejects.toMatchObject({
        code: "UNPROCESSABLE",
        message: expect.stringContaining(words),
      });
    }
    const follow = { skillId, follows: "label", label: "production" } as const;
    expect(await getVersionByFollow(context, follow)).toMatchObject({
      ok: false,
      error: { reason: words },
    });
    await expect(exportSkill(context, { skill, version: "3", format: "zip" })).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message: `${skill}: ${words}`,
    });
  });

  it("offers nothing at all when every version is withdrawn, and takes none as an overlay", async () => {
    const { context, skillId, withdraw } = await aTeam();
    const { id, slug } = await anAgent(context, { follows: "latest" });
    for (const number of [1, 2, 3]) await withdraw(number);
    expect((await listAgentSkills(context, id))[0]?.resolved).toMatchObject({ kind: "none", reason: words });
    expect(await getVersionByFollow(context, { skillId, follows: "latest" })).toMatchObject({
      error: { reason: words },
    });
    const inState = async (state: "draft" | "withdrawn") => (await listSkills(context, { state })).items;
    expect(await inState("withdrawn")).toMatchObject([{ latestVersion: null, state: "withdrawn" }]);
    expect(await inState("draft")).toEqual([]);
    for (const item of [
      { follows: "latest" as const },
      { follows: "version" as const, version: 2 },
      { follows: "label" as const, label: "production" },
    ])
      await expect(
        createConversation(context, { agent: slug, overlay: [{ skill, ...item }] }),
      ).rejects.toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining("withdrawn") });
    expect(await findAgentById(context, id)).not.toBeNull();
  });

  it("stays readable, says who and why, and comes back when it is reinstated", async () => {
    const { context, skillId, withdraw } = await aTeam();
    expect(await withdraw(3)).toMatchObject({ number: 3, withdrawal: { reason, by: { name: "Ines" } } });
    expect((await getVersion(context, { skill, number: 3 })).withdrawal).toMatchObject({ reason });
    const back = await reinstateVersion(context, { skill, number: 3, reason: "The rota was right" });
    expect(back.withdrawal).toBeNull();
    expect((await listSkills(context, {})).items).toMatchObject([{ latestVersion: 3 }]);
    const trail = await db.audit.findMany({ where: { objectId: skillId }, orderBy: { id: "asc" } });
    expect(trail.map(({ action, detail }) => [action, detail])).toEqual([
      ["version.withdrawn", { version: 3, reason }],
      ["version.reinstated", { version: 3, reason: "The rota was right" }],
    ]);
  });

  it("lets one of twenty withdraw a version, and one of twenty reinstate it", async () => {
    const { context, withdraw } = await aTeam();
    const outcomes = async (work: () => Promise<unknown>) => {
      const results = await Promise.allSettled(Array.from({ length: 20 }, work));
      for (const result of results)
        if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "CONFLICT" });
      return results.filter(({ status }) => status === "fulfilled").length;
    };
    expect(await outcomes(() => withdraw(2))).toBe(1);
    expect(await outcomes(() => reinstateVersion(context, { skill, number: 2 }))).toBe(1);
  });

  it("needs a reviewer and a reason, and finds nothing of another workspace", async () => {
    const { context, withdraw } = await aTeam();
    const author = await aColleague(context, "author");
    const input = { skill, number: 1, reason };
    await expect(withdrawVersion(author, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(withdrawVersion(context, { ...input, reason: "  " })).rejects.toMatchObject({
      name: "ZodError",
    });
    await expect(withdraw(9)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const stranger = await aContext(db);
    await expect(withdrawVersion(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(reinstateVersion(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("restoreVersion", () => {
  async function aHistory() {
    const context = await aContext(db);
    await aPackage(context, {
      name: skill,
      files: { "a.md": "First.\n", "gone.md": "x\n" },
      publishNote: "1",
    });
    const save = async (text: string) => {
      const { revision } = await getDraft(context, { skill });
      const changes = [
        { op: "write" as const, path: "a.md", text },
        { op: "write" as const, path: "b.md", text },
      ];
      return changeDraft(context, { skill, baseRevision: revision, changes });
    };
    const { revision, digest } = await save("Second.\n");
    await publishSkill(context, { skill, revision, digest });
    return { context, save };
  }

  it("puts the files of the version in the draft's place and starts from it: the newer version is told", async () => {
    const { context, save } = await aHistory();
    const { revision } = await save("Unsaved thoughts.\n");
    const draft = await restoreVersion(context, { skill, number: 1, baseRevision: revision });
    expect(draft).toMatchObject({ revision: revision + 1, baseVersion: 1 });
    expect(draft.digest).toBe((await getVersion(context, { skill, number: 1 })).digest);
    expect(await getDraftFile(context, { skill, path: "a.md" })).toMatchObject({ text: "First.\n" });
    expect(draft.files.map(({ path }) => path)).toEqual(["SKILL.md", "a.md", "gone.md"]);
    expect(await getSkill(context, { skill })).toMatchObject({
      latestVersion: 2,
      draft: { baseVersion: 1, newerVersion: 2 },
    });
    const audit = await db.audit.findFirst({ where: { action: "draft.restored" }, orderBy: { id: "desc" } });
    expect(audit).toMatchObject({ digestAfter: draft.digest, detail: { version: 1 } });
  });

  it("says of a draft of the newest version that nothing is newer, also when a newer one was withdrawn", async () => {
    const { context } = await aHistory();
    expect((await getSkill(context, { skill })).draft.newerVersion).toBeNull();
    const { revision } = await getDraft(context, { skill });
    await restoreVersion(context, { skill, number: 1, baseRevision: revision });
    await withdrawVersion(context, { skill, number: 2, reason });
    expect((await getSkill(context, { skill })).draft.newerVersion).toBeNull();
  });

  it("keeps the name of a skill that was renamed since", async () => {
    const { context } = await aHistory();
    await renameSkill(context, { skill, name: "pdf-kit" });
    const { revision } = await getDraft(context, { skill: "pdf-kit" });
    await restoreVersion(context, { skill: "pdf-kit", number: 1, baseRevision: revision });
    const file = await getDraftFile(context, { skill: "pdf-kit", path: "SKILL.md" });
    expect(file.text).toContain("name: pdf-kit");
  });

  it("loses nothing that was saved meanwhile: of twenty at once one restores", async () => {
    const { context, save } = await aHistory();
    const { revision } = await getDraft(context, { skill });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        restoreVersion(context, { skill, number: (at % 2) + 1, baseRevision: revision }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({ code: "CONFLICT", details: { reason: "draft-changed" } });
    const { revision: saved } = await save("Kept.\n");
    const late = restoreVersion(context, { skill, number: 1, baseRevision: saved - 1 });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await getDraftFile(context, { skill, path: "a.md" })).toMatchObject({ text: "Kept.\n" });
  });

  it("needs an author and finds nothing of another workspace", async () => {
    const { context } = await aHistory();
    const input = { skill, number: 1, baseRevision: 2 };
    const viewer = await aColleague(context, "viewer");
    await expect(restoreVersion(viewer, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(restoreVersion(await aContext(db), input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(restoreVersion(context, { ...input, number: 9 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
