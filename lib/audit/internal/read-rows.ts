import "server-only";
import { z } from "zod";
import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AuditFilter, AuditRow } from "../schema";

/** The rows of one workspace; of none: the installation's own. */
export type AuditScope = { db: Tx; workspace: { id: string } | null };
/** What only an operator does, in the words of a refusal. */
export const readsInstanceTrail = "reads its audit trail";
type Place = { before: bigint | null; limit: number };

const detailSchema = z.record(z.string(), z.unknown());
const uuid = z.uuid();

/** Rows of one trail that fit, the newest first, at most `limit`. */
export async function readRows(
  { db, workspace }: AuditScope,
  filter: AuditFilter,
  { before, limit }: Place,
): Promise<AuditRow[]> {
  const rows = await db.audit.findMany({
    where: {
      AND: [
        { workspaceId: workspace?.id ?? null },
        before === null ? {} : { id: { lt: before } },
        ...conditions(filter),
      ],
    },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(toRow);
}

function conditions(filter: AuditFilter): Prisma.AuditWhereInput[] {
  const { actor, action, objectType, object, digest, trace, from, to } = filter;
  return [
    actor === undefined
      ? {}
      : uuid.safeParse(actor).success
        ? { actorId: actor }
        : { actorName: partly(actor) },
    action === undefined ? {} : { action: { startsWith: literal(action) } },
    objectType === undefined ? {} : { objectType },
    object === undefined ? {} : { OR: [{ objectId: object }, { objectName: partly(object) }] },
    digest === undefined
      ? {}
      : { OR: [{ digestBefore: { startsWith: digest } }, { digestAfter: { startsWith: digest } }] },
    trace === undefined ? {} : { traceId: trace },
    from === undefined ? {} : { at: { gte: new Date(from) } },
    to === undefined ? {} : { at: { lt: new Date(to) } },
  ];
}

/** LIKE knows two wild cards; here they are characters like any other. */
const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");
const partly = (text: string) => ({ contains: literal(text), mode: "insensitive" as const });

const toRow = (row: Prisma.AuditGetPayload<object>): AuditRow => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: { id: row.actorId, name: row.actorName },
  action: row.action,
  object: { type: row.objectType, id: row.objectId, name: row.objectName },
  digestBefore: row.digestBefore,
  digestAfter: row.digestAfter,
  detail: detailSchema.nullable().catch(null).parse(row.detail),
  traceId: row.traceId,
  address: row.address,
});
