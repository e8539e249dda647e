import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { AppError } from "@/lib/kernel/app-error";
import { requireUndeclared } from "@/lib/kernel/require-undeclared";
import { mostAssignments, tooManyAssignments } from "../agent-options";
import { describeChange } from "../describe-change";
import { readAgent } from "../internal/agent-rows";
import {
  type AssignableSkills,
  type AssignmentItem,
  readAssignable,
  toAssignmentRows,
  toItem,
} from "../internal/assignable-skills";
import { type Placing, placeAssignments, type Wanted } from "../internal/place-assignments";
import { requirePossibleLabels } from "../internal/require-possible-labels";
import type { Agent, Assignment } from "../schema";
import { claimRevision, recordRevision, snapshotOf } from "../writes/record-revision";
import { writeAssignments } from "../writes/write-assignments";

/** What one skill shall be for some agents; `agent` is an id. */
export type AssignSkill = { skill: string; changes: readonly { agent: string; to: Wanted | null }[] };

/** What became of it, agent by agent; all of them or none. */
export type AssignedSkill =
  | { skill: string; refusal: AppError }
  | { skill: string; changes: { agent: Agent; before: Assignment | null; after: Assignment | null }[] };

/**
 * Gives skills to agents and takes them away, without touching what else these have: one new revision for each agent
 * that changes. A skill that cannot be what is asked for with one of its agents is refused alone, with what
 * `setAssignments` would say, or NOT_FOUND for an agent that is not there. Skills are named once.
 */
export async function assignSkills(
  context: Context,
  { skills }: { skills: readonly AssignSkill[] },
): Promise<AssignedSkill[]> {
  requirePermission(context, "agents.edit");
  return inPermittedTransaction(context, "agents.edit", async (context) => {
    const before = await lockAgents(context, skills);
    const refusals = await findRefusals(context, before, skills);
    const placings = placingsByAgent(skills.filter(({ skill }) => !refusals.has(skill)));
    const after = new Map<string, Agent>();
    for (const [id, agent] of before)
      after.set(id, await applyPlacings(context, agent, placings.get(id) ?? []));
    const had = assignmentsOf(before);
    const has = assignmentsOf(after);
    return skills.map(({ skill, changes }) => {
      const refusal = refusals.get(skill);
      if (refusal) return { skill, refusal };
      const told = changes.flatMap(({ agent: id }) => {
        const agent = after.get(id);
        return agent ? [{ agent, before: had(id, skill), after: has(id, skill) }] : [];
      });
      return { skill, changes: told };
    });
  });
}

/** By id, each locked until the transaction ends, in one order for everybody. */
async function lockAgents(context: Context, skills: readonly AssignSkill[]): Promise<Map<string, Agent>> {
  const ids = [...new Set(skills.flatMap(({ changes }) => changes.map(({ agent }) => agent)))];
  const rows = await context.db.$queryRaw<{ id: string; slug: string }[]>`
    SELECT id, slug FROM "Agent"
    WHERE id = ANY (${ids}::uuid[]) AND "workspaceId" = ${context.workspace.id}::uuid
    ORDER BY id FOR NO KEY UPDATE`;
  const agents = new Map<string, Agent>();
  for (const { id, slug } of rows) agents.set(id, await readAgent(context, slug));
  return agents;
}

type Agents = ReadonlyMap<string, Agent>;

/** By skill: why it cannot be what is asked for. */
async function findRefusals(context: Context, agents: Agents, skills: readonly AssignSkill[]) {
  const wanted = skills.flatMap(({ skill, changes }) =>
    changes.flatMap(({ to }) => (to ? [itemOf(skill, to)] : [])),
  );
  const known = await readAssignable(context, wanted);
  const counts = new Map([...agents].map(([id, { assignments }]) => [id, assignments.length]));
  const refusals = new Map<string, AppError>();
  for (const asked of skills) {
    const refusal = await findRefusal(context, { agents, known, counts, asked });
    if (refusal) refusals.set(asked.skill, refusal);
  }
  return refusals;
}

type Question = { agents: Agents; known: AssignableSkills; counts: Map<string, number>; asked: AssignSkill };

/** `counts` is how many skills each agent has by then: it is raised by a skill that is not refused. */
async function findRefusal(
  context: Context,
  { agents, known, counts, asked: { skill, changes } }: Question,
): Promise<AppError | null> {
  const next = new Map(counts);
  for (const { agent: id, to } of changes) {
    const agent = agents.get(id);
    if (!agent) return new AppError("NOT_FOUND", "One of these agents is not there, or no longer.");
    const has = agent.assignments.some((assignment) => assignment.skill === skill);
    const count = (next.get(id) ?? 0) + Number(to !== null) - Number(has);
    next.set(id, count);
    try {
      requireUndeclared(agent);
      if (to === null) continue;
      if (count > mostAssignments) return tooMany(agent);
      const items = [itemOf(skill, to)];
      requirePossibleLabels(agent, items);
      await toAssignmentRows(context, { before: agent, items, skills: known });
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
  for (const [id, count] of next) counts.set(id, count);
  return null;
}

const tooMany = ({ name }: Agent) => new AppError("UNPROCESSABLE", tooManyAssignments(name));

function itemOf(skill: string, { priority: _, ...rest }: Wanted): AssignmentItem {
  return { skill, ...rest };
}

function placingsByAgent(skills: readonly AssignSkill[]): Map<string, Placing[]> {
  const byAgent = new Map<string, Placing[]>();
  for (const { skill, changes } of skills)
    for (const { agent, to } of changes) {
      const placings = byAgent.get(agent) ?? [];
      byAgent.set(agent, placings);
      placings.push({ skill, to });
    }
  return byAgent;
}

/** The agent as it is then. Nothing is written where nothing changes. */
async function applyPlacings(context: Context, before: Agent, placings: readonly Placing[]): Promise<Agent> {
  const items = before.assignments.map(toItem);
  const wanted = placeAssignments(items, placings);
  if (JSON.stringify(wanted.map(toItemKey)) === JSON.stringify(items.map(toItemKey))) return before;
  await claimRevision(context, before, before.revision);
  await writeAssignments(context, before, wanted);
  const agent = await readAgent(context, before.slug);
  const summary = describeChange(snapshotOf(before), snapshotOf(agent));
  await recordRevision(context, { agent, action: "agent.assignments-set", summary });
  return agent;
}

/** What decides whether two are the same: a label counts only where it is followed. */
const toItemKey = ({ skill, enabled, follows, label, version }: AssignmentItem) => [
  skill,
  enabled,
  follows,
  follows === "label" ? label : null,
  follows === "version" ? version : null,
];

function assignmentsOf(agents: Agents) {
  const found = new Map<string, Map<string, Assignment>>();
  for (const [id, { assignments }] of agents)
    found.set(id, new Map(assignments.map((assignment) => [assignment.skill, assignment])));
  return (id: string, skill: string): Assignment | null => found.get(id)?.get(skill) ?? null;
}
