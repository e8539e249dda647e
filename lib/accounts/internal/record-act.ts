import "server-only";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { type Administrator, byWhom } from "../administrator";

type Person = { id: string; name: string };

/** One row of the installation's own trail: it belongs to no workspace. */
export async function recordAct(
  context: Administrator,
  person: Person,
  action: string,
  detail: Prisma.InputJsonObject = {},
): Promise<void> {
  await appendAudit(
    { ...context, workspace: null },
    {
      action,
      object: { type: "person", id: person.id, name: person.name },
      detail: { ...detail, ...byWhom(context) },
    },
  );
}

/**
 * Tells every workspace of a person that its members moved: what they have open asks who it is for, and ends when it is
 * for nobody any more.
 */
export async function tellWorkspaces(context: DatabaseContext, userId: string): Promise<string[]> {
  const members = await context.db.member.findMany({ where: { userId }, select: { workspaceId: true } });
  for (const { workspaceId } of members) await notify(context, { topic: "members", workspaceId });
  return members.map(({ workspaceId }) => workspaceId);
}
