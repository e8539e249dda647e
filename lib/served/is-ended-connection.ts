import "server-only";
import type { Context } from "@/lib/access/context";
import { endedReference } from "./internal/kept-reference";
import { requireProgram } from "./internal/require-program";

/** Whether a connection of the key's own was ended, by its client or by somebody who removed its session. */
export async function isEndedConnection(
  context: Context,
  { agent: agentId, reference }: { agent: string; reference: string },
): Promise<boolean> {
  const { id: keyId } = await requireProgram(context, agentId);
  const ended = { keyId, agentId, reference: endedReference(reference), workspaceId: context.workspace.id };
  return (await context.db.endedConnection.findFirst({ where: ended, select: { endedAt: true } })) !== null;
}
