import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { readGatewaySettings } from "../gateway-settings";
import { type GatewaySettings, gatewaySettingsSchema, type SavedGatewaySettings } from "../schema";
import { removeUnkept } from "../writes/remove-exchanges";

/** A first cut of months of bodies takes longer than a save. */
const timeoutMs = 120_000;

/** Says what is kept of what live hosts send, and removes at once what is not kept any more. */
export async function setGatewaySettings(
  context: Context,
  input: GatewaySettings,
): Promise<SavedGatewaySettings> {
  requirePermission(context, "gateway.manage");
  const settings = gatewaySettingsSchema.parse(input);
  const { id, name } = context.workspace;
  return inPermittedTransaction(
    context,
    "gateway.manage",
    async (context) => {
      await context.db.$queryRaw`SELECT 1 AS held FROM "Workspace" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      const before = await readGatewaySettings(context);
      if (before.keeps !== settings.keeps || before.days !== settings.days) {
        await context.db.workspace.update({
          where: { id },
          data: { gatewayKeeps: settings.keeps, gatewayDays: settings.days },
        });
        await appendAudit(context, {
          action: "gateway.settings-changed",
          object: { type: "workspace", id, name },
          detail: { from: before, to: settings },
        });
      }
      return { ...settings, removed: await removeUnkept(context, settings) };
    },
    { timeoutMs },
  );
}
