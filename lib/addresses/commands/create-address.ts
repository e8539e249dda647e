import "server-only";
import type { Context } from "@/lib/access/context";
import { holdsAt } from "@/lib/access/key-state";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { listAgentIds } from "@/lib/agents/list-agent-skills";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { dayMs } from "@/lib/kernel/durations";
import { listSkillMetadata } from "@/lib/library/read-packages";
import { mostAddresses } from "../address-options";
import { addressColumns, showAddressRow } from "../address-rows";
import { newAddressSecret } from "../address-secret";
import { type CreateAddress, createAddressSchema, type ShownAddress } from "../schema";

/**
 * A secret address at which clients fetch skills without an account. It belongs to the workspace and stays when its
 * maker goes. UNPROCESSABLE for an agent or a skill that is not here, and past the most that a workspace has.
 */
export async function createAddress(context: Context, input: CreateAddress): Promise<ShownAddress> {
  requirePermission(context, "addresses.manage");
  const { name, gives, expiresInDays } = createAddressSchema.parse(input);
  const { token, ...secret } = newAddressSecret();
  return inPermittedTransaction(context, "addresses.manage", async (context) => {
    const workspaceId = context.workspace.id;
    const now = context.now();
    await requireRoom(context);
    const row = await context.db.deliveryAddress.create({
      data: {
        ...secret,
        workspaceId,
        name,
        ...(await targetOf(context, gives)),
        createdById: context.actor.userId,
        createdAt: now,
        expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
      },
      select: addressColumns,
    });
    await appendAudit(context, {
      action: "delivery-address.created",
      object: { type: "delivery-address", id: row.id, name },
      detail: { gives, expiresAt: row.expiresAt?.toISOString() ?? null },
    });
    await notify(context, { topic: "agents", workspaceId });
    return showAddressRow(context, row, token);
  });
}

async function requireRoom({ db, workspace, now }: Context): Promise<void> {
  const open = await db.deliveryAddress.count({
    where: { ...holdsAt(now()), workspaceId: workspace.id },
  });
  if (open >= mostAddresses)
    throw new AppError("UNPROCESSABLE", `There are ${mostAddresses} addresses here. Revoke one first.`);
}

async function targetOf(context: Context, gives: ReturnType<typeof createAddressSchema.parse>["gives"]) {
  switch (gives.kind) {
    case "agent": {
      const agentId = (await listAgentIds(context, [gives.agent])).get(gives.agent);
      if (!agentId) throw new AppError("UNPROCESSABLE", "There is no such agent here. Choose another one.");
      return { agentId };
    }
    case "label":
      return { label: gives.label };
    case "selection":
      return { skills: { create: await chosenSkills(context, gives.skills) } };
  }
}

async function chosenSkills(context: Context, names: readonly string[]) {
  const found = await listSkillMetadata(context, { names });
  const known = new Set(found.map(({ name }) => name));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0)
    throw new AppError("UNPROCESSABLE", `There is no skill ${missing.slice(0, 5).join(", ")} here.`, {
      details: { missing },
    });
  return found.map(({ skillId }) => ({ skillId, workspaceId: context.workspace.id }));
}
