import "server-only";
import type { Context } from "@/lib/access/context";
import { noSuchRun, type RunRow, visibleTo } from "./read-conversation";

/** A run of a conversation that the asker sees; NOT_FOUND otherwise. */
export async function requireRun(
  context: Context,
  { conversation, run }: { conversation: string; run: string },
): Promise<RunRow> {
  const row = await context.db.run.findFirst({
    where: {
      id: run,
      conversationId: conversation,
      workspaceId: context.workspace.id,
      conversation: visibleTo(context),
    },
  });
  if (!row) throw noSuchRun();
  return row;
}
