import "server-only";
import type { Context } from "@/lib/access/context";
import { isAllowed, requirePermission } from "@/lib/access/permissions";
import type { GatewayKey as Row } from "@/lib/db/generated/client";
import { departedPerson } from "@/lib/people/find-people";
import { gatewayKeyState } from "./gateway-key-state";
import { understoodBy } from "./protocols-of";
import type { GatewayKey } from "./schema";

/** So that a key in a log or a repository is recognised for what it is. */
export const gatewayKeyPrefix = "grg_";

/** One's own keys for hosts; everybody's for those who manage them. The newest first, ended ones included. */
export async function listGatewayKeys(context: Context): Promise<GatewayKey[]> {
  requirePermission(context, "gateway.read");
  const all = isAllowed(context, "gateway.manage");
  const rows = await context.db.gatewayKey.findMany({
    where: { workspaceId: context.workspace.id, ...(all ? {} : { userId: context.actor.userId }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 500,
  });
  return toGatewayKeys(context, rows);
}

export async function toGatewayKeys(context: Context, rows: readonly Row[]): Promise<GatewayKey[]> {
  const workspaceId = context.workspace.id;
  const users = await context.db.user.findMany({
    where: { id: { in: rows.map(({ userId }) => userId) } },
    select: {
      id: true,
      name: true,
      deactivatedAt: true,
      members: { where: { workspaceId }, select: { role: true, createdAt: true } },
    },
  });
  const connections = await context.db.modelConnection.findMany({
    where: { workspaceId, id: { in: rows.flatMap(({ connectionId }) => connectionId ?? []) } },
    select: { id: true, name: true, provider: true, archivedAt: true },
  });
  return rows.map((row) => {
    const user = users.find(({ id }) => id === row.userId) ?? null;
    const connection = connections.find(({ id }) => id === row.connectionId) ?? null;
    const isLost = row.connectionId !== null && connection === null;
    return {
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      model: row.connectionId === null ? null : { id: row.connectionId, name: connection?.name ?? null },
      protocols: isLost ? [] : [...understoodBy(connection?.provider ?? null)],
      person: { id: row.userId, name: user?.name ?? departedPerson },
      isShared: row.isShared,
      state: gatewayKeyState({ key: row, user, member: user?.members[0] ?? null, connection }, context.now()),
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    };
  });
}
