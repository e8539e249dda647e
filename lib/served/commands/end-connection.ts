import "server-only";
import type { Context } from "@/lib/access/context";
import { inTransaction } from "@/lib/db/transaction";
import { openDelivery } from "@/lib/delivery/open-delivery";
import { requireProgram } from "../internal/require-program";
import { noteEndedConnection } from "../writes/note-ended-connection";

/**
 * Ends a connection of the key's own for good, also one in which nothing was asked; one that is over stays so. NOT_FOUND
 * for another agent than the key's. Its session, where there is one, is ended apart from it.
 */
export async function endConnection(
  context: Context,
  { agent, reference }: { agent: string; reference: string },
): Promise<void> {
  const { id: keyId } = await requireProgram(context, agent);
  const { id: agentId } = (await openDelivery(context, agent)).agent;
  await inTransaction(context, (context) => noteEndedConnection(context, { keyId, agentId, reference }));
}
