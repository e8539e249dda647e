import "server-only";
import type { Actor } from "@/lib/access/context";
import { keyState } from "@/lib/access/key-state";
import type { DatabaseContext } from "@/lib/db/client";
import { isKey, keyHash, scopesSchema } from "../keys";
import { noteKeyUse } from "./note-use";

/** Whom a key acts as, where, and until when. */
export type KeyHolder = { actor: Actor; workspaceId: string; expiresAt: Date | null };

/**
 * Whom a key acts as, and notes that it was used; null for one that is wrong, revoked or expired, or whose person was
 * deactivated. Never an operator.
 */
export const acceptKey = async (context: DatabaseContext, key: string, now: Date): Promise<Actor | null> =>
  (await findKeyHolder(context, key, now))?.actor ?? null;

/** The same with what ends it. */
export async function findKeyHolder(
  context: DatabaseContext,
  key: string,
  now: Date,
): Promise<KeyHolder | null> {
  if (!isKey(key)) return null;
  const row = await context.db.apiKey.findUnique({ where: { hash: keyHash(key) } });
  const user = row && (await context.db.user.findUnique({ where: { id: row.userId } }));
  if (!row || !user || keyState(row, user, now) !== "active") return null;
  await noteKeyUse(context, row, now);
  const { id, name, workspaceId, agentId, fetchedDigest, expiresAt } = row;
  const scopes = scopesSchema.parse(row.scopes);
  const delivers = agentId !== null && scopes.includes("deliver") ? { agentId, fetchedDigest } : undefined;
  const actor: Actor = {
    kind: "user",
    userId: user.id,
    name: user.name,
    email: user.email,
    isOperator: false,
    key: { id, name, workspaceId, scopes, ...(delivers ? { delivers } : {}) },
  };
  return { actor, workspaceId, expiresAt };
}
