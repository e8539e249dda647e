import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { stopping } from "@/lib/platform/stopping";
import { inSyncTurn } from "./in-sync-turn";
import { preparePush, type WantedPush } from "./internal/prepare-push";
import type { VersionPush } from "./push-schema";

/** What a push of a version to the repository of its source would do at this moment; nothing is changed there. */
export async function getVersionPush(context: Context, wanted: WantedPush): Promise<VersionPush> {
  requirePermission(context, "directories.load");
  const { push } = await inSyncTurn(context, () => preparePush(context, wanted, stopping()));
  return push;
}
