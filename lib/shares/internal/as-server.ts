import "server-only";
import type { AuditSource } from "@/lib/audit/commands";
import type { DatabaseContext } from "@/lib/db/client";

/**
 * The source of what a workspace's trail says of a decision in another one: in the name of the server, as the people
 * there are nobody's here.
 */
export const asServer = (
  { db, traceId }: DatabaseContext & { traceId: string },
  workspaceId: string,
): AuditSource => ({
  db,
  workspace: { id: workspaceId },
  actor: { userId: null, name: "Greenroom" },
  traceId,
  address: null,
});
