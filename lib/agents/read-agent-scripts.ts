import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readScriptRule } from "@/lib/execution/read-script-settings";
import {
  type AgentScripts,
  allowedByBoth,
  decideScript,
  type ScriptFacts,
} from "@/lib/runtime/decide-script";
import { parseAgentScripts } from "@/lib/runtime/script-rule-schema";
import { readAgentRow } from "./internal/agent-rows";
import { readChosen } from "./internal/chosen-skills";
import type { AgentScriptFacts } from "./script-schema";

type Rule = Pick<ScriptFacts, "allowedHere" | "workspace" | "agent">;

/** What operator, workspace and agent say of scripts at this moment. For an agent that is gone nothing runs. */
export async function readScriptFacts(context: WorkspaceContext, agentId: string): Promise<Rule> {
  const [rule, row] = await Promise.all([
    readScriptRule(context),
    context.db.agent.findFirst({
      where: { id: agentId, workspaceId: context.workspace.id },
      select: { scripts: true },
    }),
  ]);
  const gone: AgentScripts = { mode: "never", allow: [] };
  return { ...rule, agent: row ? parseAgentScripts(row.scripts) : gone };
}

/** What of a version that runs is listed: with a list of the agent's own, what both name. */
function listedOf({ workspace, agent }: Rule, of: { skillId: string; name: string; version: number | null }) {
  const ours = workspace.allow.find(({ skillId }) => skillId === of.skillId) ?? null;
  if (ours === null || agent.mode !== "list") return ours;
  const own = agent.allow.find(({ skill, version }) => skill === of.name && version === of.version);
  return own ? allowedByBoth(ours, own) : null;
}

/** Of each skill that an agent gets now: whether its scripts run, ask or never run, and why; what runs asks the same function. */
export async function getAgentScripts(context: Context, input: { agent: string }): Promise<AgentScriptFacts> {
  requirePermission(context, "agents.read");
  const { id } = await readAgentRow(context, input.agent);
  const [rule, skills] = await Promise.all([
    readScriptFacts(context, id),
    readChosen(context, id, { withNeeds: false }),
  ]);
  const of = (refs: ScriptFacts["skills"]) =>
    decideScript({ ...rule, skills: refs, parts: [], rewritten: [] });
  return {
    inForce: rule.workspace.mode,
    agent: { mode: rule.agent.mode, allow: [...rule.agent.allow] },
    withoutSkills: of([]),
    items: skills.flatMap(({ skillId, name, resolved, choice }) => {
      if (!choice.in || resolved.kind === "none") return [];
      const version = resolved.kind === "version" ? resolved.number : null;
      const draftRevision = resolved.kind === "draft" ? resolved.revision : null;
      const decided = of([{ skillId, name, version, draftRevision, digest: resolved.digest }]);
      const listed = decided.decision === "run" ? listedOf(rule, { skillId, name, version }) : null;
      return [{ skillId, skill: name, version, draftRevision, ...decided, listed }];
    }),
  };
}
