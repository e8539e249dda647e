import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSight } from "@/lib/access/skill-sight";
import { decodeCursor, encodeCursor } from "@/lib/db/cursor";
import { storableText } from "@/lib/kernel/storable-text";
import { findPeople } from "@/lib/people/find-people";
import { readAgent, readAgentRow, toSummaries, withCounts } from "./internal/agent-rows";
import { seenRevisions } from "./internal/seen-revisions";
import type { AgentRevision } from "./revision-schema";
import { type Agent, type AgentList, type ListAgents, listAgentsSchema } from "./schema";

/** The workspace's agents by name, a page at a time. */
export async function listAgents(context: Context, input: ListAgents = {}): Promise<AgentList> {
  requirePermission(context, "agents.read");
  const { query, cursor, limit } = listAgentsSchema.parse(input);
  const scope = {
    workspaceId: context.workspace.id,
    ...(query ? { name: { contains: query, mode: "insensitive" as const } } : {}),
  };
  const after = cursor === undefined ? {} : afterCursor(cursor);
  const [rows, total] = await Promise.all([
    context.db.agent.findMany({
      where: { AND: [scope, after] },
      include: withCounts,
      orderBy: [{ name: "asc" }, { slug: "asc" }],
      take: limit + 1,
    }),
    context.db.agent.count({ where: scope }),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = await toSummaries(context, page);
  if (rows.length <= limit || !last) return { items, total };
  return { items, total, nextCursor: encodeCursor([last.name, last.slug]) };
}

const cursorSchema = z.tuple([storableText, storableText]);

function afterCursor(cursor: string) {
  const [name, slug] = decodeCursor(cursor, cursorSchema);
  return { OR: [{ name: { gt: name } }, { name, slug: { gt: slug } }] };
}

/** One agent with its assignments, as far as they are open to the asker, and what each of them stands for now. */
export async function getAgent(context: Context, input: { agent: string }): Promise<Agent> {
  requirePermission(context, "agents.read");
  const [agent, isInSight] = await Promise.all([readAgent(context, input.agent), readSight(context)]);
  return { ...agent, assignments: agent.assignments.filter(isInSight) };
}

/** Every change of an agent, newest first. */
export async function listAgentRevisions(
  context: Context,
  input: { agent: string },
): Promise<AgentRevision[]> {
  requirePermission(context, "agents.read");
  const agent = await readAgentRow(context, input.agent);
  const revisions = await context.db.agentRevision.findMany({
    where: { agentId: agent.id, workspaceId: context.workspace.id },
    select: { number: true, summary: true, authorId: true, createdAt: true },
    orderBy: { number: "desc" },
    take: 200,
  });
  const personOf = await findPeople(
    context,
    revisions.map(({ authorId }) => authorId),
  );
  const seen = await seenRevisions(context);
  return revisions.map(({ number, summary, authorId, createdAt }) => ({
    number,
    summary: seen.summary(summary),
    author: personOf(authorId),
    createdAt: createdAt.toISOString(),
  }));
}
