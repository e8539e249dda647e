import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createAgent } from "@/lib/agents/commands/create-agent";
import { getAgent, listAgents } from "@/lib/agents/queries";
import type { CreateAgent } from "@/lib/agents/schema";
import { setLimits } from "@/lib/library/commands/set-limits";
import { getLimits } from "@/lib/library/limits/read-limits";
import { changePolicy } from "@/lib/reviews/commands/change-policy";
import { getPolicy } from "@/lib/reviews/get-policy";
import { policySchema } from "@/lib/reviews/review-schema";
import { makeHook } from "@/lib/sources/commands/change-hook";
import { createSource } from "@/lib/sources/commands/create-source";
import { listSources } from "@/lib/sources/list-sources";
import { aColleague, aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { allowLocalServers, aModel } from "@/lib/testing/models";
import { aPackage } from "@/lib/testing/packages";
import { applyDeclaration } from "./commands/apply-declaration";
import { isDrift } from "./declared-options";
import { getConfigurationFile } from "./get-configuration-file";

allowLocalServers();
const { db } = testDatabase();
const rule = {
  capabilities: null,
  skillTypes: null,
  autoDiscover: false,
  allowedSkills: [],
  deniedSkills: [],
};

async function aWorkspace(): Promise<Context> {
  const context = await aContext(db);
  await aModel(context, { name: "Large", key: "sk-a-secret" });
  await aPackage(context, { name: "refunds", publishNote: "First" });
  await aPackage(context, { name: "tone" });
  return context;
}

async function byHand(context: Context): Promise<void> {
  const models = await context.db.modelConnection.findMany({ where: { workspaceId: context.workspace.id } });
  const model = models[0]?.id ?? "";
  await createSource(context, {
    name: "Team skills",
    url: "https://github.com/meridian/skills.git",
    token: "ghp_a-secret-of-somebody",
    folder: "skills",
    exclude: ["**/drafts"],
    everyMinutes: 60,
    asksReview: true,
  });
  const hostKey = `SHA256:${"a".repeat(43)}`;
  const ssh = await createSource(context, {
    name: "Over ssh",
    url: "git@github.com:meridian/more.git",
    hostKey,
  });
  await makeHook(context, { source: ssh.id });
  await createAgent(context, {
    name: "Support desk",
    description: "Answers",
    instructions: "Be brief.\n\n  - Always.\t\r\n",
    suggestedMessages: ["Where is my parcel?", "# not a comment"],
    model,
    routerModel: "rehearsal",
    mode: "router",
    scripts: {
      mode: "ask",
      allow: [{ skill: "refunds", version: 1, scripts: ["*"], commands: [], hosts: [] }],
    },
    ...rule,
    capabilities: ["web"],
    deniedSkills: ["old-*"],
    environment: { os: "linux", bins: ["git"], env: null },
    tools: [
      {
        kind: "stub",
        name: "clock",
        description: "Tells the time",
        inputSchema: { type: "object" },
        result: "noon",
      },
    ],
    assignments: [
      { skill: "tone", follows: "draft", enabled: false },
      { skill: "refunds", follows: "version", version: 1 },
    ],
  });
  await createAgent(context, { name: "Bare", dialect: "claude-code" });
  await changePolicy(context, {
    approvals: 2,
    publishOnSync: ["Team skills"],
    proof: {
      triggers: null,
      effect: true,
      kappa: 0.6,
      neighbours: false,
      maxAgeDays: 30,
      model,
    },
  });
  await setLimits(context, { autoSkills: 12 });
}

const pick = <T extends object>(from: T, keys: readonly (keyof T)[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]));

const ofAgent = [
  "name",
  "slug",
  "description",
  "instructions",
  "suggestedMessages",
  "mode",
  "dialect",
] as const;
const ofRule = ["capabilities", "skillTypes", "autoDiscover", "allowedSkills", "deniedSkills"] as const;
const ofSource = [
  "name",
  "kind",
  "url",
  "ref",
  "folder",
  "include",
  "exclude",
  "userName",
  "asksReview",
] as const;

/** All that a file can say of a workspace, with models by name. */
async function stateOf(context: Context) {
  const { items } = await listAgents(context);
  const models = new Map((await context.db.modelConnection.findMany()).map(({ id, name }) => [id, name]));
  const named = (id: string | null) => (id === null ? null : (models.get(id) ?? id));
  const agents = await Promise.all(items.map(({ slug: agent }) => getAgent(context, { agent })));
  const { proof, ...policy } = policySchema.parse(await getPolicy(context));
  return {
    agents: agents.map((agent) => ({
      ...pick(agent, [...ofAgent, ...ofRule, "allowRequestPrompt", "scripts", "environment"]),
      model: named(agent.model),
      routerModel: named(agent.routerModel),
      skills: agent.assignments.map((one) => pick(one, ["skill", "enabled", "follows", "label", "version"])),
    })),
    sources: (await listSources(context)).map((source) => ({
      ...pick(source, ofSource),
      everyMinutes: source.schedule?.everyMinutes,
      hostKey: source.ssh?.hostKey,
    })),
    policy: { ...policy, proof: { ...proof, model: named(proof.model) } },
    limits: (await getLimits(context)).limits.map(({ name, own }) => [name, own]),
  };
}

const drifted = ({ items, problems }: Awaited<ReturnType<typeof applyDeclaration>>) => [
  ...items.filter(isDrift),
  ...problems,
];

