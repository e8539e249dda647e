import "server-only";
import { HeldAdmissions } from "@/lib/access/held-admissions";
import type { DatabaseContext } from "@/lib/db/client";
import { findKeyHolder, type KeyHolder } from "./commands/accept-key";
import { isKey, keyHash } from "./keys";

declare global {
  var greenroomHeldKeys: HeldAdmissions<KeyHolder> | undefined;
}
function heldKeys(): HeldAdmissions<KeyHolder> {
  globalThis.greenroomHeldKeys ??= new HeldAdmissions();
  return globalThis.greenroomHeldKeys;
}

/** A key that only reads what one agent is delivered; a machine asks with it again and again. */
const isToDeliver = ({ actor }: KeyHolder): boolean => actor.key?.delivers !== undefined;

/** The same as `findKeyHolder`; of a key to deliver from memory while nothing has ended it. */
export async function openKey(context: DatabaseContext, key: string, now: Date): Promise<KeyHolder | null> {
  if (!isKey(key)) return null;
  const find = () => findKeyHolder(context, key, now);
  return heldKeys().open(keyHash(key), now, { find, mayHold: isToDeliver });
}
