import "server-only";
import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { remoteSecrets } from "@/lib/platform/remote-secrets";
import { requireReachableRepository } from "@/lib/platform/require-reachable";
import { type CreateSource, createSourceSchema, type Source } from "../schema";
import { mostSources, whyUnfit } from "../source-options";
import { sourceColumns, toSource } from "../source-rows";
import { sourceToken } from "../source-secret";

/**
 * A place elsewhere from which skills come. Nothing is read yet. UNPROCESSABLE for an address that is not reached,
 * CONFLICT for a name that another source has.
 */
export async function createSource(context: Context, input: CreateSource): Promise<Source> {
  requirePermission(context, "directories.load");
  const { token, key, hostKey, ...given } = createSourceSchema.parse(input);
  const unfit = whyUnfit(given.kind, given);
  if (unfit !== null) throw new AppError("UNPROCESSABLE", unfit);
  const url = requireReachableRepository(given.url);
  const id = randomUUID();
  const secrets = remoteSecrets({ id, seal: sourceToken.seal, before: null }, { url, token, key, hostKey });
  return inPermittedTransaction(context, "directories.load", async (context) => {
    const workspaceId = context.workspace.id;
    const count = await context.db.source.count({ where: { workspaceId } });
    if (count >= mostSources)
      throw new AppError("UNPROCESSABLE", `There are ${mostSources} sources here. Remove one first.`);
    await requireFreeName(context, given.name);
    const now = context.now();
    const row = await context.db.source.create({
      data: {
        id,
        workspaceId,
        ...given,
        url,
        ...secrets,
        ...scheduleOf(context, given.everyMinutes),
        createdById: context.actor.userId,
        createdAt: now,
        updatedAt: now,
      },
      ...sourceColumns,
    });
    const { kind, ref, folder, include, exclude } = given;
    await appendAudit(context, {
      action: "source.created",
      object: { type: "source", id, name: given.name },
      detail: {
        kind,
        url,
        ref,
        folder,
        include,
        exclude,
        everyMinutes: given.everyMinutes,
        hasToken: token !== null,
        ...(secrets.publicKey && { publicKey: secrets.publicKey, hostKey: secrets.hostKey ?? null }),
      },
    });
    await notify(context, { topic: "library", workspaceId, draftOnly: true });
    return toSource(context, row);
  });
}

/** Due at once, in the name of whoever sets it. */
export const scheduleOf = ({ actor, now }: Context, everyMinutes: number | null) =>
  everyMinutes === null
    ? { everyMinutes, nextAt: null, scheduledById: null }
    : { everyMinutes, nextAt: now(), scheduledById: actor.userId };

export async function requireFreeName({ db, workspace }: Context, name: string, but?: string): Promise<void> {
  const where = { workspaceId: workspace.id, name, ...(but !== undefined && { id: { not: but } }) };
  if ((await db.source.count({ where })) > 0)
    throw new AppError("CONFLICT", `Another source is called ${name}. Choose another name.`);
}
