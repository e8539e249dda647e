import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { diffSnapshots } from "./diff-snapshots";
import { readAgentRow, readModelNames } from "./internal/agent-rows";
import { seenRevisions } from "./internal/seen-revisions";
import {
  type AgentRevisionDiff,
  type AgentSnapshot,
  agentSnapshotSchema,
  keepsRule,
  keepsScripts,
} from "./revision-schema";

type RevisionRow = {
  number: number;
  summary: string;
  authorId: string;
  createdAt: Date;
  snapshot: AgentSnapshot;
  /** False: it is from before agents had a rule, and the one in the snapshot is nobody's. */
  hasRule: boolean;
  /** Likewise of scripts. */
  hasScripts: boolean;
};

/**
 * What changed in an agent from one revision to another, in either direction, as far as its skills are open to the asker.
 * NOT_FOUND for one it does not have.
 */
export async function getRevisionDiff(
  context: Context,
  input: { agent: string; from: number; to: number },
): Promise<AgentRevisionDiff> {
  requirePermission(context, "agents.read");
  const agent = await readAgentRow(context, input.agent);
  const from = await readRevision(context, agent, input.from);
  const to = await readRevision(context, agent, input.to);
  const personOf = await findPeople(context, [from.authorId, to.authorId]);
  const models = [from, to].flatMap(({ snapshot }) => [snapshot.model, snapshot.routerModel ?? ""]);
  const modelName = await readModelNames(context, context.workspace.id, models);
  const seen = await seenRevisions(context);
  const head = ({ number, summary, authorId, createdAt }: RevisionRow) => ({
    number,
    summary: seen.summary(summary),
    author: personOf(authorId),
    createdAt: createdAt.toISOString(),
  });
  const [before, after] = [seen.snapshot(from.snapshot), seen.snapshot(to.snapshot)];
  return { from: head(from), to: head(to), ...diffSnapshots(before, after, modelName) };
}

/** One revision with what the agent was. */
export async function readRevision(
  context: WorkspaceContext,
  agent: { id: string; name: string },
  number: number,
): Promise<RevisionRow> {
  const row = await context.db.agentRevision.findFirst({
    where: { agentId: agent.id, workspaceId: context.workspace.id, number },
  });
  if (!row) throw new AppError("NOT_FOUND", `${agent.name} has no revision ${number}.`);
  const { summary, authorId, createdAt } = row;
  const snapshot = agentSnapshotSchema.parse(row.snapshot);
  const said = { hasRule: keepsRule(row.snapshot), hasScripts: keepsScripts(row.snapshot) };
  return { number, summary, authorId, createdAt, snapshot, ...said };
}
