import type { Db, Tx } from "@/lib/db/client";
import type { Context } from "./context";

/** Where a read looks: one workspace, through the database or an open transaction. */
export type Scope = { db: Db | Tx; workspaceId: string };

export const scopeOf = (context: Context, tx?: Tx): Scope => ({
  db: tx ?? context.db,
  workspaceId: context.workspace.id,
});
