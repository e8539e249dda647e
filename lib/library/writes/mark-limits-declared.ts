import "server-only";
import type { Context } from "@/lib/access/context";

/** Says which configuration file the limits are kept in, or, with null, that people keep them here. */
export async function markLimitsDeclared(context: Context, limitsDeclaredIn: string | null): Promise<void> {
  await context.db.workspace.update({ where: { id: context.workspace.id }, data: { limitsDeclaredIn } });
}
