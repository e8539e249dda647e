import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { notifyPeople } from "@/lib/notifications/commands";

const sourcesSchema = z.array(z.object({ fileName: z.string() }));

/** Tells whoever started an import how it ended: they may have gone elsewhere meanwhile. */
export async function tellImportFinished(
  context: Context,
  { id, outcome }: { id: string; outcome: "done" | "failed" | "interrupted" },
): Promise<void> {
  const { workspace } = context;
  const row = await context.db.import.findFirstOrThrow({ where: { id, workspaceId: workspace.id } });
  // A sync tells what came of it at its source.
  if (row.sourceId !== null) return;
  const items = await context.db.importItem.groupBy({
    by: ["state"],
    where: { importId: id, workspaceId: workspace.id, state: { in: ["stored", "failed"] } },
    _count: true,
  });
  const count = (state: "stored" | "failed") => items.find((item) => item.state === state)?._count ?? 0;
  await notifyPeople(
    { ...context, actor: null },
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
