import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import type { Tx } from "@/lib/db/client";
import { notifyPeople } from "@/lib/notifications/commands";

const sourcesSchema = z.array(z.object({ fileName: z.string() }));

/** Tells whoever started an import how it ended: they may have gone elsewhere meanwhile. */
export async function tellImportFinished(
  tx: Tx,
  { workspace, now }: Context,
  { id, outcome }: { id: string; outcome: "done" | "failed" | "interrupted" },
): Promise<void> {
  const row = await tx.import.findFirstOrThrow({ where: { id, workspaceId: workspace.id } });
  const items = await tx.importItem.groupBy({
    by: ["state"],
    where: { importId: id, workspaceId: workspace.id, state: { in: ["stored", "failed"] } },
    _count: true,
  });
  const count = (state: "stored" | "failed") => items.find((item) => item.state === state)?._count ?? 0;
  await notifyPeople(
    tx,
    { actor: null, workspace, now },
    {
      kind: "import-finished",
      data: {
        import: id,
        sources: sourcesSchema.parse(row.sources).map(({ fileName }) => fileName),
        outcome,
        stored: count("stored"),
        failed: count("failed"),
      },
      to: [row.createdById],
      dedupeKey: `import:${id}:${outcome}`,
    },
  );
}
