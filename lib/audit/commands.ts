import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

/** Who did it, where, and in which request. `Context` fits; the claim of an instance passes its own. */
export type AuditSource = DatabaseContext & {
  actor: { userId: string | null; name: string; key?: { id: string; name: string } };
  workspace: { id: string } | null;
  traceId: string;
  address: string | null;
};

export type AuditEntry = {
  /** noun.verb in the past tense: "skill.published". */
  action: string;
  object: { type: string; id: string; name?: string };
  digestBefore?: string | null;
  digestAfter?: string | null;
  detail?: Prisma.InputJsonObject;
};

/** Appends one row to the audit trail, in the transaction of the change it records. */
export async function appendAudit(context: AuditSource, entry: AuditEntry): Promise<void> {
  const { key } = context.actor;
  await context.db.audit.create({
    data: {
      workspaceId: context.workspace?.id ?? null,
      actorId: context.actor.userId,
      actorName: key ? `${context.actor.name} (key “${key.name}”)` : context.actor.name,
      action: entry.action,
      objectType: entry.object.type,
      objectId: entry.object.id,
      objectName: entry.object.name ?? "",
      digestBefore: entry.digestBefore ?? null,
      digestAfter: entry.digestAfter ?? null,
      ...(entry.detail || key ? { detail: { ...entry.detail, ...(key ? { keyId: key.id } : {}) } } : {}),
      traceId: context.traceId,
      address: context.address,
    },
  });
}
