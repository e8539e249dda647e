import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { holdKey } from "../internal/hold-key";
import { endedReference } from "../internal/kept-reference";

/** Of one key so many are known; a client has a handful, and older ids begin anew. */
const mostOfKey = 1_000;

export type Connection = { keyId: string; agentId: string; reference: string };

/** That a connection is over, in the transaction of whoever ends it: its id opens nothing from then on. */
export async function noteEndedConnection(
  context: WorkspaceContext & { now: () => Date },
  { keyId, agentId, reference }: Connection,
): Promise<void> {
  const { db, workspace, now } = context;
  await holdKey(context, keyId);
  const ended = { keyId, agentId, reference: endedReference(reference), workspaceId: workspace.id };
  await db.endedConnection.createMany({ data: [{ ...ended, endedAt: now() }], skipDuplicates: true });
  await db.$executeRaw`
    DELETE FROM "EndedConnection" WHERE "keyId" = ${keyId}::uuid AND ("agentId", reference) IN (
      SELECT "agentId", reference FROM "EndedConnection" WHERE "keyId" = ${keyId}::uuid
      ORDER BY "endedAt" DESC, reference OFFSET ${mostOfKey})`;
}
