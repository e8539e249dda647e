import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { inPermittedTransaction } from "@/lib/access/permitted-transaction";
import { appendAudit } from "@/lib/audit/commands";
import { inTransaction } from "@/lib/db/transaction";
import { AppError } from "@/lib/kernel/app-error";
import { sendToRemote } from "@/lib/mirrors/remote-repository";
import { stopping } from "@/lib/platform/stopping";
import { inSyncTurn } from "../in-sync-turn";
import { type PreparedPush, preparePush, sayProblem, type WantedPush } from "../internal/prepare-push";
import { type PushVersion, pushVersionSchema, type VersionPush } from "../push-schema";

/**
 * Pushes a published version to the repository of its source as a branch of its own, on top of the commit that was synced
 * last; answers how that is afterwards: what failed is its `failure`. Nothing is ever overwritten: CONFLICT where the
 * branch has something else, and where another commit would go out than the one that was seen.
 */
export async function pushVersion(
  context: Context,
  { commit, ...wanted }: WantedPush & PushVersion,
): Promise<VersionPush> {
  requirePermission(context, "directories.load");
  const seen = pushVersionSchema.parse({ commit }).commit;
  return inSyncTurn(context, async () => {
    const prepared = await preparePush(context, wanted, stopping());
    const { push } = prepared;
    if (push.state === "taken")
      throw new AppError(
        "CONFLICT",
        `The repository has a branch ${push.branch} with something else. Nothing was overwritten: merge or remove it there.`,
      );
    if (push.commit !== null && push.commit !== seen)
      throw new AppError("CONFLICT", "The source was synced meanwhile. Look again at what would be pushed.");
    return send(context, wanted, prepared);
  });
}

/** Its trail says that it went out before it does: whether it arrived may never be known. */
async function send(context: Context, wanted: WantedPush, prepared: PreparedPush): Promise<VersionPush> {
  const { row, push, remote, sending } = prepared;
  if (!sending) return push;
  const { commit: to, pack, place } = sending;
  const told = {
    object: { type: "source", id: row.id, name: row.name },
    detail: { skill: wanted.skill, version: wanted.number, branch: push.branch, commit: to },
  };
  await inPermittedTransaction(context, "directories.load", (context) =>
    appendAudit(context, { action: "source.sent", ...told }),
  );
  const command = { ref: `refs/heads/${push.branch}`, from: null, to };
  const sent = await sendToRemote(remote, { command, place, pack }, stopping());
  if (!sent.ok) {
    const { remoteSaid } = sent.error;
    return { ...push, state: "failed", failure: { message: sayProblem(sent.error, remote), remoteSaid } };
  }
  await inTransaction(context, (context) => appendAudit(context, { action: "source.pushed", ...told }));
  return { ...push, state: "there" };
}
