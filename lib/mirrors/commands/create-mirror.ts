import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { listAgentIds } from "@/lib/agents/list-agent-skills";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { remoteSecrets } from "@/lib/platform/remote-secrets";
import { requireReachableRepository } from "@/lib/platform/require-reachable";
import { mostMirrors } from "../mirror-options";
import { mirrorColumns, toMirror } from "../mirror-rows";
import { mirrorToken } from "../mirror-secret";
import { type CreateMirror, createMirrorSchema, type Mirror } from "../schema";

type Source = ReturnType<typeof createMirrorSchema.parse>["of"];

/**
 * A repository elsewhere that gets what a git address serves. Nothing is pushed yet.
 * UNPROCESSABLE for what is not here and an address that is not reached, CONFLICT for a branch that is mirrored already.
 */
export async function createMirror(context: Context, input: CreateMirror): Promise<Mirror> {
  requirePermission(context, "addresses.manage");
  const { of, token, key, hostKey, ...given } = createMirrorSchema.parse(input);
  const url = requireReachableRepository(given.url);
  const id = randomUUID();
  const secrets = remoteSecrets({ id, seal: mirrorToken.seal, before: null }, { url, token, key, hostKey });
  return inPermittedTransaction(context, "addresses.manage", async (context) => {
    const workspaceId = context.workspace.id;
    await requireRoom(context);
    await requireFree(context, { url, branch: given.branch });
    const now = context.now();
    const row = await context.db.mirror.create({
      data: {
        id,
        workspaceId,
        ...given,
        url,
        ...secrets,
        ...(isSshAddress(url) && { userName: "" }),
        createdById: context.actor.userId,
        createdAt: now,
        updatedAt: now,
        ...(await idsOf(context, of)),
      },
      ...mirrorColumns,
    });
    await appendAudit(context, {
      action: "mirror.created",
      object: { type: "mirror", id, name: url },
      detail: {
        of,
        branch: given.branch,
        onPublish: given.onPublish,
        hasToken: token !== null,
        ...(secrets.publicKey && { publicKey: secrets.publicKey, hostKey: secrets.hostKey ?? null }),
      },
    });
    await notify(context, { topic: "agents", workspaceId });
    return toMirror(context, row);
  });
}

async function requireRoom({ db, workspace }: Context): Promise<void> {
  const count = await db.mirror.count({ where: { workspaceId: workspace.id } });
  if (count >= mostMirrors)
    throw new AppError("UNPROCESSABLE", `There are ${mostMirrors} mirrors here. Remove one first.`);
}

/** Two mirrors to one branch would undo each other. */
export async function requireFree(
  { db, workspace }: Context,
  { url, branch, but }: { url: string; branch: string; but?: string },
): Promise<void> {
  const where = { workspaceId: workspace.id, url, branch, ...(but !== undefined && { id: { not: but } }) };
  if ((await db.mirror.count({ where })) > 0)
    throw new AppError(
      "CONFLICT",
      `Another mirror pushes to the branch ${branch} there. Use another branch.`,
    );
}

async function idsOf(context: Context, of: Source): Promise<{ agentId: string } | { addressId: string }> {
  if (of.kind === "agent") {
    const agentId = (await listAgentIds(context, [of.agent])).get(of.agent);
    if (!agentId) throw new AppError("UNPROCESSABLE", "There is no such agent here. Choose another one.");
    return { agentId };
  }
  const where = { id: of.address, workspaceId: context.workspace.id };
  const address = await context.db.deliveryAddress.findFirst({ where, select: { id: true } });
  if (!address) throw new AppError("UNPROCESSABLE", "There is no such address here. Choose another one.");
  return { addressId: address.id };
}
