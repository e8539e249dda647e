import { describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { makeHook } from "@/lib/sources/commands/change-hook";
import { createSource } from "@/lib/sources/commands/create-source";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { applyDeclaration } from "./commands/apply-declaration";
import { isDrift } from "./declared-options";
import { getConfigurationFile } from "./get-configuration-file";
import { applySchema, mostAgents, mostCharacters } from "./schema";

const { db } = testDatabase();

/** Takes the exported file here: nothing may keep it from being applied. */
async function driftOf(context: Context, { file, text }: { file: string; text: string }) {
  const { items, problems } = await applyDeclaration(context, { file, text, dryRun: true });
  return [...items.filter(isDrift), ...problems];
}

/** Agents called "Agent 1001" and so on, so that their order is that of their numbers. */
async function manyAgents(context: Context, count: number): Promise<void> {
  await db.agent.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      workspaceId: context.workspace.id,
      slug: `agent-${1001 + index}`,
      name: `Agent ${1001 + index}`,
      createdById: context.actor.userId,
    })),
  });
}

describe("the bounds of a configuration file", () => {
  it("is as long as one that can be applied: the agents at the end are left out, and it says which", async () => {
    const context = await aContext(db);
    for (const name of ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"])
      await createAgent(context, { name, instructions: `${"Be brief. ".repeat(9_000)}${name}` });
    const written = await getConfigurationFile(context);
    expect(written.notes).toEqual(["A file has 1,000,000 characters at most. Left out: 1 agent, from L on."]);
    expect(written.text.length).toBeLessThanOrEqual(mostCharacters);
    expect(written.text).toContain(`# ${written.notes[0]}\n`);
    expect(written.text).toContain("name: K");
    expect(written.text).not.toContain("name: L");
    expect(applySchema.safeParse({ text: written.text }).success).toBe(true);
    expect(await driftOf(context, written)).toEqual([]);
  });

  it("counts a text as it is written, where each character of it is escaped", async () => {
    const context = await aContext(db);
    for (const name of ["A", "B", "C"])
      await createAgent(context, { name, instructions: "\u202e".repeat(90_000) });
    const written = await getConfigurationFile(context);
    expect(written.notes).toEqual([
      "A file has 1,000,000 characters at most. Left out: 2 agents, from B on.",
    ]);
    expect(written.text.length).toBeLessThanOrEqual(mostCharacters);
  });

  it("names as many agents as a file may, and counts the others", async () => {
    const context = await aContext(db);
    await manyAgents(context, mostAgents);
    expect((await getConfigurationFile(context)).notes).toEqual([]);
    await createAgent(context, { name: "Zed" });
    await createAgent(context, { name: "Zoe" });
    const written = await getConfigurationFile(context);
    expect(written.notes).toEqual(["A file has 500 agents at most. Left out: 2 agents, from Zed on."]);
    expect(written.text.match(/name: Agent/g)).toHaveLength(mostAgents);
  });

  it("is of one moment: an agent that is deleted meanwhile is in it, as all else of then", async () => {
    const context = await aContext(db);
    await aPackage(context, { name: "tone" });
    await createAgent(context, { name: "First", assignments: [{ skill: "tone", follows: "draft" }] });
    await createAgent(context, { name: "Second", assignments: [{ skill: "tone", follows: "draft" }] });
    // The skills of agents are read after their names: who waits for the one has read the other.
    const { reading } = await db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "Skill" IN ACCESS EXCLUSIVE MODE`;
      const begun = Promise.allSettled([getConfigurationFile(context)]);
      await vi.waitFor(async () => {
        const waiting = await tx.$queryRaw`
          SELECT FROM pg_locks WHERE relation = '"Skill"'::regclass AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
        expect(waiting).toHaveLength(1);
      });
      await tx.assignment.deleteMany({ where: { agent: { name: "Second" } } });
      await tx.agent.deleteMany({ where: { name: "Second" } });
      return { reading: begun };
    });
    const [written] = await reading;
    expect(written).toMatchObject({ status: "fulfilled" });
    const text = written.status === "fulfilled" ? written.value.text : "";
    expect(text).toMatch(
      /name: First\n\s+skills:\n\s+- tone@draft\n\s+- name: Second\n\s+skills:\n\s+- tone@draft/,
    );
  });

  it("names of a source only what that one has", async () => {
    const context = await aContext(db);
    const url = "https://github.com/meridian/skills.git";
    await createSource(context, { name: "Bare", url });
    const hooked = await createSource(context, { name: "Hooked", url });
    await makeHook(context, { source: hooked.id });
    await createSource(context, { name: "Sealed", url, token: "ghp_a-secret-of-somebody" });
    const ssh = await createSource(context, { name: "Ssh", url: "git@github.com:meridian/more.git" });
    await makeHook(context, { source: ssh.id });
    expect((await getConfigurationFile(context)).notes).toEqual([
      "Hooked: its webhook is in no file; it is given in the app.",
      "Sealed: its token is in no file; it is given in the app.",
      "Ssh: its key and webhook are in no file; they are given in the app.",
    ]);
  });
});
