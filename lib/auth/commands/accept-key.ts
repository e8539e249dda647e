import "server-only";
import type { Actor } from "@/lib/access/context";
import { keyState } from "@/lib/access/key-state";
import type { DatabaseContext } from "@/lib/db/client";
import { sha256 } from "@/lib/platform/crypto";
import { keyPrefix, scopesSchema } from "../keys";
import { noteKeyUse } from "./note-use";

/**
 * Whom a key acts as, and notes that it was used; null for one that is wrong, revoked or expired, or whose person was
 * deactivated. Never an operator.
 */
export async function acceptKey(context: DatabaseContext, key: string, now: Date): Promise<Actor | null> {
  if (!key.startsWith(keyPrefix) || key.length > 100) return null;
  const row = await context.db.apiKey.findUnique({ where: { hash: sha256(key) } });
  const user = row && (await context.db.user.findUnique({ where: { id: row.userId } }));
  if (!row || !user || keyState(row, user, now) !== "active") return null;
  await noteKeyUse(context, row, now);
  const { id, name, workspaceId, agentId, fetchedDigest } = row;
  const scopes = scopesSchema.parse(row.scopes);
  const delivers = agentId !== null && scopes.includes("deliver") ? { agentId, fetchedDigest } : undefined;
  return {
    kind: "user",
    userId: user.id,
    name: user.name,
    email: user.email,
    isOperator: false,
    key: { id, name, workspaceId, scopes, ...(delivers ? { delivers } : {}) },
  };
}