describe("a workspace as a configuration file", () => {
  it("changes nothing where it came from, and makes the same where there is nothing yet", async () => {
    const context = await aWorkspace();
    await byHand(context);
    const { file, text } = await getConfigurationFile(context);
    expect(drifted(await applyDeclaration(context, { text, file, dryRun: true }))).toEqual([]);

    const empty = await aWorkspace();
    expect(await applyDeclaration(empty, { text, file })).toMatchObject({ applied: true, problems: [] });
    expect(await stateOf(empty)).toEqual(await stateOf(context));
    const again = await getConfigurationFile(empty);
    expect(drifted(await applyDeclaration(empty, { ...again, dryRun: true }))).toEqual([]);

    // Kept in the file, it says the very same of itself.
    const applied = await applyDeclaration(context, { text, file });
    expect(applied).toMatchObject({ applied: true });
    const kept = await getConfigurationFile(context);
    expect(kept.text).toBe(text);
    const { items } = await applyDeclaration(context, { ...kept, dryRun: true });
    expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
  });

  it("holds no secret, and names what it does not hold", async () => {
    const context = await aWorkspace();
    await byHand(context);
    const { text, notes } = await getConfigurationFile(context);
    expect(text).not.toMatch(/ghp_|sk-a|PRIVATE|clock/);
    expect(notes).toEqual([
      "Over ssh: its key and webhook are in no file; they are given in the app.",
      "Team skills: its token is in no file; it is given in the app.",
      "Support desk: its other tools and saved results are in no file; they are kept in the app.",
    ]);
    for (const note of notes) expect(text).toContain(`# ${note}\n`);
    expect(text).toContain("needsToken: true");
  });

  it("leaves out what no file can say, with its reason, and applies all the same", async () => {
    const context = await aWorkspace();
    await byHand(context);
    await aModel(context, { name: "Rehearsal" });
    const { workspace, now } = context;
    await db.modelConnection.updateMany({
      where: { workspaceId: workspace.id, name: "Large" },
      data: { archivedAt: now() },
    });
    const { file, text, notes } = await getConfigurationFile(context);
    const why = "its model was removed, or another one has the same name";
    expect(notes).toEqual(
      expect.arrayContaining([
        `Support desk is left out: ${why}.`,
        `Bare is left out: ${why}.`,
        `What the policy says of proof is left out: ${why}.`,
      ]),
    );
    expect(text).not.toContain("name: Support desk");
    expect(drifted(await applyDeclaration(context, { text, file, dryRun: true }))).toEqual([]);
  });

  it("is called as the file that keeps something here, and says what another one keeps", async () => {
    const context = await aWorkspace();
    await applyDeclaration(context, { text: "agents:\n  - name: One\n", file: "team.yaml" });
    expect(await getConfigurationFile(context)).toMatchObject({ file: "team.yaml", notes: [] });
    await applyDeclaration(context, { text: "limits: { autoSkills: null }\n", file: "other.yaml" });
    const { file, notes, text } = await getConfigurationFile(context);
    expect([file, notes]).toEqual([
      "greenroom.yaml",
      [
        "One is kept in team.yaml. Take it out there before this is applied here.",
        "The limits is kept in other.yaml. Take it out there before this is applied here.",
      ],
    ]);
    expect(text).toContain("limits: {}");
  });

  it("says whatever an agent is", async () => {
    const context = await aWorkspace();
    const anyText = fc
      .string({ unit: "binary", maxLength: 60 })
      .filter((text) => !text.includes("\u0000") && text.isWellFormed());
    const anAgent: fc.Arbitrary<CreateAgent> = fc.record({
      name: fc.stringMatching(/^[A-Za-z][A-Za-z0-9 @#:'"-]{0,30}[a-z]$/),
      description: anyText,
      instructions: anyText,
      suggestedMessages: fc.array(
        anyText.filter((text) => text.trim() !== ""),
        { maxLength: 2 },
      ),
      capabilities: fc.option(fc.array(fc.constantFrom("web", "null", "1.0", "a: b"), { maxLength: 3 })),
      autoDiscover: fc.boolean(),
      allowRequestPrompt: fc.boolean(),
      dialect: fc.constantFrom("standard", "skillkit", "claude-code", "lightspeed"),
      assignments: fc.subarray([
        { skill: "refunds", follows: "label" as const, label: "stable" },
        { skill: "tone", enabled: false },
      ]),
    });
    const several = fc.uniqueArray(anAgent, {
      maxLength: 4,
      selector: ({ name }) => name.toLowerCase().replace(/[^a-z0-9]/g, ""),
    });
    await fc.assert(
      fc.asyncProperty(several, async (agents) => {
        await db.agent.deleteMany({ where: { workspaceId: context.workspace.id } });
        for (const agent of agents) await createAgent(context, agent);
        const before = await stateOf(context);
        const { file, text } = await getConfigurationFile(context);
        expect(drifted(await applyDeclaration(context, { text, file, dryRun: true }))).toEqual([]);
        await db.agent.deleteMany({ where: { workspaceId: context.workspace.id } });
        await applyDeclaration(context, { text: `${text.split("policy:")[0]}`, file });
        expect(await stateOf(context)).toEqual(before);
      }),
      { numRuns: 8 },
    );
  });

  it("is for who may edit agents: they see all skills of them", async () => {
    const context = await aWorkspace();
    for (const role of ["viewer", "author", "reviewer"] as const)
      await expect(getConfigurationFile(await aColleague(context, role))).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    const elsewhere = await aContext(db);
    expect((await getConfigurationFile(elsewhere)).text).not.toContain("refunds");
  });
});
