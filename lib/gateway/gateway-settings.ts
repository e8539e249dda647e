import "server-only";
import { z } from "zod";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { gatewayKeepings } from "./gateway-options";
import type { GatewaySettings } from "./schema";

const keeping = z.enum(gatewayKeepings);

/** What the workspace keeps of what live hosts send, and for how long. */
export async function getGatewaySettings(context: Context): Promise<GatewaySettings> {
  requirePermission(context, "gateway.read");
  return readGatewaySettings(context);
}

/** The same until the transaction ends: who has just chosen to keep less finds nothing of it a moment later. */
export async function holdGatewaySettings(context: WorkspaceContext): Promise<GatewaySettings> {
  const { id } = context.workspace;
  await context.db.$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${id}::uuid FOR SHARE`;
  return readGatewaySettings(context);
}

export async function readGatewaySettings({ db, workspace }: WorkspaceContext): Promise<GatewaySettings> {
  const { gatewayKeeps, gatewayDays } = await db.workspace.findUniqueOrThrow({
    where: { id: workspace.id },
    select: { gatewayKeeps: true, gatewayDays: true },
  });
  return { keeps: keeping.parse(gatewayKeeps), days: gatewayDays };
}
