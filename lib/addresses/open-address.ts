import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { HeldAdmissions } from "@/lib/access/held-admissions";
import { lifeState } from "@/lib/access/key-state";
import type { DatabaseContext } from "@/lib/db/client";
import { type AddressTarget, targetOf } from "./address-target";

/** What a token opens: some skills of one workspace, to be read and nothing else. Nobody acts. */
export type OpenAddress = {
  context: WorkspaceContext;
  id: string;
  name: string;
  target: AddressTarget;
  /** What the set is called by: the agent's slug, the label, or the address's own name. */
  title: string;
  createdAt: Date;
  lastFetchedAt: Date | null;
  workspaceId: string;
  expiresAt: Date | null;
};

declare global {
  var greenroomHeldAddresses: HeldAdmissions<OpenAddress> | undefined;
}

type Row = {
  id: string;
  name: string;
  workspaceId: string;
  agentId: string | null;
  label: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastFetchedAt: Date | null;
  slug: string | null;
  skillIds: string[];
};

/**
 * What a token opens at this moment; null for a wrong, revoked or expired one, after the same work for each: its digest
 * is looked up, whatever it looks like, and tells nothing of how near a wrong one is. What was found is held for a
 * moment, until something ends or changes it.
 */
export async function openAddress(
  context: DatabaseContext,
  hash: string,
  now: Date,
): Promise<OpenAddress | null> {
  globalThis.greenroomHeldAddresses ??= new HeldAdmissions();
  return globalThis.greenroomHeldAddresses.open(hash, now, { find: () => findAddress(context, hash, now) });
}

async function findAddress({ db }: DatabaseContext, hash: string, now: Date): Promise<OpenAddress | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT a.id, a.name, a."workspaceId", a."agentId", a.label, a."createdAt", a."expiresAt", a."revokedAt",
      a."lastFetchedAt", g.slug,
      ARRAY(SELECT s."skillId" FROM "DeliveryAddressSkill" s WHERE s."addressId" = a.id ORDER BY s."skillId") AS "skillIds"
    FROM "DeliveryAddress" a
    LEFT JOIN "Agent" g ON g.id = a."agentId"
    WHERE a.hash = ${hash}`;
  if (!row || lifeState(row, now) !== "active") return null;
  const { id, name, createdAt, lastFetchedAt, workspaceId, expiresAt } = row;
  const title = row.slug ?? row.label ?? name;
  const context = { db, workspace: { id: workspaceId } };
  return {
    context,
    id,
    name,
    target: targetOf(row),
    title,
    createdAt,
    lastFetchedAt,
    workspaceId,
    expiresAt,
  };
}
