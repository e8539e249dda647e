import "server-only";
import type { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { AppError } from "@/lib/kernel/app-error";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { tellWithdrawn } from "@/lib/library/versions/require-not-withdrawn";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { whyNotPresented } from "../agent-options";
import { ruleOf } from "../choice-schema";
import { describeChange } from "../describe-change";
import { readRevision } from "../get-revision-diff";
import { readAgent } from "../internal/agent-rows";
import { readTools, storeTools, toJson } from "../internal/agent-tools";
import { type AssignmentItem, toItem } from "../internal/assignable-skills";
import { requireModels } from "../internal/require-models";
import type { AgentSnapshot } from "../revision-schema";
import { type RestoredAgent, restoreRevisionSchema } from "../revision-schema";
import type { Agent } from "../schema";
import { agentToolsInputSchema, type StoredTool } from "../tool-schema";
import { claimRevision, recordRevision, snapshotOf } from "../writes/record-revision";
import { writeAssignments } from "../writes/write-assignments";

/**
 * Makes an agent what it was at an earlier revision, as a new revision; its name and address stay. What is gone since
 * (a skill, a version, a model, the value of a header) is left as it is and told in `left`. CONFLICT when somebody changed the
 * agent since `baseRevision`.
 */
export async function restoreRevision(
  context: Context,
  input: { agent: string; number: number } & z.input<typeof restoreRevisionSchema>,
): Promise<RestoredAgent> {
  requirePermission(context, "agents.edit");
  const { baseRevision } = restoreRevisionSchema.parse(input);
  return inPermittedTransaction(context, "agents.edit", async (context) => {
    const before = await readAgent(context, input.agent);
    requireUndeclared(before);
    const { snapshot, hasRule, hasScripts } = await readRevision(context, before, input.number);
    await claimRevision(context, before, baseRevision);
    const left: string[] = [];
    const models = await findModels(context, { before, snapshot, left });
    const tools = restoreTools(snapshot, await readTools(context, before.id), left);
    const { description, instructions, suggestedMessages, allowRequestPrompt, toolStubs } = snapshot;
    await context.db.agent.update({
      where: { id: before.id, workspaceId: context.workspace.id },
      data: {
        description,
        instructions,
        suggestedMessages,
        allowRequestPrompt,
        toolStubs,
        ...(hasScripts ? { scripts: snapshot.scripts } : {}),
        ...restorePresentation({ before, snapshot, left }),
        ...models,
        tools: toJson(tools),
        ...restoreRule({ before, snapshot, left }, hasRule),
      },
    });
    await writeAssignments(context, before, await findSkills(context, { before, snapshot, left }));
    const agent = await readAgent(context, input.agent);
    const change = describeChange(snapshotOf(before), snapshotOf(agent)) || "Nothing differed";
    await recordRevision(context, {
      agent,
      action: "agent.revision-restored",
      summary: [`Restored revision ${input.number}`, change, ...left].join(". "),
    });
    return { agent: { ...agent, updatedBy: { id: context.actor.userId, name: context.actor.name } }, left };
  });
}

type Restoring = { before: Agent; snapshot: AgentSnapshot; left: string[] };

/** Nothing to change when this release cannot present it any more. */
function restorePresentation({ snapshot, left }: Restoring) {
  const { dialect } = snapshot;
  const mode = catalogueModes.find((known) => known === snapshot.mode);
  const problem = whyNotPresented(snapshot);
  if (mode !== undefined && problem === null) return { dialect, mode };
  left.push(problem ?? `There is no ${snapshot.mode} mode any more`);
  return {};
}

/** A revision that kept no rule takes none away. */
function restoreRule({ before, snapshot, left }: Restoring, hasRule: boolean) {
  if (hasRule) return { choiceRule: ruleOf(snapshot) };
  if (JSON.stringify(ruleOf(before)) !== JSON.stringify(ruleOf(snapshot)))
    left.push("Its rule was not kept then, the one it has stays");
  return {};
}

async function findModels(context: Context, { before, snapshot, left }: Restoring) {
  const { model, routerModel } = snapshot;
  const isThere = (chosen: { model?: string; routerModel?: string | null }) =>
    requireModels(context, chosen).then(
      () => true,
      () => false,
    );
  const hasModel = await isThere({ model });
  const hasRouter = await isThere({ routerModel });
  if (!hasModel) left.push(`Its model then is gone, ${before.modelName} stays`);
  if (!hasRouter) left.push("Its router model then is gone, the one it has stays");
  return {
    model: hasModel ? model : before.model,
    routerModel: hasRouter ? routerModel : before.routerModel,
  };
}

function restoreTools(snapshot: AgentSnapshot, held: readonly StoredTool[], left: string[]): StoredTool[] {
  return snapshot.tools.flatMap((tool) => {
    try {
      return storeTools(agentToolsInputSchema.parse([tool]), held);
    } catch (error) {
      left.push(
        `${tool.name} was left out: ${error instanceof AppError ? error.message : "it is no longer allowed."}`,
      );
      return [];
    }
  });
}

/** By id: a skill may have another name by now. A version that was withdrawn since is not pinned anew. */
async function findSkills(context: Context, restoring: Restoring): Promise<AssignmentItem[]> {
  const { before, snapshot, left } = restoring;
  const byId = await readSkills(context, snapshot);
  const withdrawn = await readWithdrawn(context, [...byId.values()]);
  const assigned = new Map(before.assignments.map((assignment) => [assignment.skillId, assignment]));
  return snapshot.assignments.flatMap(({ skillId, skill: name, enabled, follows, label, version }) => {
    const skill = byId.get(skillId);
    const now = assigned.get(skillId);
    if (!skill || (skill.archivedAt && !now)) {
      left.push(`${name} was left out: it ${skill ? "is archived" : "was deleted"}`);
      return [];
    }
    const why = now?.version === version ? undefined : withdrawn.get(`${skillId} ${version}`);
    if (why !== undefined) {
      left.push(`${skill.name} ${now ? "stays as it is" : "was left out"}: ${why}`);
      return now ? [toItem(now)] : [];
    }
    return [toItem({ skill: skill.name, enabled, follows, label, version })];
  });
}

async function readSkills({ db, workspace }: Context, { assignments }: AgentSnapshot) {
  const pins = assignments.flatMap(({ version }) => version ?? []);
  const skills = await db.skill.findMany({
    where: { workspaceId: workspace.id, id: { in: assignments.map(({ skillId }) => skillId) } },
    select: {
      id: true,
      name: true,
      archivedAt: true,
      versions: {
        where: { number: { in: pins }, withdrawal: { isNot: null } },
        select: { number: true, withdrawal: true },
      },
    },
  });
  return new Map(skills.map((skill) => [skill.id, skill]));
}

type Skills = Awaited<ReturnType<typeof readSkills>>;
type Skill = Skills extends Map<string, infer S> ? S : never;

/** By the skill's id and the number: why agents no longer get that version. */
async function readWithdrawn(context: Context, skills: readonly Skill[]): Promise<Map<string, string>> {
  const told = await tellWithdrawn(
    context,
    skills.flatMap(({ id, versions }) => versions.map((version) => ({ ...version, name: id }))),
  );
  return new Map(told.map(({ skill: id, version, reason }) => [`${id} ${version}`, reason]));
}
