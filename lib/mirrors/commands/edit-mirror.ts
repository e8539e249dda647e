import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { notify } from "@/lib/db/bus";
import { isIdle, isLeased } from "@/lib/db/lease";
import { AppError } from "@/lib/kernel/app-error";
import { isSshAddress } from "@/lib/kernel/ssh-address";
import { remoteSecrets } from "@/lib/platform/remote-secrets";
import { requireReachableRepository } from "@/lib/platform/require-reachable";
import { beingPushed, type MirrorRow, readMirrorRow, toMirror } from "../mirror-rows";
import { mirrorToken } from "../mirror-secret";
import { type EditMirror, editMirrorSchema, type Mirror } from "../schema";
import { requireFree } from "./create-mirror";

/**
 * Changes a mirror; what is left out stays. UNPROCESSABLE for another host without its own token: nobody gets a token by
 * naming another place for it; over ssh, another host gets a new key, and its own is accepted anew. CONFLICT while it is pushed, and when somebody else changed it meanwhile.
 */
export async function editMirror(
  context: Context,
  { mirror, ...input }: { mirror: string } & EditMirror,
): Promise<Mirror> {
  requirePermission(context, "addresses.manage");
  const { url: typed, token, key, hostKey, ...rest } = editMirrorSchema.parse(input);
  const url = typed === undefined ? undefined : requireReachableRepository(typed);
  return inPermittedTransaction(context, "addresses.manage", async (context) => {
    const workspaceId = context.workspace.id;
    const row = await readMirrorRow(context, mirror);
    if (isLeased(row, context.now())) throw beingPushed();
    const place = { url: url ?? row.url, branch: rest.branch ?? row.branch };
    const secrets = remoteSecrets(
      { id: row.id, seal: mirrorToken.seal, before: row },
      { url: place.url, token, key, hostKey },
    );
    await requireFree(context, { ...place, but: row.id });
    const isMoved = place.url !== row.url || place.branch !== row.branch;
    const { count } = await context.db.mirror.updateMany({
      where: { id: row.id, workspaceId, updatedAt: row.updatedAt, ...isIdle(context.now()) },
      data: {
        ...place,
        ...secrets,
        userName: isSshAddress(place.url) ? "" : (rest.userName ?? row.userName),
        onPublish: rest.onPublish ?? row.onPublish,
        ...(isMoved ? elsewhere(row) : {}),
        failure: null,
        remoteSaid: null,
        failedAt: null,
        nextAt: null,
        attempts: 0,
        triedNumber: null,
        triedHistory: null,
        updatedAt: context.now(),
      },
    });
    if (count === 0)
      throw new AppError("CONFLICT", "Somebody else changed this mirror meanwhile. Look again.");
    await appendAudit(context, {
      action: "mirror.edited",
      object: { type: "mirror", id: row.id, name: place.url },
      detail: {
        branch: place.branch,
        changed: Object.keys(input).sort(),
        ...(secrets.publicKey && { publicKey: secrets.publicKey }),
        ...(secrets.hostKey !== undefined && { hostKey: secrets.hostKey, hostKeyBefore: row.hostKey }),
      },
    });
    await notify(context, { topic: "agents", workspaceId });
    return toMirror(context, await readMirrorRow(context, row.id));
  });
}

/** What was pushed is not there; a copy of it may be, and is known by its commit. */
const elsewhere = ({ pushedCommit, pushedNumber, pushedHistory }: MirrorRow) => ({
  ...(pushedCommit !== null && {
    sentCommit: pushedCommit,
    sentNumber: pushedNumber,
    sentHistory: pushedHistory,
  }),
  pushedCommit: null,
  pushedNumber: null,
  pushedHistory: null,
  pushedAt: null,
});
