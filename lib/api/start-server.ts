import "server-only";
import { writeSync } from "node:fs";
import { keepCounting } from "@/lib/activity/commands/keep-counting";
import { retainAllAudit } from "@/lib/audit/commands/retain-all-audit";
import { acceptInstanceSecret } from "@/lib/auth/commands/accept-instance-secret";
import { retainGuesses } from "@/lib/auth/commands/retain-guesses";
import { writeCountedRefusals } from "@/lib/auth/commands/write-counted-refusals";
import { database } from "@/lib/db/client";
import { haveAllLimitsOfRole, keepLimitsOfRole } from "@/lib/db/limits-of-role";
import { retainLiveSessions } from "@/lib/gateway/commands/retain-live-sessions";
import { watchDirectories } from "@/lib/imports/commands/watch-directories";
import { keepImproving } from "@/lib/improvements/commands/keep-improving";
import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import { embedDueSkills } from "@/lib/library/commands/embed-skills";
import { foldSkillNames } from "@/lib/library/commands/fold-skill-names";
import { stemDrafts } from "@/lib/library/commands/stem-drafts";
import { operatorLimits } from "@/lib/library/limits/operator-limits";
import { pushDueMirrors } from "@/lib/mirrors/commands/push-due-mirrors";
import { warnOfExpiringKeys } from "@/lib/notifications/commands/warn-of-expiring-keys";
import { ConfigurationError, env } from "@/lib/platform/env";
import { findFrontDoor } from "@/lib/platform/front-door";
import { log } from "@/lib/platform/log";
import { metrics, secondsSince } from "@/lib/platform/metrics";
import { keepPlain, plainOutput } from "@/lib/platform/plain-output";
import { listenForStop, stopping } from "@/lib/platform/stopping";
import { whenTimely } from "@/lib/platform/when-timely";
import { keepTrying } from "@/lib/proof/commands/keep-trying";
import { retainAnswers } from "@/lib/proof/commands/retain-answers";
import { retainTrials } from "@/lib/proof/commands/retain-trials";
import { keepRadar } from "@/lib/radar/commands/keep-radar";
import { retainServedSessions } from "@/lib/served/commands/retain-served-sessions";
import { interruptExpiredRuns } from "@/lib/sessions/commands/interrupt-expired-runs";
import { followShares } from "@/lib/shares/commands/follow-shares";
import { resumeBrokenSyncs } from "@/lib/sources/commands/resume-broken-syncs";
import { syncDueSources } from "@/lib/sources/commands/sync-due-sources";
import { syncHookedSources } from "@/lib/sources/commands/sync-hooked-sources";
import { startTelemetry } from "@/lib/telemetry/start-telemetry";
import { version } from "@/package.json";
import { isRefusedByPooler, POOLED_ADDRESS } from "@/scripts/database/pooled-address.mjs";
import { loadConfiguredDirectories } from "./load-configured-directories";

/** On a machine that is never free, what is due is done all the same. */
const longestLoadMs = 60_000;
const sweepMs = 5_000;
const mirrorsMs = 2_000;
const sharesMs = 2_000;
const hooksMs = 2_000;
const trialsMs = 3_000;
const vectorsMs = 15_000;

/**
 * What must be true before this process answers: a usable configuration, a database, the installation's own secret,
 * and, where the configuration is strict about it, every skill that it names.
 */
export async function startServer(): Promise<void> {
  listenForStop();
  keepPlain(process.stdout);
  keepPlain(process.stderr);
  const reason = await startTelemetry(version).then(findRefusal).catch(inWords);
  if (reason === null) {
    if (env().role === "web") log.info({ role: "web" }, "background work is left to servers of role worker");
    else void keepSweeping();
    return;
  }
  // Not as a log line: whoever starts it reads this in the terminal. A server that went on would answer 500 to everything.
  writeSync(process.stderr.fd, plainOutput(`${reason}\n`));
  process.exit(1);
}

