import { keyState } from "@/lib/access/key-state";
import { can, type Role } from "@/lib/access/permissions";
import type { GatewayKeyState } from "./gateway-options";

export type KeyFacts = {
  key: { createdAt: Date; revokedAt: Date | null; expiresAt: Date | null; connectionId: string | null };
  user: { deactivatedAt: Date | null } | null;
  /** Null when they are no member any more. */
  member: { role: Role; createdAt: Date } | null;
  /** Null when the model was deleted, or the key is one for Rehearsal. */
  connection: { archivedAt: Date | null } | null;
};

/**
 * What a key opens: nothing once its person has left, also when they come back; as little as they may connect a host
 * themselves at present.
 */
export function gatewayKeyState({ key, user, member, connection }: KeyFacts, now: Date): GatewayKeyState {
  if (!user) return "ended";
  const state = keyState(key, user, now);
  if (state !== "active") return state;
  if (!member || member.createdAt > key.createdAt) return "ended";
  if (!can(member.role, "gateway.connect")) return "stopped";
  if (key.connectionId !== null && (connection === null || connection.archivedAt !== null))
    return "lacks-model";
  return "active";
}
