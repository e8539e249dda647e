import "server-only";
import type { Context } from "@/lib/access/context";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import type { BranchRow } from "../internal/read-branches";
import { branchScope, toEvent } from "../internal/read-events";
import type { Branch } from "../schema";

export type Fork = {
  conversationId: string;
  /** The line that is left. */
  branchId: string;
  /** Its last event that the new line shares; 0 for none. */
  throughSeq: number;
  reason: NonNullable<Branch["reason"]>;
};

const mostBranches = 200;

/**
 * A new line that shares another's events up to one of them, with the receipts of what those events brought into
 * the prompt. They are made from the events, not copied: a receipt is moved when its text comes in once more.
 */
export async function forkBranch(context: Context, fork: Fork): Promise<BranchRow> {
  const workspaceId = context.workspace.id;
  const { conversationId, reason } = fork;
  if ((await context.db.branch.count({ where: { conversationId, workspaceId } })) >= mostBranches)
    throw new AppError(
      "UNPROCESSABLE",
      `A conversation has at most ${mostBranches} lines. Open another one.`,
    );
  const scope = await branchScope(context, fork.branchId);
  const shared = { AND: [{ workspaceId, seq: { lte: fork.throughSeq } }, scope] };
  const last = await context.db.event.findFirst({
    where: shared,
    orderBy: { seq: "desc" },
    select: { seq: true, branchId: true },
  });
  const branch = await context.db.branch.create({
    data: {
      workspaceId,
      conversationId,
      parentId: last?.branchId ?? fork.branchId,
      forkedAtSeq: last?.seq ?? 0,
      reason,
      createdById: context.actor.userId,
    },
  });
  const activations = await context.db.event.findMany({
    where: { AND: [shared, { type: { in: ["skill-activated", "skill-reactivated"] } }] },
    orderBy: { seq: "asc" },
  });
  const receipts = activations.map(toEvent).flatMap((event) => {
    if (event.type !== "skill-activated" && event.type !== "skill-reactivated") return [];
    const { skill, textSha256, arguments: args, tokens } = event.payload;
    const place = { workspaceId, conversationId, branchId: branch.id };
    return [
      {
        ...place,
        skillId: skill.skillId,
        textSha256,
        arguments: args,
        tokens,
        seq: event.seq,
        turn: event.turn,
      },
    ];
  });
  const newest = new Map(receipts.map((receipt) => [`${receipt.skillId} ${receipt.textSha256}`, receipt]));
  const skills = await context.db.skill.findMany({
    where: { workspaceId, id: { in: receipts.map(({ skillId }) => skillId) } },
    select: { id: true },
  });
  const known = new Set(skills.map(({ id }) => id));
  await context.db.receipt.createMany({
    data: [...newest.values()].filter(({ skillId }) => known.has(skillId)),
  });
  await notify(context, { topic: "conversation", conversationId, seq: 0 });
  return branch;
}