/** Why this server must not answer anybody; null when it may. */
async function findRefusal(): Promise<string | null> {
  const { secret, databaseDirectUrl } = env();
  if (!findFrontDoor()) return "Nothing here knows who sends a request. Start the server with `npm start`.";
  if (databaseDirectUrl !== null) await limitPooled(databaseDirectUrl);
  if (!(await acceptInstanceSecret({ db: database() }, secret)))
    return "GREENROOM_SECRET is not the one this database was made with. Restore the first secret, then start again.";
  operatorLimits();
  await foldSkillNames({ db: database() });
  const reasons = await loadConfiguredDirectories();
  if (reasons.length === 0) return null;
  const list = reasons.map((reason) => `  - ${reason}`).join("\n");
  return `The configured skills keep the server from starting:\n${list}`;
}

/** What a pooler had before the role got its limits has none: a fault that is over when it makes its connections anew. */
async function limitPooled(directUrl: string): Promise<void> {
  await keepLimitsOfRole(directUrl);
  if (!(await haveAllLimitsOfRole({ db: database() })))
    log.warn(
      "the pooler has connections without time limits, from before; RECONNECT in its console ends them",
    );
}

/** What the configuration says of itself is for the operator; what is none of theirs keeps its stack. */
function inWords(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (isRefusedByPooler(error)) return `${POOLED_ADDRESS}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * What is due without anybody asking, and the one place where that begins: nothing else starts a job. Every server does it
 * that is not for the web alone: each job is safe to do twice, and at once. Not while it still
 * loads its modules: the first connections would be given up before anybody had read that they stand.
 */
async function keepSweeping(): Promise<void> {
  await whenTimely(longestLoadMs);
  if (stopping().aborted) return;
  // Runs that a server left behind, this one's before a crash or another's.
  keepDoing("the sweep of runs", sweepMs, () => interruptExpiredRuns({ db: database() }));
  const watching = watchDirectories({ db: database() });
  stopping().addEventListener("abort", watching.stop, { once: true });
  void watching.look();
  keepDoing("the push of mirrors", mirrorsMs, () => pushDueMirrors({ db: database() }, () => new Date()));
  keepDoing("what workspaces share", sharesMs, () => followShares({ db: database() }, () => new Date()));
  keepDoing("the sync of sources", sweepMs, () => syncDueSources({ db: database() }, () => new Date()));
  keepDoing("the sync by webhooks", hooksMs, () => syncHookedSources({ db: database() }, () => new Date()));
  keepDoing("the syncs that broke off", sweepMs, () =>
    resumeBrokenSyncs({ db: database() }, () => new Date()),
  );
  keepDoing("the trials of suites", trialsMs, keepTrying);
  keepDoing("the counts of what happened with skills", sweepMs, keepCounting);
  keepDoing("radar runs", trialsMs, keepRadar);
  keepDoing("searches for descriptions", trialsMs, keepImproving);
  keepDoing("the words of drafts", dayMs, () => stemDrafts({ db: database() }));
  keepDoing("the vectors of skills", vectorsMs, () => embedDueSkills({ db: database() }, () => new Date()));
  keepDoing("the retention of answers", dayMs, () => retainAnswers({ db: database() }, new Date()));
  keepDoing("the retention of trials", hourMs, () => retainTrials({ db: database() }, new Date()));
  keepDoing("the retention of guesses", hourMs, () => retainGuesses({ db: database() }, new Date()));
  keepDoing("recording refused sign-ins", minuteMs, () =>
    writeCountedRefusals({ db: database() }, new Date()),
  );
  keepDoing("the warning of keys", hourMs, () => warnOfExpiringKeys({ db: database() }, new Date()));
  keepDoing("the retention of live hosts", hourMs, () => retainLiveSessions({ db: database() }, new Date()));
  keepDoing("the retention of served sessions", hourMs, () =>
    retainServedSessions({ db: database() }, new Date()),
  );
  keepDoing("the retention of the audit trail", dayMs, () => retainAllAudit({ db: database() }));
}

async function countRound(what: string, job: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const end = (result: "done" | "failed") => {
    metrics().jobRuns.inc({ job: what, result });
    metrics().jobSeconds.observe({ job: what }, secondsSince(begun));
  };
  try {
    await job();
  } catch (error) {
    end("failed");
    throw error;
  }
  end("done");
}

/** At once, and then again and again. */
function keepDoing(what: string, everyMs: number, job: () => Promise<unknown>): void {
  const once = () =>
    countRound(what, job).catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
  void once();
  setInterval(once, everyMs).unref();
}
