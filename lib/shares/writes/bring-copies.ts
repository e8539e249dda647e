import "server-only";
import type { Context } from "@/lib/access/context";
import { appendAudit } from "@/lib/audit/commands";
import { tellEverybody } from "@/lib/library/writes/move-label";
import { type Copy, decideCopies, type Given } from "../decide-copies";
import { asServer } from "../internal/as-server";
import { readGiven, readStanding, type ShareRow } from "../internal/read-given";
import { takeVersion } from "./take-version";

type Received = { skillId: string; fromWorkspace: string };

/**
 * Brings a skill of this workspace in line with its share, which is locked by this transaction; null: it has ended.
 * Answers whether anything was changed. P2002 where a new name is taken here.
 */
export async function bringCopies(
  context: Context,
  received: Received,
  share: ShareRow | null,
): Promise<boolean> {
  const given = share && (await readGiven(context, share));
  const what: Given = {
    gives: given?.number ?? null,
    standing: share ? await readStanding(context, share) : new Set(),
  };
  const steps = decideCopies(what, await readCopies(context, received.skillId));
  await withdraw(context, received, steps.withdraw);
  await reinstate(context, received, steps.reinstate);
  if (share && given?.versionId && steps.take !== null) await takeVersion(context, received, share, given);
  const isChanged = steps.withdraw.length + steps.reinstate.length > 0 || steps.take !== null;
  if (isChanged) await tellEverybody(context);
  return isChanged;
}

async function readCopies({ db, workspace }: Context, skillId: string): Promise<Copy[]> {
  const rows = await db.version.findMany({
    where: { skillId, workspaceId: workspace.id },
    select: {
      id: true,
      number: true,
      received: { select: { number: true } },
      withdrawal: { select: { spread: true } },
    },
  });
  return rows.map(({ id, number, received, withdrawal }) => ({
    versionId: id,
    here: number,
    there: received.map((one) => one.number),
    withdrawn: withdrawal === null ? null : withdrawal.spread ? "spread" : "here",
  }));
}

async function withdraw(context: Context, received: Received, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const reason = `The workspace ${received.fromWorkspace}, where it is written, no longer shares it.`;
  await context.db.versionWithdrawal.createMany({
    data: ids.map((versionId) => ({
      versionId,
      workspaceId: context.workspace.id,
      skillId: received.skillId,
      reason,
      withdrawnById: context.actor.userId,
      withdrawnAt: context.now(),
      spread: true,
    })),
    skipDuplicates: true,
  });
  await tellTrail(context, received, { action: "version.withdrawn", ids, reason });
}

async function reinstate(context: Context, received: Received, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await context.db.versionWithdrawal.deleteMany({
    where: { versionId: { in: [...ids] }, workspaceId: context.workspace.id, spread: true },
  });
  const reason = `The workspace ${received.fromWorkspace}, where it is written, shares it again.`;
  await tellTrail(context, received, { action: "version.reinstated", ids, reason });
}

async function tellTrail(
  context: Context,
  { skillId }: Received,
  { action, ids, reason }: { action: string; ids: readonly string[]; reason: string },
): Promise<void> {
  const versions = await context.db.version.findMany({
    where: { id: { in: [...ids] }, workspaceId: context.workspace.id },
    orderBy: { number: "asc" },
    select: { number: true, digest: true, skill: { select: { name: true } } },
  });
  for (const { number, digest, skill } of versions)
    await appendAudit(asServer(context, context.workspace.id), {
      action,
      object: { type: "skill", id: skillId, name: skill.name },
      digestAfter: digest,
      detail: { version: number, reason },
    });
}
