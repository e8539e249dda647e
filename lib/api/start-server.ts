import "server-only";
import { isInstanceSecret } from "@/lib/auth/instance-secret";
import { database } from "@/lib/db/client";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { interruptExpiredRuns } from "@/lib/sessions/commands/interrupt-expired-runs";

const sweepMs = 5_000;

/** What must be true before this process answers: a usable configuration, a database, and the installation's own secret. */
export async function startServer(): Promise<void> {
  const { secret } = env();
  if (await isInstanceSecret(database(), secret)) return keepSweeping();
  log.fatal(
    "GREENROOM_SECRET is not the one this database was made with. Restore the first secret, then start again.",
  );
  process.exit(1);
}

/** Ends runs that a server left behind, this one's before a crash or another's. */
function keepSweeping(): void {
  const sweep = () =>
    interruptExpiredRuns(database()).catch((error: unknown) =>
      log.warn({ err: error }, "the sweep of runs failed"),
    );
  void sweep();
  setInterval(sweep, sweepMs).unref();
}
