import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { secretFingerprint } from "@/lib/platform/crypto";

/**
 * Remembers the secret's fingerprint at the first start; later starts with another secret are refused, because
 * everything encrypted with the first one would be unreadable. Returns whether this secret is the right one.
 */
export async function acceptInstanceSecret({ db }: DatabaseContext, secret: string): Promise<boolean> {
  const fingerprint = secretFingerprint(secret);
  await db.instance.updateMany({
    where: { id: "instance", secretFingerprint: null },
    data: { secretFingerprint: fingerprint },
  });
  const instance = await db.instance.findUniqueOrThrow({ where: { id: "instance" } });
  return instance.secretFingerprint === fingerprint;
}
