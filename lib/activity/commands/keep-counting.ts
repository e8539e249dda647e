import "server-only";
import { type DatabaseContext, database } from "@/lib/db/client";
import { stopping } from "@/lib/platform/stopping";
import { tallyLive } from "./tally-live";
import { tallyRuns } from "./tally-runs";
import { tallyServed } from "./tally-served";

/** Of each kind at one go: what was there before anything was counted is made up for bit by bit. */
const atOnce = 50;
/** Go after go, so that years of logs are counted in hours and nobody waits behind them. */
const mostGoes = 10;

declare global {
  var greenroomCounting: boolean | undefined;
}

/** Counts what is due, bounded; what is left is for the next time. Answers how many logs it looked at. */
export async function countActivityDue(context: DatabaseContext, now: () => Date): Promise<number> {
  let counted = 0;
  for (let go = 1; go <= mostGoes && !stopping().aborted; go += 1) {
    const tallies = await Promise.allSettled([
      tallyRuns(context, atOnce),
      tallyServed(context, atOnce),
      tallyLive(context, atOnce, now),
    ]);
    const found = tallies.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
    counted += found;
    const failed = tallies.find((one) => one.status === "rejected");
    // One kind keeps no other from being counted.
    if (failed) throw failed.reason;
    if (found < atOnce) break;
  }
  return counted;
}

/** The same as long as this server lives, one at a time here. Any number of servers may. */
export async function keepCounting(): Promise<void> {
  if (globalThis.greenroomCounting || stopping().aborted) return;
  globalThis.greenroomCounting = true;
  try {
    await countActivityDue({ db: database() }, () => new Date());
  } finally {
    globalThis.greenroomCounting = false;
  }
}
