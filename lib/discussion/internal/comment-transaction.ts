import "server-only";
import type { Context } from "@/lib/access/context";
import { holdAdmission } from "@/lib/access/hold-admission";
import { inTransaction } from "@/lib/db/transaction";
import { requireComment } from "./find-thread";

/**
 * `inTransaction` for who may comment on it, as was allowed when the request began: what that rests on is held first and
 * looked at again when the role has changed since, and `work` is given the context as it is then.
 */
export function inCommentTransaction<T>(
  context: Context,
  about: { skillId: string | null },
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const roleBefore = context.workspace.role;
  return inTransaction(context, async (context) => {
    const held = await holdAdmission(context);
    if (held.workspace.role !== roleBefore) await requireComment(held, about);
    return work(held);
  });
}
