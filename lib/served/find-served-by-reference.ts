import "server-only";
import type { Context } from "@/lib/access/context";
import { storedAs } from "./internal/kept-reference";
import { requireProgram } from "./internal/require-program";
import { type Pinned, pinnedSchema } from "./pinned";
import { type ServedState, servedStateOf } from "./served-options";

/** The newest session of the key's own that its program calls so, over or not; null where there was none. */
export async function findServedByReference(
  context: Context,
  { agent: agentId, reference }: { agent: string; reference: string },
): Promise<{ id: string; state: ServedState; pinned: Pinned } | null> {
  const { id: keyId } = await requireProgram(context, agentId);
  const row = await context.db.servedSession.findFirst({
    where: { keyId, agentId, reference: { in: storedAs(reference) }, workspaceId: context.workspace.id },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    select: { id: true, startedAt: true, lastAt: true, endedAt: true, pinned: true },
  });
  return (
    row && {
      id: row.id,
      state: servedStateOf(row, context.now()),
      pinned: pinnedSchema.parse(row.pinned),
    }
  );
}
