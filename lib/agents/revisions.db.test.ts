import { describe, expect, it } from "vitest";
import { deleteSkill } from "@/lib/library/commands/delete-skill";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { createAgent } from "./commands/create-agent";
import { editAgent } from "./commands/edit-agent";
import { restoreRevision } from "./commands/restore-revision";
import { setAssignments } from "./commands/set-assignments";
import { getRevisionDiff } from "./get-revision-diff";
import { getAgent, listAgentRevisions } from "./queries";

const { db } = testDatabase();

async function aChangedAgent() {
  const context = await aContext(db, { name: "Ines" });
  await aSkill(context, { name: "triage", versions: 2 });
  await aSkill(context, { name: "notes", versions: 1, labels: { production: 1 } });
  await createAgent(context, { name: "Desk", instructions: "Be brief." });
  const items = [
    { skill: "triage", follows: "version" as const, version: 1 },
    { skill: "notes", follows: "label" as const, label: "production", enabled: false },
  ];
  await setAssignments(context, { agent: "desk", baseRevision: 1, items });
  await editAgent(context, {
    agent: "desk",
    baseRevision: 2,
    instructions: "Be thorough.",
    mode: "search",
    allowRequestPrompt: false,
  });
  await setAssignments(context, { agent: "desk", baseRevision: 3, items: [{ skill: "triage" }] });
  return context;
}

describe("getRevisionDiff", () => {
  it("tells settings as a screen would, and every skill that came, went, moved or follows otherwise", async () => {
    const context = await aChangedAgent();
    expect(await getRevisionDiff(context, { agent: "desk", from: 2, to: 4 })).toMatchObject({
      from: { number: 2, author: { name: "Ines" } },
      to: { number: 4 },
      settings: [
        { field: "instructions", before: "Be brief.", after: "Be thorough." },
        { field: "catalogue mode", before: "inline", after: "search" },
        { field: "per-request prompts", before: "allowed", after: "not allowed" },
      ],
      skills: [
        { skill: "triage", before: "1. v1, on", after: "1. latest, on" },
        { skill: "notes", before: "2. production, off", after: null },
      ],
    });
    expect(await getRevisionDiff(context, { agent: "desk", from: 4, to: 4 })).toMatchObject({
      settings: [],
      skills: [],
    });
  });

  it("knows only its own agent's revisions", async () => {
    const context = await aChangedAgent();
    const missing = { agent: "desk", from: 1, to: 9 };
    await expect(getRevisionDiff(context, missing)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const stranger = await aContext(db);
    const there = { agent: "desk", from: 1, to: 2 };
    await expect(getRevisionDiff(stranger, there)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("restoreRevision", () => {
  it("makes the agent what it was, as a new revision with an audit row; the name stays", async () => {
    const context = await aChangedAgent();
    await editAgent(context, { agent: "desk", baseRevision: 4, name: "Front desk" });
    const input = { agent: "front-desk", number: 2, baseRevision: 5 };
    const { agent, left } = await restoreRevision(context, input);
    expect(left).toEqual([]);
    expect(agent).toMatchObject({
      name: "Front desk",
      revision: 6,
      instructions: "Be brief.",
      mode: "inline",
      allowRequestPrompt: true,
      assignments: [
        { skill: "triage", follows: "version", version: 1, enabled: true },
        { skill: "notes", follows: "label", label: "production", enabled: false },
      ],
    });
    const [newest] = await listAgentRevisions(context, { agent: "front-desk" });
    expect(newest).toMatchObject({ number: 6 });
    expect(newest?.summary).toMatch(/^Restored revision 2\. Changed the instructions, catalogue mode/);
    const audit = await db.audit.findMany({
      where: { objectId: agent.id, action: "agent.revision-restored" },
    });
    expect(audit).toHaveLength(1);
  });

  it("brings back what there still is and says what is gone", async () => {
    const context = await aChangedAgent();
    await deleteSkill(context, { skill: "notes", confirmName: "notes" });
    const input = { agent: "desk", number: 2, baseRevision: 4 };
    const { agent, left } = await restoreRevision(context, input);
    expect(left).toEqual(["notes was left out: it was deleted"]);
    expect(agent.assignments).toMatchObject([{ skill: "triage", version: 1 }]);
  });

  it("pins no version anew that was withdrawn since, and says why", async () => {
    const context = await aChangedAgent();
    await withdrawVersion(context, { skill: "triage", number: 1, reason: "Names the wrong rota" });
    const why = "Version 1 was withdrawn by Ines: Names the wrong rota";
    const restore = (baseRevision: number) =>
      restoreRevision(context, { agent: "desk", number: 2, baseRevision });
    const stays = await restore(4);
    expect(stays.left).toEqual([`triage stays as it is: ${why}`]);
    expect(stays.agent.assignments).toMatchObject([
      { skill: "triage", follows: "latest" },
      { skill: "notes", follows: "label" },
    ]);
    await setAssignments(context, { agent: "desk", baseRevision: 5, items: [] });
    const gone = await restore(6);
    expect(gone.left).toEqual([`triage was left out: ${why}`]);
    expect(gone.agent.assignments).toMatchObject([{ skill: "notes" }]);
  });

  it("lets one of twenty win, and tells the others that the agent has changed", async () => {
    const context = await aChangedAgent();
    const tries = Array.from({ length: 20 }, () =>
      restoreRevision(context, { agent: "desk", number: 1, baseRevision: 4 }),
    );
    const results = await Promise.allSettled(tries);
    const lost = results.filter((result) => result.status === "rejected");
    expect(lost).toHaveLength(19);
    for (const { reason } of lost) expect(reason).toMatchObject({ code: "CONFLICT" });
    expect(await getAgent(context, { agent: "desk" })).toMatchObject({ revision: 5, assignments: [] });
  });

  it("needs an admin", async () => {
    const context = await aChangedAgent();
    const reviewer = await aColleague(context, "reviewer");
    const input = { agent: "desk", number: 1, baseRevision: 4 };
    await expect(restoreRevision(reviewer, input)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
