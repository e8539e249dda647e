import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { assignSkills } from "@/lib/agents/commands/assign-skills";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { deleteAgent } from "@/lib/agents/commands/delete-agent";
import { editAgent } from "@/lib/agents/commands/edit-agent";
import { restoreRevision } from "@/lib/agents/commands/restore-revision";
import { setAssignments } from "@/lib/agents/commands/set-assignments";
import { getAgent, listAgentRevisions, listAgents } from "@/lib/agents/queries";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { getPolicy } from "@/lib/reviews/get-policy";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { setEnvironment } from "@/lib/testing/set-environment";
import { applyConfiguration } from "./commands/apply-configuration";
import { applyDeclaration } from "./commands/apply-declaration";
import { getConfiguration } from "./get-configuration";

const { db } = testDatabase();
const folder = mkdtempSync(path.join(tmpdir(), "greenroom-declared-"));
const file = path.join(folder, "team.yaml");
setEnvironment({ GREENROOM_CONFIG: file });
afterAll(() => rmSync(folder, { recursive: true }));

const apply = (context: Context, text: string, dryRun = false) =>
  applyDeclaration(context, { text, file: "team.yaml", dryRun });

const desk = `agents:
  - name: Support desk
    instructions: Be brief.
    capabilities: [web]
    skills: [refunds, tone@draft]
policy:
  approvals: 2
`;

async function aTeam() {
  const context = await aContext(db);
  await aPackage(context, { name: "refunds", publishNote: "First" });
  await aPackage(context, { name: "tone" });
  return context;
}

const told = ({ items }: Awaited<ReturnType<typeof apply>>) =>
  items.map(({ kind, slug, outcome, place }) => [kind, slug, outcome, place]);

