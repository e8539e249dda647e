import "server-only";
import { z } from "zod";
import type { WorkspaceContext } from "@/lib/access/context";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { parseAgentScripts } from "@/lib/runtime/script-rule-schema";
import { countTokens } from "@/lib/tokens/count-tokens";
import { builtInModel } from "../agent-options";
import { parseRule } from "../choice-schema";
import type { Agent, AgentSummary } from "../schema";
import { toolStubsSchema } from "../tool-schema";
import { shownTools } from "./agent-tools";
import { readAssignments } from "./assignment-rows";

export const withCounts = {
  _count: { select: { assignments: true, conversations: true } },
  assignments: { where: { enabled: true }, select: { skillId: true } },
  revisions: { orderBy: { number: "desc" }, take: 1, select: { authorId: true } },
} as const satisfies Prisma.AgentInclude;

export type AgentRow = Prisma.AgentGetPayload<{ include: typeof withCounts }>;

/** Reads one agent in scope, by its address. NOT_FOUND when it is not there or not theirs. */
export async function readAgentRow(context: WorkspaceContext, slug: string): Promise<AgentRow> {
  const row = await context.db.agent.findFirst({
    where: { slug, workspaceId: context.workspace.id },
    include: withCounts,
  });
  if (!row) throw new AppError("NOT_FOUND", `There is no agent “${slug}” here.`);
  return row;
}

/** One agent whole: what it is and what it has. */
export async function readAgent(context: WorkspaceContext, slug: string): Promise<Agent> {
  const row = await readAgentRow(context, slug);
  const [summary] = await toSummaries(context, [row]);
  if (!summary) throw new Error("one row gave no summary");
  return {
    ...summary,
    instructions: row.instructions,
    instructionTokens: countTokens(row.instructions),
    allowRequestPrompt: row.allowRequestPrompt,
    routerModel: row.routerModel,
    tools: shownTools(row.tools),
    toolStubs: toolStubsSchema.safeParse(row.toolStubs).data ?? [],
    scripts: parseAgentScripts(row.scripts),
    ...parseRule(row.choiceRule),
    assignments: await readAssignments(context, row.id),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Rows as lists show them; the names of those who changed them last are read in one go. */
export async function toSummaries(
  context: DatabaseContext,
  rows: readonly AgentRow[],
): Promise<AgentSummary[]> {
  const personOf = await findPeople(context, rows.map(lastAuthorOf));
  const [first] = rows;
  if (!first) return [];
  const models = rows.map(({ model }) => model);
  const modelNameOf = await readModelNames(context, first.workspaceId, models);
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    model: row.model,
    modelName: modelNameOf(row.model),
    mode: row.mode,
    dialect: row.dialect,
    revision: row.revision,
    enabledCount: row.assignments.length,
    assignmentCount: row._count.assignments,
    conversationCount: row._count.conversations,
    suggestedMessages: row.suggestedMessages,
    declaredIn: row.declaredIn,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: personOf(lastAuthorOf(row)),
  }));
}

/** Names of a workspace's models by id, as people chose them. */
export async function readModelNames(
  { db }: DatabaseContext,
  workspaceId: string,
  models: readonly string[],
): Promise<(id: string) => string> {
  const ids = [...new Set(models)].filter((id) => z.uuid().safeParse(id).success);
  const rows =
    ids.length === 0
      ? []
      : await db.modelConnection.findMany({
          where: { id: { in: ids }, workspaceId },
          select: { id: true, name: true },
        });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === builtInModel ? "Rehearsal" : (names.get(id) ?? "A model that is gone"));
}

const lastAuthorOf = (row: AgentRow): string => row.revisions[0]?.authorId ?? row.createdById;
