import "server-only";
import { isInstanceSecret } from "@/lib/auth/instance-secret";
import { database } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** What must be true before this process answers: a usable configuration, a database, and the installation's own secret. */
export async function startServer(): Promise<void> {
  const { secret } = env();
  if (await isInstanceSecret(database(), secret)) return;
  log.fatal(
    "GREENROOM_SECRET is not the one this database was made with. Restore the first secret, then start again.",
  );
  process.exit(1);
}
