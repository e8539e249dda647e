import "server-only";
import type { Context } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { endedReference } from "./internal/kept-reference";
import { requireProgram } from "./internal/require-program";

type OfKey = { agent: string; reference: string };

/** Whether a connection of the key's own was ended, by its client or by somebody who removed its session. */
export async function isEndedConnection(
  context: Context,
  { agent: agentId, reference }: OfKey,
): Promise<boolean> {
  const { id: keyId } = await requireProgram(context, agentId);
  const ended = { keyId, agentId, reference: endedReference(reference), workspaceId: context.workspace.id };
  return (await context.db.endedConnection.findFirst({ where: ended, select: { endedAt: true } })) !== null;
}

/** NOT_FOUND for a connection that was ended, as the protocol of 2025 wants it. */
export async function refuseEnded(context: Context, connection: OfKey): Promise<void> {
  if (await isEndedConnection(context, connection)) throw connectionEnded();
}

export const connectionEnded = (): AppError =>
  new AppError("NOT_FOUND", "This session has ended. Begin another one with initialize.");
