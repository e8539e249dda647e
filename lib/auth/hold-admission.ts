import "server-only";
import type { Tx } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import type { Context } from "./context";

/**
 * Keeps what let somebody in as it is until the transaction ends: revoking it waits for a write that has begun, and a
 * write that comes after finds it gone. Else a save could land after its session was said to be over. UNAUTHENTICATED.
 */
export async function holdAdmission(tx: Tx, { actor }: Pick<Context, "actor">): Promise<void> {
  if (actor.key) {
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 AS held FROM "ApiKey" WHERE id = ${actor.key.id}::uuid AND "revokedAt" IS NULL FOR SHARE`;
    if (held.length === 0) throw new AppError("UNAUTHENTICATED", "This key was revoked.");
    return;
  }
  if (actor.sessionId === undefined) return;
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS held FROM "Session" WHERE id = ${actor.sessionId}::uuid FOR KEY SHARE`;
  if (held.length === 0)
    throw new AppError("UNAUTHENTICATED", "You were signed out meanwhile. Sign in first.");
}
