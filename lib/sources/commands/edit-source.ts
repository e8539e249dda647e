import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isIdle, isLeased } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";
import { isSameList } from "@/lib/kernel/same-list";
import { remoteSecrets } from "@/lib/platform/remote-secrets";
import { requireReachableRepository } from "@/lib/platform/require-reachable";
import { requireOpenFields } from "../internal/require-open-fields";
import { type EditSource, editSourceSchema, type Source } from "../schema";
import { whyUnfit } from "../source-options";
import { beingSynced, kindOf, readSourceRow, toSource } from "../source-rows";
import { sourceToken } from "../source-secret";
import { requireFreeName, scheduleOf } from "./create-source";

/**
 * Changes a source; what is left out stays, and so do the skills that came from it. UNPROCESSABLE for another host
 * without its own token: nobody gets a token by naming another place for it; over ssh, another host gets a new key, and
 * its own is kept anew. FORBIDDEN for all but its secrets where a configuration file keeps it. CONFLICT while it is
 * synced, and when somebody else changed it meanwhile.
 */
export async function editSource(
  context: Context,
  { source, ...input }: { source: string } & EditSource,
): Promise<Source> {
  requirePermission(context, "directories.load");
  const { url: typed, token, key, hostKey, ...rest } = editSourceSchema.parse(input);
  const url = typed === undefined ? undefined : requireReachableRepository(typed);
  return inPermittedTransaction(context, "directories.load", async (context) => {
    const workspaceId = context.workspace.id;
    const row = await readSourceRow(context, source);
    requireOpenFields(row, input);
    if (isLeased(row, context.now())) throw beingSynced();
    const next = {
      name: rest.name ?? row.name,
      url: url ?? row.url,
      ref: rest.ref ?? row.ref,
      folder: rest.folder ?? row.folder,
      include: rest.include ?? row.include,
      exclude: rest.exclude ?? row.exclude,
      userName: rest.userName ?? row.userName,
    };
    const unfit = whyUnfit(kindOf(row), next);
    if (unfit !== null) throw new AppError("UNPROCESSABLE", unfit);
    const secrets = remoteSecrets(
      { id: row.id, seal: sourceToken.seal, before: row },
      { url: next.url, token, key, hostKey },
    );
    await requireFreeName(context, next.name, row.id);
    const isElsewhere = next.url !== row.url || next.ref !== row.ref || next.folder !== row.folder;
    const isOther = !isSameList(next.include, row.include) || !isSameList(next.exclude, row.exclude);
    const { count } = await context.db.source.updateMany({
      where: { id: row.id, workspaceId, updatedAt: row.updatedAt, ...isIdle(context.now()) },
      data: {
        ...next,
        ...secrets,
        ...(rest.asksReview === undefined ? {} : { asksReview: rest.asksReview }),
        ...(rest.everyMinutes === undefined ? {} : scheduleOf(context, rest.everyMinutes)),
        // What it has now is not known: the next sync looks at it, also at a commit that it has had.
        ...(isElsewhere ? { syncedRevision: null, etag: null } : {}),
        // What was taken is of that commit still, and may go back to it. Parts of an index lack what the patterns left out.
        ...(isOther ? { readsAnew: true, etag: null, parts: [] } : {}),
        // One that was given up on writes nothing back, should it wake again.
        leaseUntil: null,
        failure: null,
        failedAt: null,
        updatedAt: context.now(),
      },
    });
    if (count === 0)
      throw new AppError("CONFLICT", "Somebody else changed this source meanwhile. Look again.");
    await appendAudit(context, {
      action: "source.edited",
      object: { type: "source", id: row.id, name: next.name },
      detail: {
        url: next.url,
        ref: next.ref,
        folder: next.folder,
        include: next.include,
        exclude: next.exclude,
        changed: Object.keys(input).sort(),
        ...(secrets.publicKey && { publicKey: secrets.publicKey }),
        ...(secrets.hostKey !== undefined && { hostKey: secrets.hostKey, hostKeyBefore: row.hostKey }),
      },
    });
    await notify(context, { topic: "library", workspaceId, draftOnly: true });
    return toSource(context, await readSourceRow(context, row.id));
  });
}
