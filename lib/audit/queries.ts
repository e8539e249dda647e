import "server-only";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { readRows } from "./internal/read-rows";
import { type AuditList, type AuditRetention, type ListAudit, listAuditSchema } from "./schema";

/** What was done in this workspace, the newest first. */
export async function listAudit(context: Context, input: ListAudit): Promise<AuditList> {
  requirePermission(context, "audit.read");
  const { cursor, limit, ...filter } = listAuditSchema.parse(input);
  const before = cursor === undefined ? null : BigInt(cursor);
  const rows = await readRows(context, filter, { before, limit: limit + 1 });
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** How long rows are kept here. */
export async function getAuditRetention(context: Context): Promise<AuditRetention> {
  requirePermission(context, "audit.read");
  const { auditDays } = await context.db.workspace.findUniqueOrThrow({
    where: { id: context.workspace.id },
    select: { auditDays: true },
  });
  return { days: auditDays };
}
