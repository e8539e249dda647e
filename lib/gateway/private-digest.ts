import "server-only";
import { keyedSha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

let known: { secret: string; digest: (text: string) => string } | undefined;

/**
 * What is kept of texts of a host that are not kept: whether two are the same, and nothing for who has the database
 * alone and tries what they may say. 64 hex digits.
 */
export function privateDigest(text: string): string {
  const { secret } = env();
  if (known?.secret !== secret) known = { secret, digest: keyedSha256(secret, "live-texts") };
  return known.digest(text);
}
