import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSight } from "@/lib/access/skill-sight";
import type { Prisma } from "@/lib/db/generated/client";
import { parseAgentScripts } from "@/lib/runtime/script-rule-schema";
import { parseRule, type StoredRule } from "./choice-schema";
import { readAgent } from "./internal/agent-rows";
import { shownTools } from "./internal/agent-tools";
import type { Agent, Assignment } from "./schema";
import { toolStubsSchema } from "./tool-schema";

/** The agent at an address; null where there is none. */
export async function findAgent(context: WorkspaceContext, slug: string): Promise<Agent | null> {
  const row = await context.db.agent.findFirst({
    where: { slug, workspaceId: context.workspace.id },
    select: { id: true },
  });
  return row && readAgent(context, slug);
}

/** The agents that this configuration file keeps, by name. */
export function listDeclaredAgents(
  { db, workspace }: WorkspaceContext,
  file: string,
): Promise<{ id: string; name: string; slug: string }[]> {
  return db.agent.findMany({
    where: { workspaceId: workspace.id, declaredIn: file },
    select: { id: true, name: true, slug: true },
    orderBy: { name: "asc" },
  });
}

/** What a configuration file may say of an agent, and whether it has what no file holds. */
export type KeptAgent = Omit<StatedAgent, "assignments"> & {
  assignments: Pick<Assignment, "skill" | "enabled" | "follows" | "label" | "version">[];
  hasOtherTools: boolean;
};
type StatedAgent = Pick<
  Agent,
  | "name"
  | "description"
  | "instructions"
  | "suggestedMessages"
  | "model"
  | "routerModel"
  | "dialect"
  | "mode"
  | "allowRequestPrompt"
  | "scripts"
  | "declaredIn"
  | "assignments"
  | keyof StoredRule
>;

/** The workspace's agents by name, read on only as far as they are asked for. */
export async function* readKeptAgents(context: Context): AsyncGenerator<KeptAgent> {
  requirePermission(context, "agents.read");
  const isInSight = await readSight(context);
  let after: string | null = null;
  do {
    const rows: KeptRow[] = await readPage(context, after);
    for (const { assignments, ...row } of rows)
      yield toKept({ ...row, assignments: assignments.filter(isInSight) });
    after = rows.length < readAtOnce ? null : (rows.at(-1)?.id ?? null);
  } while (after !== null);
}

const readAtOnce = 50;

const withAssignments = {
  assignments: {
    include: { skill: { select: { name: true } }, version: { select: { number: true } } },
    orderBy: [{ priority: "asc" }, { skill: { name: "asc" } }],
  },
} as const satisfies Prisma.AgentInclude;

type KeptRow = Prisma.AgentGetPayload<{ include: typeof withAssignments }>;

const readPage = ({ db, workspace }: Context, after: string | null): Promise<KeptRow[]> =>
  db.agent.findMany({
    where: { workspaceId: workspace.id },
    include: withAssignments,
    orderBy: [{ name: "asc" }, { slug: "asc" }],
    take: readAtOnce,
    ...(after !== null && { cursor: { id: after }, skip: 1 }),
  });

const toKept = ({ assignments, tools, toolStubs, scripts, choiceRule, ...row }: KeptRow): KeptAgent => ({
  ...row,
  scripts: parseAgentScripts(scripts),
  ...parseRule(choiceRule),
  assignments: assignments.map(({ skill, version, enabled, follows, label }) => ({
    skill: skill.name,
    enabled,
    follows,
    label,
    version: version?.number ?? null,
  })),
  hasOtherTools: shownTools(tools).length > 0 || (toolStubsSchema.safeParse(toolStubs).data ?? []).length > 0,
});

/** How many agents the workspace has, and the configuration files that keep some of them. */
export async function countKeptAgents(context: Context): Promise<{ total: number; files: string[] }> {
  requirePermission(context, "agents.read");
  const groups = await context.db.agent.groupBy({
    by: ["declaredIn"],
    where: { workspaceId: context.workspace.id },
    _count: true,
  });
  return {
    total: groups.reduce((sum, { _count }) => sum + _count, 0),
    files: groups.flatMap(({ declaredIn }) => declaredIn ?? []),
  };
}
