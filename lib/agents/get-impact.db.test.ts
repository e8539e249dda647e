import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { findModelKey } from "@/lib/embeddings/open-embeddings";
import { storeVectors } from "@/lib/library/adapters/skill-vectors";
import { createPackage } from "@/lib/library/writes/create-package";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers } from "@/lib/testing/models";
import { anEmbeddingEndpoint } from "@/lib/testing/servers/embedding-server";
import { aSkill } from "@/lib/testing/skills";
import { createAgent } from "./commands/create-agent";
import { setAssignments } from "./commands/set-assignments";
import { getCatalogue } from "./get-catalogue";
import { getImpact } from "./get-impact";
import type { AssignmentInput } from "./schema";

allowLocalServers();
const { db } = testDatabase();

async function anAgent(context: Context, name: string, items: AssignmentInput[]): Promise<void> {
  await createAgent(context, { name });
  await setAssignments(context, { agent: name.toLowerCase(), baseRevision: 1, items });
}

async function describeDraft(context: Context, name: string, description: string): Promise<void> {
  const { id } = await context.db.skill.findFirstOrThrow({
    where: { name, workspaceId: context.workspace.id },
  });
  await context.db.draft.update({ where: { skillId: id }, data: { description } });
}

const describedText = (name: string, at: number) =>
  `---\nname: ${name}\ndescription: Word${at} thing${at} matter${at}.\n---\n\nDo it.\n`;

