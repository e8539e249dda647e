import "server-only";
import type { Context, PersonContext } from "@/lib/access/context";
import { requireOperator } from "@/lib/access/hold-admission";
import { requirePermission } from "@/lib/access/permissions";
import { type AuditScope, readRows, readsInstanceTrail } from "./internal/read-rows";
import { type AuditList, type AuditRetention, type ListAudit, listAuditSchema } from "./schema";

/** What was done in this workspace, the newest first. */
export async function listAudit(context: Context, input: ListAudit): Promise<AuditList> {
  requirePermission(context, "audit.read");
  return listRows(context, input);
}

/** What belongs to no workspace: signing in, accounts, operators. The newest first. */
export async function listInstanceAudit({ actor, db }: PersonContext, input: ListAudit): Promise<AuditList> {
  requireOperator(actor, readsInstanceTrail);
  return listRows({ db, workspace: null }, input);
}

async function listRows(scope: AuditScope, input: ListAudit): Promise<AuditList> {
  const { cursor, limit, ...filter } = listAuditSchema.parse(input);
  const before = cursor === undefined ? null : BigInt(cursor);
  const rows = await readRows(scope, filter, { before, limit: limit + 1 });
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** How long the installation's own rows are kept. */
export async function getInstanceAuditRetention({ actor, db }: PersonContext): Promise<AuditRetention> {
  requireOperator(actor, readsInstanceTrail);
  const { auditDays } = await db.instance.findUniqueOrThrow({
    where: { id: "instance" },
    select: { auditDays: true },
  });
  return { days: auditDays };
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
