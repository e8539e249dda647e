import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aSkill } from "@/lib/testing/skills";
import { createAgent } from "./commands/create-agent";
import { setAssignments } from "./commands/set-assignments";
import { listAgentSkills } from "./list-agent-skills";
import { getAgent, listAgentRevisions } from "./queries";
import { agentSnapshotSchema } from "./revision-schema";
import type { AssignmentInput } from "./schema";

const { db } = testDatabase();

async function anAgent(context: Context) {
  return createAgent(context, { name: "Desk" });
}

describe("setAssignments", () => {
  it("stores the list in its order and resolves what each one follows", async () => {
    const context = await aContext(db);
    await anAgent(context);
    await aSkill(context, { name: "triage", versions: 2 });
    await aSkill(context, { name: "logs", versions: 3, labels: { production: 1 } });
    await aSkill(context, { name: "notes", versions: 3 });
    await aSkill(context, { name: "sketch" });
    const agent = await setAssignments(context, {
      agent: "desk",
      baseRevision: 1,
      items: [
        { skill: "notes", follows: "version", version: 2 },
        { skill: "triage" },
        { skill: "logs", follows: "label", label: "production", enabled: false },
        { skill: "sketch", follows: "draft" },
      ],
    });
    expect(agent.assignments).toMatchObject([
      { skill: "notes", priority: 1, version: 2, resolved: { kind: "version", number: 2 } },
      { skill: "triage", priority: 2, resolved: { kind: "version", number: 2 }, choices: { latest: 2 } },
      { skill: "logs", priority: 3, enabled: false, resolved: { kind: "version", number: 1 } },
      { skill: "sketch", priority: 4, resolved: { kind: "draft", revision: 1 } },
    ]);
    expect(agent).toMatchObject({ revision: 2, enabledCount: 3, assignmentCount: 4 });
  });

  it.each(["latest", "draft", "v3", "1.0"])(
    "follows no label “%s”, which no version can ever have",
    async (label) => {
      const context = await aContext(db);
      await anAgent(context);
      const { id: skillId } = await aSkill(context, { name: "triage", versions: 3 });
      const items = [{ skill: "triage", follows: "label" as const, label }];
      const set = (baseRevision: number) => setAssignments(context, { agent: "desk", baseRevision, items });
      await expect(set(1)).rejects.toMatchObject({
        code: "UNPROCESSABLE",
        message: expect.stringContaining(`triage cannot follow “${label}”`),
      });
      // From before labels had rules: it is saved again as it is.
      await setAssignments(context, { agent: "desk", baseRevision: 1, items: [{ skill: "triage" }] });
      await db.assignment.updateMany({ where: { skillId }, data: { follows: "label", label } });
      expect((await set(2)).assignments).toMatchObject([{ label, resolved: { kind: "none" } }]);
    },
  );

  it("takes no new pin on a withdrawn version and says why; one from before stays and is saved again", async () => {
    const context = await aContext(db, { name: "Ines" });
    await anAgent(context);
    await aSkill(context, { name: "triage", versions: 2 });
    await aSkill(context, { name: "notes", versions: 2 });
    const pin = (skill: string, version: number) => ({ skill, version, follows: "version" as const });
    const set = (baseRevision: number, items: AssignmentInput[]) =>
      setAssignments(context, { agent: "desk", baseRevision, items });
    await set(1, [pin("triage", 2)]);
    for (const skill of ["triage", "notes"])
      await withdrawVersion(context, { skill, number: 2, reason: "Names the wrong rota" });
    await expect(set(2, [pin("triage", 2), pin("notes", 2)])).rejects.toMatchObject({
      code: "UNPROCESSABLE",
      message:
        "notes: Version 2 was withdrawn by Ines: Names the wrong rota. Pin another version, or follow latest.",
      details: { withdrawn: [{ skill: "notes", version: 2 }] },
    });
    const { assignments } = await set(2, [{ skill: "notes" }, { ...pin("triage", 2), enabled: false }]);
    expect(assignments).toMatchObject([
      { skill: "notes", resolved: { number: 1 }, choices: { versions: [1], latest: 1 } },
      { skill: "triage", version: 2, enabled: false, choices: { versions: [1] } },
    ]);
    await set(3, [{ skill: "triage" }]);
    await expect(set(4, [pin("triage", 2)])).rejects.toMatchObject({ code: "UNPROCESSABLE" });
  });

  it("keeps the whole agent of every revision, and one audit row for each", async () => {
    const context = await aContext(db);
    const { id } = await anAgent(context);
    await aSkill(context, { name: "one", versions: 1 });
    await aSkill(context, { name: "two", versions: 1 });
    const items = [{ skill: "one" }, { skill: "two" }];
    await setAssignments(context, { agent: "desk", baseRevision: 1, items });
    await setAssignments(context, { agent: "desk", baseRevision: 2, items: [...items].reverse() });
    const revisions = await db.agentRevision.findMany({
      where: { agentId: id },
      orderBy: { number: "asc" },
    });
    const kept = revisions.map(({ snapshot }) =>
      agentSnapshotSchema.parse(snapshot).assignments.map(({ skill }) => skill),
    );
    expect(kept).toEqual([[], ["one", "two"], ["two", "one"]]);
    const [newest] = await listAgentRevisions(context, { agent: "desk" });
    expect(newest?.summary).toBe("Moved two from 2 to 1");
    const audit = await db.audit.count({ where: { objectId: id, action: "agent.assignments-set" } });
    expect(audit).toBe(2);
  });

  it("allows what has no version yet, and says so instead of offering anything", async () => {
    const context = await aContext(db);
    const { id } = await anAgent(context);
    await aSkill(context, { name: "unpublished" });
    await aSkill(context, { name: "unlabelled", versions: 1 });
    await setAssignments(context, {
      agent: "desk",
      baseRevision: 1,
      items: [{ skill: "unpublished" }, { skill: "unlabelled", follows: "label", label: "production" }],
    });
    const skills = await listAgentSkills(context, id);
    expect(skills.map(({ resolved }) => resolved)).toEqual([
      { kind: "none", reason: "Not published yet: there is no version to follow." },
      { kind: "none", reason: "No version has the label “production” yet." },
    ]);
  });

  it("refuses a version, a skill, a list that cannot be right, and changes nothing", async () => {
    const context = await aContext(db);
    await anAgent(context);
    await aSkill(context, { name: "real", versions: 1 });
    await aSkill(context, { name: "retired", versions: 1, archived: true });
    const set = (items: Parameters<typeof setAssignments>[1]["items"]) =>
      setAssignments(context, { agent: "desk", baseRevision: 1, items });
    await expect(set([{ skill: "real", follows: "version", version: 9 }])).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(set([{ skill: "unreal" }])).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(set([{ skill: "retired" }])).rejects.toMatchObject({ code: "UNPROCESSABLE" });
    await expect(set([{ skill: "real" }, { skill: "real" }])).rejects.toThrow("in the list twice");
    await expect(set([{ skill: "real", follows: "label" }])).rejects.toThrow("which label");
    expect(await getAgent(context, { agent: "desk" })).toMatchObject({ revision: 1, assignments: [] });
  });

  it("keeps an assignment whose skill was archived later", async () => {
    const context = await aContext(db);
    await anAgent(context);
    const { id } = await aSkill(context, { name: "fading", versions: 1 });
    const items = [{ skill: "fading" }];
    await setAssignments(context, { agent: "desk", baseRevision: 1, items });
    await db.skill.update({ where: { id }, data: { archivedAt: new Date() } });
    const agent = await setAssignments(context, { agent: "desk", baseRevision: 2, items });
    expect(agent.assignments).toMatchObject([{ skill: "fading", archived: true }]);
  });

  it("takes no skill of another workspace and finds no agent there", async () => {
    const [here, there] = [await aContext(db), await aContext(db)];
    const { id } = await anAgent(here);
    await aSkill(there, { name: "theirs", versions: 1 });
    const steal = setAssignments(here, { agent: "desk", baseRevision: 1, items: [{ skill: "theirs" }] });
    await expect(steal).rejects.toMatchObject({ code: "NOT_FOUND" });
    const meddle = setAssignments(there, { agent: "desk", baseRevision: 1, items: [] });
    await expect(meddle).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(listAgentSkills(there, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("lets exactly one of two simultaneous lists through and shows the other what is there", async () => {
    const context = await aContext(db);
    await anAgent(context);
    await aSkill(context, { name: "left", versions: 1 });
    await aSkill(context, { name: "right", versions: 1 });
    const results = await Promise.allSettled(
      ["left", "right"].map((skill) =>
        setAssignments(context, { agent: "desk", baseRevision: 1, items: [{ skill }] }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { assignments } = await getAgent(context, { agent: "desk" });
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "CONFLICT", details: { agent: { assignments } } });
  });
});
