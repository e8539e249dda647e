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

/** Removes what else these settings do not keep, and answers how many conversations that were. */
type RemoveMore = (context: Context, settings: GatewaySettings) => Promise<number>;

/**
 * Says what is kept of live conversations, and removes at once, in the same transaction, what is not kept any more:
 * those of hosts, and with `removeMore` others that the choice holds for.
 */
export async function setGatewaySettings(
  context: Context,
  input: GatewaySettings,
  removeMore: RemoveMore = async () => 0,
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
      const { sessions, bodies } = await removeUnkept(context, settings);
      return {
        ...settings,
        removed: { sessions: sessions + (await removeMore(context, settings)), bodies },
      };
    },
    { timeoutMs },
  );
}
