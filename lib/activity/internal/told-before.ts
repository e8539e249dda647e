import "server-only";
import { LRUCache } from "lru-cache";
import type { ToldSkill } from "@/lib/hosts/read-host-logs";

declare global {
  var greenroomToldBefore: LRUCache<string, true> | undefined;
}

/** What was told last on this server: hosts try again for seconds, not for days. */
const most = 20_000;

const nameOf = (keyId: string, { session, sequence, skill }: ToldSkill): string =>
  JSON.stringify([keyId, session, sequence, skill]);

/** Whether this was counted here before. What a host does not number is always news. */
export const wasTold = (keyId: string, told: ToldSkill): boolean =>
  told.sequence !== null && globalThis.greenroomToldBefore?.has(nameOf(keyId, told)) === true;

export function noteTold(keyId: string, told: ToldSkill): void {
  globalThis.greenroomToldBefore ??= new LRUCache({ max: most });
  globalThis.greenroomToldBefore.set(nameOf(keyId, told), true);
}
