import "server-only";
import type { Context } from "@/lib/access/context";

type Declared = { file: string; hostKeyDeclared: boolean; needsToken: boolean };

/** Says which configuration file a source is kept in, and what else that says of it, or, with null, that people keep it here. */
export async function markSourceDeclared(
  context: Context,
  id: string,
  declared: Declared | null,
): Promise<void> {
  await context.db.source.update({
    where: { id, workspaceId: context.workspace.id },
    data: {
      declaredIn: declared?.file ?? null,
      hostKeyDeclared: declared?.hostKeyDeclared ?? false,
      needsToken: declared?.needsToken ?? false,
    },
  });
}