describe("getImpact", () => {
  it("tells who would get the next version, who stays, and what that does to each catalogue", async () => {
    const context = await aContext(db);
    await aSkill(context, { name: "triage", versions: 2, labels: { production: 1 } });
    await describeDraft(
      context,
      "triage",
      "Sorts incidents by blast radius and says who is on call for them.",
    );
    await anAgent(context, "Follower", [{ skill: "triage" }]);
    await anAgent(context, "Careful", [{ skill: "triage", follows: "label", label: "production" }]);
    await anAgent(context, "Pinned", [{ skill: "triage", follows: "version", version: 1 }]);
    await anAgent(context, "Idle", [{ skill: "triage", enabled: false }]);
    await createAgent(context, { name: "Stranger" });
    const { nextVersion, agents } = await getImpact(context, { skill: "triage" });
    expect(nextVersion).toBe(3);
    expect(
      agents.map(({ agent, versionBefore, versionAfter, changes }) => [
        agent.slug,
        versionBefore,
        versionAfter,
        changes,
      ]),
    ).toEqual([
      ["follower", 2, 3, true],
      ["careful", 1, 1, false],
      ["idle", 2, 3, false],
      ["pinned", 1, 1, false],
    ]);
    const follower = agents[0];
    expect(follower?.after.characters).toBeGreaterThan(follower?.before.characters ?? 0);
    const moved = await getImpact(context, { skill: "triage", labels: "production,staging" });
    expect(moved.agents.find(({ agent }) => agent.slug === "careful")).toMatchObject({
      versionBefore: 1,
      versionAfter: 3,
      changes: true,
    });
  });

  it("names the skills whose descriptions would newly be cut, and those that would be whole again", async () => {
    const context = await aContext(db);
    const long = "Checks one thing after another and writes down what it found on the way. ".repeat(13);
    await aSkill(context, { name: "growing", versions: 1, description: "Short." });
    await anAgent(context, "Full", [{ skill: "growing" }]);
    const { budgetCharacters } = await getCatalogue(context, { agent: "full" });
    const items = Array.from({ length: Math.floor(budgetCharacters / 1_100) }, (_, at) => ({
      skill: `check-${at}`,
    }));
    for (const { skill } of items)
      await aSkill(context, { name: skill, versions: 1, description: `${skill}. ${long}`.slice(0, 960) });
    await setAssignments(context, {
      agent: "full",
      baseRevision: 2,
      items: [{ skill: "growing" }, ...items],
    });
    await describeDraft(context, "growing", long.slice(0, 1_000).repeat(2));
    const { agents } = await getImpact(context, { skill: "growing" });
    expect(agents[0]).toMatchObject({ changes: true, freed: [] });
    expect(agents[0]?.cut.map(({ skill }) => skill)).toEqual([items.at(-1)?.skill]);
    expect(agents[0]?.cut[0]?.reason).toContain(`${budgetCharacters} characters`);
    expect(agents[0]).toMatchObject({
      own: { before: { state: "whole" }, after: { state: "whole" } },
      othersStayCut: 0,
    });
  });

  it("says whether the skill's own description is cut, and stays so, and how many others are", async () => {
    const context = await aContext(db);
    const long = "Checks one thing after another and writes down what it found on the way. ".repeat(13);
    const names = Array.from({ length: 60 }, (_, at) => `check-${String(at).padStart(2, "0")}`);
    for (const name of names)
      await aSkill(context, { name, versions: 1, description: `${name}. ${long}`.slice(0, 960) });
    await anAgent(
      context,
      "Full",
      names.map((skill) => ({ skill })),
    );
    await anAgent(context, "Idle", [{ skill: "check-59", enabled: false }]);
    const last = names.at(-1) ?? "";
    await describeDraft(context, last, `${long} Changed.`);
    const { agents } = await getImpact(context, { skill: last });
    const [full, idle] = agents;
    expect(full?.own.before).toEqual(full?.own.after);
    expect(full?.own.after).toEqual({ state: "cut", keptCharacters: expect.any(Number) });
    expect(full?.own.after.keptCharacters).toBeLessThan(100);
    expect(full?.othersStayCut).toBeGreaterThan(40);
    expect(full?.cut).toEqual([]);
    expect(idle?.own).toEqual({
      before: { state: "none", keptCharacters: null },
      after: { state: "none", keptCharacters: null },
    });
  });

  it("warns of a sibling whose description claims the same work, and whether it did before", async () => {
    const context = await aContext(db);
    const description = "Writes release notes from merged pull requests and groups them by area.";
    await aSkill(context, { name: "notes", versions: 1, description: "Counts the days until a release." });
    await aSkill(context, { name: "release-notes", versions: 1, description });
    await describeDraft(context, "notes", description);
    await anAgent(context, "Desk", [{ skill: "notes" }, { skill: "release-notes" }]);
    const { agents } = await getImpact(context, { skill: "notes" });
    expect(agents[0]?.collisions).toMatchObject([{ skill: "release-notes", likeness: null, before: false }]);
  });

  it("warns of a sibling that means the same in other words, among enough to compare with", async () => {
    const context = await aContext(db);
    await anEmbeddingEndpoint(context);
    const names = ["dunning", "arrears", ...Array.from({ length: 12 }, (_, at) => `other-${at}`)];
    for (const [at, name] of names.entries())
      await db.$transaction((tx) =>
        createPackage(
          { ...context, db: tx },
          { name, publishNote: "First", files: [{ path: "SKILL.md", text: describedText(name, at) }] },
        ),
      );
    await describeDraft(context, "dunning", "Reminds of what is unpaid.");
    const drafts = await db.draft.findMany({
      where: { workspaceId: context.workspace.id },
      include: { skill: { include: { versions: true } } },
    });
    const model = (await findModelKey(context)) ?? "";
    const own = drafts.find(({ skill }) => skill.name === "dunning");
    const digest = sha256("the changed draft");
    await db.draft.update({ where: { skillId: own?.skillId ?? "" }, data: { digest } });
    const vectors = drafts.flatMap(({ skill }) =>
      skill.versions.map((version) => ({
        digest: version.digest,
        vector: skill.name === "arrears" ? [127, 1] : [1, 127],
      })),
    );
    await storeVectors(
      context,
      model,
      [...vectors, { digest, vector: [127, 0] }].map((one) => ({
        digest: one.digest,
        textSha256: sha256(one.digest),
        vector: Int8Array.from(one.vector),
      })),
    );
    await anAgent(
      context,
      "Desk",
      names.map((skill) => ({ skill })),
    );
    const { agents } = await getImpact(context, { skill: "dunning" });
    expect(agents[0]?.collisions).toEqual([
      { skill: "arrears", share: 0, words: [], likeness: 1, before: false },
    ]);
  });

  it("names other skills that hosts could take for this one", async () => {
    const context = await aContext(db);
    await aSkill(context, { name: "release-notes" });
    await aSkill(context, { name: "releasenotes" });
    expect(await getImpact(context, { skill: "release-notes" })).toMatchObject({
      nextVersion: 1,
      similarNames: ["releasenotes"],
      agents: [],
    });
  });

  it("is not there for another workspace", async () => {
    const context = await aContext(db);
    await aSkill(context, { name: "triage" });
    const stranger = await aContext(db);
    await expect(getImpact(stranger, { skill: "triage" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
