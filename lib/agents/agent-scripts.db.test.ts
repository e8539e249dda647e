import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { listAudit } from "@/lib/audit/queries";
import { setScripts } from "@/lib/execution/commands/set-scripts";
import { getScriptSettings } from "@/lib/execution/read-script-settings";
import { renameSkill } from "@/lib/library/commands/rename-skill";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { setEnvironment } from "@/lib/testing/set-environment";
import { createAgent } from "./commands/create-agent";
import { editAgent } from "./commands/edit-agent";
import { restoreRevision } from "./commands/restore-revision";
import { getRevisionDiff } from "./get-revision-diff";
import { getAgent, listAgentRevisions } from "./queries";
import { getAgentScripts } from "./read-agent-scripts";

const { db } = testDatabase();
setEnvironment({ GREENROOM_SCRIPTS: "on" });

const entry = { skill: "notes", version: 1, scripts: ["scripts/a.py"], commands: ["jq"], hosts: [] };

async function aDesk() {
  const context = await aContext(db);
  await aPackage(context, { name: "notes", publishNote: "First" });
  await aPackage(context, { name: "memo" });
  const assignments = [{ skill: "notes" }, { skill: "memo", follows: "draft" as const }];
  await createAgent(context, { name: "Desk", assignments });
  return context;
}

const decisions = async (context: Context) =>
  (await getAgentScripts(context, { agent: "desk" })).items.map(({ skill, decision, reason }) => [
    skill,
    decision,
    reason,
  ]);

const edit = async (context: Context, scripts: NonNullable<Parameters<typeof editAgent>[1]["scripts"]>) =>
  editAgent(context, {
    agent: "desk",
    baseRevision: (await getAgent(context, { agent: "desk" })).revision,
    scripts,
  });

describe("the workspace's list", () => {
  it("is of bytes, under the names that skills have now, and the audit says what came and went", async () => {
    const context = await aDesk();
    const { allow } = await setScripts(context, { mode: "list", allow: [entry] });
    expect(allow).toMatchObject([{ ...entry, digest: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    await setScripts(context, { mode: "ask" });
    await renameSkill(context, { skill: "notes", name: "jots" });
    expect((await getScriptSettings(context)).allow).toMatchObject([{ skill: "jots", version: 1 }]);
    await setScripts(context, { mode: "list", allow: [] });
    const { items } = await listAudit(context, { action: "scripts.changed" });
    expect(items.map(({ detail }) => detail)).toMatchObject([
      { from: "ask", to: "list", unlisted: [{ skill: "jots" }] },
      { from: "list", to: "ask" },
      { from: "off", to: "list", listed: [{ skill: "notes", commands: ["jq"] }] },
    ]);
  });

  it("takes nothing that is not there, not published, withdrawn, or published past the policy", async () => {
    const context = await aDesk();
    const list = (skill: string, version: number) =>
      setScripts(context, { mode: "list", allow: [{ skill, version, scripts: ["*"] }] });
    await expect(list("nowhere", 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(list("memo", 1)).rejects.toThrow(/A draft always asks/);
    await list("notes", 1);
    const first = await db.version.findFirstOrThrow({
      where: { workspaceId: context.workspace.id, name: "notes" },
      omit: { id: true },
    });
    await db.version.create({
      data: { ...first, number: 2, dismissals: [], approval: { met: false, approvals: [], bypass: null } },
    });
    await expect(list("notes", 2)).rejects.toThrow(/published past the policy/);
    await withdrawVersion(context, { skill: "notes", number: 1, reason: "It leaks." });
    expect((await getScriptSettings(context)).allow).toEqual([]);
    await expect(list("notes", 1)).rejects.toThrow(/was withdrawn/);
  });
});

describe("what an agent says of scripts", () => {
  it("is stricter than the workspace and never laxer, skill by skill with its reason", async () => {
    const context = await aDesk();
    expect(await getAgentScripts(context, { agent: "desk" })).toMatchObject({
      inForce: "off",
      withoutSkills: { decision: "never", reason: "workspace-off" },
    });
    await setScripts(context, { mode: "list", allow: [entry] });
    expect(await decisions(context)).toEqual([
      ["notes", "run", "listed"],
      ["memo", "ask", "draft"],
    ]);
    await edit(context, { mode: "list", allow: [] });
    expect(await decisions(context)).toMatchObject([["notes", "ask", "skill-not-listed"], {}]);
    await edit(context, { mode: "list", allow: [entry] });
    expect((await getAgentScripts(context, { agent: "desk" })).items).toMatchObject([
      { decision: "run", listed: { scripts: ["scripts/a.py"], commands: ["jq"] } },
      { listed: null },
    ]);
    await edit(context, { mode: "list", allow: [{ ...entry, commands: [] }] });
    expect((await getAgentScripts(context, { agent: "desk" })).items).toMatchObject([
      { decision: "run", listed: { scripts: ["scripts/a.py"], commands: [] } },
      { listed: null },
    ]);
    await edit(context, { mode: "never", allow: [entry] });
    expect(await decisions(context)).toMatchObject([["notes", "never", "agent-never"], {}]);
  });

  it("is in its history, comes back with a revision, and is loosened by none from before", async () => {
    const context = await aDesk();
    await edit(context, { mode: "never", allow: [entry] });
    const [newest] = await listAgentRevisions(context, { agent: "desk" });
    expect(newest?.summary).toBe("Changed the rule for scripts");
    const { settings } = await getRevisionDiff(context, { agent: "desk", from: 1, to: newest?.number ?? 0 });
    expect(settings).toEqual([
      {
        field: "rule for scripts",
        before: "as the workspace says",
        after: "never\nnotes v1: scripts/a.py, jq",
      },
    ]);
    const { id } = await getAgent(context, { agent: "desk" });
    const first = await db.agentRevision.findFirstOrThrow({ where: { agentId: id, number: 1 } });
    const { scripts: _, ...snapshot } = JSON.parse(JSON.stringify(first.snapshot));
    await db.agentRevision.create({ data: { ...first, number: 90, snapshot } });
    await db.agent.updateMany({ where: { id }, data: { revision: 90 } });
    await restoreRevision(context, { agent: "desk", number: 90, baseRevision: 90 });
    expect((await getAgent(context, { agent: "desk" })).scripts.mode).toBe("never");
    await restoreRevision(context, { agent: "desk", number: 1, baseRevision: 91 });
    expect((await getAgent(context, { agent: "desk" })).scripts).toEqual({ mode: "workspace", allow: [] });
  });

  it("is the workspace's own, and runs nothing where it cannot be read", async () => {
    const context = await aDesk();
    const stranger = await aContext(db);
    await expect(getAgentScripts(stranger, { agent: "desk" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await setScripts(context, { mode: "ask" });
    await db.agent.updateMany({ where: { workspaceId: context.workspace.id }, data: { scripts: [1] } });
    expect(await decisions(context)).toMatchObject([["notes", "never", "agent-never"], {}]);
  });
});
