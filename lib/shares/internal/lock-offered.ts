import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { sql } from "@/lib/db/sql";
import { AppError } from "@/lib/kernel/app-error";
import { type LockedShare, lockShare } from "./lock-share";

/** A share with this workspace, accepted or not, held until the transaction ends. NOT_FOUND for any other. */
export async function lockOffered(context: WorkspaceContext, id: string): Promise<LockedShare> {
  const receiverId = context.workspace.id;
  const locked = await lockShare(context, sql`s.id = ${id}::uuid AND s."receiverId" = ${receiverId}::uuid`);
  if (!locked)
    throw new AppError("NOT_FOUND", "Nothing of this kind is shared with this workspace (any more).");
  return locked;
}
