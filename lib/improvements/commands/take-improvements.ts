import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { leaseFromSql } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";

/** How long a server is believed alive after its last sign. */
export const leaseMs = 15_000;

type Taking = { owner: string; but: readonly string[] };

/** Takes a search that goes on and that no server holds, the one that was begun first; null where there is none. */
export async function takeImprovement(
  { db }: DatabaseContext,
  { owner, but }: Taking,
): Promise<string | null> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    UPDATE "Improvement" SET "leaseOwner" = ${owner},
      "leaseUntil" = ${leaseFromSql(leaseMs)}
    WHERE id = (
      SELECT id FROM "Improvement"
      WHERE state = 'running' AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
        AND NOT id = ANY(${[...but]}::uuid[])
      ORDER BY "createdAt", id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return rows[0]?.id ?? null;
}

type Held = { id: string; owner: string };

/** Says that this server still works on it. False when it is its own no more, or over. */
export async function renewImprovement({ db }: DatabaseContext, { id, owner }: Held): Promise<boolean> {
  const renewed = await db.$executeRaw`
    UPDATE "Improvement" SET "leaseUntil" = ${leaseFromSql(leaseMs)}
    WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
  return renewed > 0;
}

/** Gives it back while it waits, so that any server goes on with it. */
export async function releaseImprovement({ db }: DatabaseContext, { id, owner }: Held): Promise<void> {
  await db.$executeRaw`
    UPDATE "Improvement" SET "leaseOwner" = NULL, "leaseUntil" = NULL
    WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
}

/** How long one that broke for a reason that nobody knows rests before it is tried again. */
const restMs = 5 * 60_000;

/** Keeps it from everybody for a while. A person can still end it. */
export async function restImprovement({ db }: DatabaseContext, { id, owner }: Held): Promise<void> {
  await db.$executeRaw`
    UPDATE "Improvement" SET "leaseUntil" = ${leaseFromSql(restMs)}
    WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running'`;
}

/** Inside a transaction that writes: nobody else goes on with it until the end. CONFLICT when it is another's, or over. */
export async function holdImprovement({ db }: DatabaseContext, { id, owner }: Held): Promise<void> {
  const held = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Improvement" WHERE id = ${id}::uuid AND "leaseOwner" = ${owner} AND state = 'running' FOR UPDATE`;
  if (held.length === 0)
    throw new AppError("CONFLICT", "Another server goes on with this search, or it has ended.");
}
