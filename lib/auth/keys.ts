import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { keyState } from "@/lib/access/key-state";
import { isAllowed, keyScopes, requirePermission } from "@/lib/access/permissions";
import type { Prisma } from "@/lib/db/generated/client";
import { departedPerson } from "@/lib/people/find-people";
import { sha256 } from "@/lib/platform/crypto";
import type { Key } from "./key-schema";

/** So that a key in a log or a repository is recognised for what it is. */
export const keyPrefix = "grk_";

const longestKey = 100;

/** Whether a text could be a key at all. */
export const isKey = (text: string): boolean => text.startsWith(keyPrefix) && text.length <= longestKey;

/** What a key is found by. */
export const keyHash = (key: string): string => sha256(key);

export const scopesSchema = z.array(z.enum(keyScopes));

/** One's own keys; everybody's for those who manage them. The newest first, revoked ones included. */
export async function listKeys(context: Context): Promise<Key[]> {
  requirePermission(context, "keys.own");
  const all = isAllowed(context, "keys.manage");
  const rows = await context.db.apiKey.findMany({
    where: { workspaceId: context.workspace.id, ...(all ? {} : { userId: context.actor.userId }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return toKeys(context, rows);
}

export async function toKeys(
  context: Context,
  rows: readonly Prisma.ApiKeyGetPayload<object>[],
): Promise<Key[]> {
  const [users, agents] = await Promise.all([
    context.db.user.findMany({
      where: { id: { in: rows.map((row) => row.userId) } },
      select: {
        id: true,
        name: true,
        isMachine: true,
        deactivatedAt: true,
        members: { where: { workspaceId: context.workspace.id }, select: { role: true } },
      },
    }),
    context.db.agent.findMany({
      where: { workspaceId: context.workspace.id, id: { in: rows.flatMap((row) => row.agentId ?? []) } },
      select: { id: true, slug: true, name: true },
    }),
  ]);
  return rows.map((row) => {
    const user = users.find(({ id }) => id === row.userId);
    return {
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      scopes: scopesSchema.parse(row.scopes),
      agent: agents.find(({ id }) => id === row.agentId) ?? null,
      person: { id: row.userId, name: user?.name ?? departedPerson },
      isMachine: user?.isMachine ?? false,
      role: user?.members[0]?.role ?? null,
      state: keyState(row, user ?? { deactivatedAt: null }, context.now()),
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt?.toISOString() ?? null,
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    };
  });
}
