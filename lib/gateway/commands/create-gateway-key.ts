import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { AppError } from "@/lib/kernel/app-error";
import { dayMs } from "@/lib/kernel/durations";
import { newSecret, sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { gatewayKeyPrefix, toGatewayKeys } from "../gateway-keys";
import { type CreatedGatewayKey, type CreateGatewayKey, createGatewayKeySchema } from "../schema";

const shownCharacters = 10;
const mostKeys = 20;

/**
 * A key that lets a host ask one of the workspace's models, or Rehearsal, on its maker's account. The address in the
 * answer is the only place where the key is ever shown: its sha256 is what is kept. UNPROCESSABLE for a model that is
 * not here or archived.
 */
export async function createGatewayKey(
  context: Context,
  input: CreateGatewayKey,
): Promise<CreatedGatewayKey> {
  requirePermission(context, "gateway.connect");
  const { name, model, shared, expiresInDays } = createGatewayKeySchema.parse(input);
  const workspaceId = context.workspace.id;
  const { userId } = context.actor;
  const key = `${gatewayKeyPrefix}${newSecret()}`;
  return inPermittedTransaction(context, "gateway.connect", async (context) => {
    if (model !== null) await requireModel(context, model);
    const now = context.now();
    await requireRoom(context);
    const row = await context.db.gatewayKey.create({
      data: {
        workspaceId,
        name,
        userId,
        connectionId: model,
        isShared: shared,
        prefix: key.slice(0, shownCharacters),
        hash: sha256(key),
        createdAt: now,
        expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
      },
    });
    await appendAudit(context, {
      action: "gateway-key.created",
      object: { type: "gateway-key", id: row.id, name },
      detail: { modelId: model, shared, expiresAt: row.expiresAt?.toISOString() ?? null },
    });
    const [shown] = await toGatewayKeys(context, [row]);
    if (!shown) throw new Error(`Gateway key ${row.id} was lost while it was made.`);
    return { ...shown, address: `${env().publicUrl}/gateway/${key}` };
  });
}

/** Several at once wait for each other. A key that opens nothing any more takes no room. */
async function requireRoom({ db, workspace, actor, now }: Context): Promise<void> {
  await db.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`${gatewayKeyPrefix}${workspace.id}${actor.userId}`}, 0)) IS NULL AS held`;
  const [row] = await db.$queryRaw<{ open: number }[]>`
    SELECT count(*)::int AS open FROM "GatewayKey" k
    JOIN "Member" m ON m."workspaceId" = k."workspaceId" AND m."userId" = k."userId"
    WHERE k."workspaceId" = ${workspace.id}::uuid AND k."userId" = ${actor.userId}::uuid AND k."revokedAt" IS NULL
      AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now()}) AND k."createdAt" >= m."createdAt"`;
  if ((row?.open ?? 0) >= mostKeys)
    throw new AppError("UNPROCESSABLE", `You have ${mostKeys} keys for hosts here. Revoke one first.`);
}

async function requireModel({ db, workspace }: Context, id: string): Promise<void> {
  const row = await db.modelConnection.findFirst({
    where: { id, workspaceId: workspace.id },
    select: { name: true, archivedAt: true },
  });
  if (!row) throw new AppError("UNPROCESSABLE", "There is no such model here. Choose another one.");
  if (row.archivedAt)
    throw new AppError("UNPROCESSABLE", `The model ${row.name} is archived. Choose another one.`);
}