describe("applying a configuration file", () => {
  it("makes what it names, changes what differs, and does nothing where nothing does", async () => {
    const context = await aTeam();
    const first = await apply(context, desk);
    expect(first).toMatchObject({ applied: true, problems: [] });
    expect(told(first)).toEqual([
      ["agent", "support-desk", "created", "team.yaml:2:5"],
      ["policy", "", "changed", "team.yaml:6:1"],
    ]);
    const agent = await getAgent(context, { agent: "support-desk" });
    expect(agent).toMatchObject({
      instructions: "Be brief.",
      capabilities: ["web"],
      declaredIn: "team.yaml",
      assignments: [
        { skill: "refunds", follows: "latest" },
        { skill: "tone", follows: "draft" },
      ],
    });
    expect(await getPolicy(context)).toMatchObject({
      approvals: 2,
      declaredIn: "team.yaml",
      findingsBlock: true,
      specificationBlocks: false,
    });
    const blocking = await apply(
      context,
      desk.replace("approvals: 2", "approvals: 2\n  specificationBlocks: true"),
    );
    expect(blocking.items.at(-1)).toMatchObject({
      outcome: "changed",
      summary: "Changed specificationBlocks",
    });
    expect(await getPolicy(context)).toMatchObject({ specificationBlocks: true });
    await apply(context, desk.replace("approvals: 2", "approvals: 2\n  specificationBlocks: false"));

    expect(told(await apply(context, desk)).map(([, , outcome]) => outcome)).toEqual([
      "unchanged",
      "unchanged",
    ]);
    expect((await getAgent(context, { agent: "support-desk" })).revision).toBe(agent.revision);

    const changed = await apply(context, desk.replace("Be brief.", "Be kind.").replace(", tone@draft", ""));
    expect(changed.items[0]).toMatchObject({
      outcome: "changed",
      summary: "Changed the instructions; removed tone",
    });
    const revisions = await listAgentRevisions(context, { agent: "support-desk" });
    expect(revisions[0]).toMatchObject({ author: { id: context.actor.userId } });
  });

  it("says which sources publish on sync", async () => {
    const context = await aTeam();
    await apply(context, "policy:\n  publishOnSync: [Team skills]\n");
    expect(await getPolicy(context)).toMatchObject({ publishOnSync: ["Team skills"], approvals: 1 });
    const { problems } = await apply(context, "policy:\n  publishOnSync: [Team, Team]\n");
    expect(problems).toMatchObject([{ message: "policy.publishOnSync: A source appears twice." }]);
  });

  it("only looks when that is asked for: the very same answer, and nothing of it stays", async () => {
    const context = await aTeam();
    const looked = await apply(context, desk, true);
    expect(looked).toMatchObject({ applied: false, problems: [] });
    expect(await listAgents(context)).toMatchObject({ total: 0 });
    expect(await getPolicy(context)).toMatchObject({ approvals: 1, declaredIn: null });
    expect(told(await apply(context, desk))).toEqual(told(looked));
    const rows = await db.audit.findMany({
      where: { workspaceId: context.workspace.id, action: "configuration.applied" },
    });
    expect(rows).toMatchObject([
      {
        detail: {
          file: "team.yaml",
          changes: [{ kind: "agent", name: "Support desk", outcome: "created" }, {}],
        },
      },
    ]);
  });

  it("writes nothing at all where anything is wrong, and names each mistake with its place", async () => {
    const context = await aTeam();
    const wrong = `agents:
  - name: One
    skills: [refunds, gone]
  - name: Two
    model: Nobody
  - name: Three
    skills: [refunds@9]
  - name: three
  - name: Good
`;
    const { applied, problems } = await apply(context, wrong);
    expect(applied).toBe(false);
    expect(problems).toEqual([
      { place: "team.yaml:2:5", message: "There is no skill “gone” here." },
      { place: "team.yaml:4:5", message: "There is no model “Nobody” here. There are Rehearsal." },
      { place: "team.yaml:6:5", message: "refunds has no version 9." },
      { place: "team.yaml:8:5", message: "three stands in the file twice." },
    ]);
    expect(await listAgents(context)).toMatchObject({ total: 0 });
  });

  it("takes over an agent that is there, and lets go of one that it names no longer", async () => {
    const context = await aTeam();
    await createAgent(context, { name: "Other" });
    const both = `${desk}# more\n`.replace("agents:\n", "agents:\n  - name: Other\n");
    expect(told(await apply(context, both))[0]).toEqual(["agent", "other", "taken-over", "team.yaml:2:5"]);
    const less = await apply(context, "agents:\n  - name: Other\n");
    expect(told(less)).toEqual([
      ["agent", "other", "unchanged", "team.yaml:2:5"],
      ["agent", "support-desk", "let-go", "team.yaml:1:1"],
      ["policy", "", "let-go", "team.yaml:1:1"],
    ]);
    const kept = await getAgent(context, { agent: "support-desk" });
    expect(kept).toMatchObject({ declaredIn: null, instructions: "Be brief." });
    expect(await getPolicy(context)).toMatchObject({ approvals: 2, declaredIn: null });
  });

  it("takes nothing that another file keeps, and lets go of nothing of it", async () => {
    const context = await aTeam();
    await apply(context, desk);
    const other = (text: string) => applyDeclaration(context, { text, file: "other.yaml", dryRun: false });
    expect(await other("agents:\n  - name: Front office\n")).toMatchObject({ applied: true });
    const refused = await other("agents:\n  - name: Support desk\npolicy:\n  approvals: 0\n");
    expect(refused.problems.map(({ message }) => message)).toEqual([
      "team.yaml keeps Support desk. Take it out there first, and apply that file.",
      "team.yaml keeps the policy. Take it out there first, and apply that file.",
    ]);
    expect(await getAgent(context, { agent: "support-desk" })).toMatchObject({ declaredIn: "team.yaml" });
    expect(await getPolicy(context)).toMatchObject({ approvals: 2, declaredIn: "team.yaml" });
  });

  it("needs an admin, and is about one workspace alone", async () => {
    const [here, there] = [await aTeam(), await aTeam()];
    const author = await aColleague(here, "author");
    await expect(apply(author, desk)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await apply(here, desk);
    expect(await listAgents(there)).toMatchObject({ total: 0 });
  });

  it("lets one of two that are applied at once come after the other", async () => {
    const context = await aTeam();
    await apply(context, desk);
    const texts = ["One.", "Two."].map((words) => desk.replace("Be brief.", words));
    const results = await Promise.allSettled(texts.map((text) => apply(context, text)));
    const applied = results.filter((result) => result.status === "fulfilled" && result.value.applied);
    expect(applied.length).toBeGreaterThanOrEqual(1);
    const { instructions, declaredIn } = await getAgent(context, { agent: "support-desk" });
    expect(["One.", "Two."]).toContain(instructions);
    expect(declaredIn).toBe("team.yaml");
  });
});

describe("what a file keeps", () => {
  it("is changed by nobody here, but for what no file says", async () => {
    const context = await aTeam();
    await apply(context, desk);
    const agent = await getAgent(context, { agent: "support-desk" });
    const base = { agent: agent.slug, baseRevision: agent.revision };
    const words = "Support desk is kept in team.yaml. Change it there, and apply the file.";
    const refused = { code: "FORBIDDEN", message: words };
    await expect(editAgent(context, { ...base, instructions: "Mine." })).rejects.toMatchObject(refused);
    await expect(editAgent(context, { ...base, name: "Mine" })).rejects.toMatchObject(refused);
    await expect(setAssignments(context, { ...base, items: [] })).rejects.toMatchObject(refused);
    await expect(restoreRevision(context, { ...base, number: 1 })).rejects.toMatchObject(refused);
    await expect(deleteAgent(context, { agent: agent.slug, confirmName: agent.name })).rejects.toMatchObject(
      refused,
    );
    for (const to of [{ enabled: true, follows: "latest" as const }, null]) {
      const [one] = await assignSkills(context, {
        skills: [{ skill: "refunds", changes: [{ agent: agent.id, to }] }],
      });
      expect(one).toMatchObject({ refusal: refused });
    }
    await expect(changePolicy(context, { approvals: 0 })).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "The policy is kept in team.yaml. Change it there, and apply the file.",
    });
    expect(await getAgent(context, { agent: agent.slug })).toEqual(agent);
    const clock = {
      kind: "stub" as const,
      name: "clock",
      description: "",
      inputSchema: { type: "object" },
      result: "Noon",
    };
    const edited = await editAgent(context, { ...base, tools: [clock] });
    expect(edited.tools).toMatchObject([{ name: "clock" }]);
    const applied = await apply(context, desk);
    expect(applied.items[0]).toMatchObject({ outcome: "unchanged" });
    expect((await getAgent(context, { agent: agent.slug })).tools).toMatchObject([{ name: "clock" }]);
  });
});

