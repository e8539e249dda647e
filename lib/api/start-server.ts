import "server-only";
import { retainAllAudit } from "@/lib/audit/commands/retain-all-audit";
import { forgetOldGuesses } from "@/lib/auth/commands/forget-old-guesses";
import { isInstanceSecret } from "@/lib/auth/instance-secret";
import { database } from "@/lib/db/client";
import { foldSkillNames } from "@/lib/library/commands/fold-skill-names";
import { warnOfExpiringKeys } from "@/lib/notifications/commands/warn-of-expiring-keys";
import { env } from "@/lib/platform/env";
import { findFrontDoor } from "@/lib/platform/front-door";
import { log } from "@/lib/platform/log";
import { listenForStop } from "@/lib/platform/stopping";
import { interruptExpiredRuns } from "@/lib/sessions/commands/interrupt-expired-runs";
import { connectModules } from "./connect-modules";
import { loadConfiguredDirectories } from "./load-configured-directories";

const sweepMs = 5_000;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * What must be true before this process answers: a usable configuration, a database, the installation's own secret,
 * and, where the configuration is strict about it, every skill that it names.
 */
export async function startServer(): Promise<void> {
  listenForStop();
  connectModules();
  const { secret } = env();
  if (!findFrontDoor()) {
    log.fatal("Nothing here knows who sends a request. Start the server with `npm start`.");
    process.exit(1);
  }
  if (!(await isInstanceSecret(database(), secret))) {
    log.fatal(
      "GREENROOM_SECRET is not the one this database was made with. Restore the first secret, then start again.",
    );
    process.exit(1);
  }
  await foldSkillNames(database());
  const reasons = await loadConfiguredDirectories();
  if (reasons.length === 0) return keepSweeping();
  // Not as log lines: whoever starts it reads this list in the terminal.
  const list = reasons.map((reason) => `  - ${reason}`).join("\n");
  process.stderr.write(`The configured skills keep the server from starting:\n${list}\n`);
  process.exit(1);
}

/** What is due without anybody asking. Every server does it: each job is safe to do twice, and at once. */
function keepSweeping(): void {
  // Runs that a server left behind, this one's before a crash or another's.
  keepDoing("the sweep of runs", sweepMs, () => interruptExpiredRuns(database()));
  keepDoing("forgetting old guesses", hourMs, () => forgetOldGuesses(database(), new Date()));
  keepDoing("the warning of keys", hourMs, () => warnOfExpiringKeys(database(), new Date()));
  keepDoing("the retention of the audit trail", dayMs, () => retainAllAudit(database()));
}

/** At once, and then again and again. */
function keepDoing(what: string, everyMs: number, job: () => Promise<unknown>): void {
  const once = () => job().catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
  void once();
  setInterval(once, everyMs).unref();
}
