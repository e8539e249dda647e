import "server-only";
import type { DatabaseContext } from "@/lib/db/client";

/** Until the transaction ends, nobody else opens a session of this key or ends a connection of it. */
export async function holdKey({ db }: DatabaseContext, keyId: string): Promise<void> {
  await db.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`served ${keyId}`}, 0)) IS NULL AS held`;
}