describe("the server's own file", () => {
  it("shows what has drifted, and is applied again on request", async () => {
    const context = await aTeam();
    const text = `workspace: ${context.workspace.slug}\n${desk}`;
    writeFileSync(file, text);
    const before = await getConfiguration(context);
    expect(before).toMatchObject({ file: "team.yaml", looked: true, problems: [] });
    expect(before.items.map(({ outcome }) => outcome)).toEqual(["created", "changed"]);
    expect(await applyConfiguration(context)).toMatchObject({ applied: true });
    const after = await getConfiguration(context);
    expect(after.items.map(({ outcome }) => outcome)).toEqual(["unchanged", "unchanged"]);

    const viewer = await aColleague(context, "viewer");
    expect(await getConfiguration(viewer)).toEqual({
      file: "team.yaml",
      unusable: false,
      looked: false,
      items: [],
      problems: [],
    });
    await expect(applyConfiguration(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });

    const elsewhere = await aTeam();
    expect(await getConfiguration(elsewhere)).toMatchObject({ file: null });
    await expect(applyConfiguration(elsewhere)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("says nothing where it is only about skills, and why where it cannot be read", async () => {
    const context = await aTeam();
    writeFileSync(file, `skills:\n  workspace: ${context.workspace.slug}\n`);
    expect(await getConfiguration(context)).toMatchObject({ file: null });
    writeFileSync(file, "agents: [\n");
    const operator = { ...context, actor: { ...context.actor, isOperator: true } };
    const message =
      "The server's configuration file cannot be used. Its operators find the reason on this page.";
    const told = {
      file: "team.yaml",
      unusable: true,
      looked: true,
      items: [],
      problems: [{ place: expect.stringMatching(/^\/.*team\.yaml:\d+:\d+$/), message: expect.any(String) }],
    };
    expect(await getConfiguration(operator)).toEqual(told);
    const viewer = await aColleague(context, "viewer");
    const looking = { ...viewer, actor: { ...viewer.actor, isOperator: true } };
    expect(await getConfiguration(looking)).toEqual(told);
    const alone = { file: null, unusable: true, looked: false, items: [], problems: [] };
    for (const other of [context, viewer, await aTeam()])
      expect(await getConfiguration(other)).toEqual(alone);
    await expect(applyConfiguration(context)).rejects.toMatchObject({ code: "CONFLICT", message });
  });
});
