import "server-only";
import type { Context } from "@/lib/access/context";
import { isStillAdmitted } from "@/lib/access/queries";
import { subscribe } from "@/lib/db/bus";
import { AppError } from "@/lib/kernel/app-error";
import { Bell } from "@/lib/kernel/bell";
import { isGoingOn } from "../proof-options";
import { getSuiteRun } from "../queries";
import type { SuiteRun } from "../schema";
import type { OfRun } from "../trials/trial-queries";

/** Should a notice of the end not come through. */
const lookAgainMs = 5_000;

/**
 * A run once it has ended, on whichever server; as far as it is when `seconds` have passed or `signal` is aborted.
 * UNAUTHENTICATED for who signed out, left or had their key revoked meanwhile.
 */
export async function waitForSuiteRun(
  context: Context,
  { seconds, signal, ...named }: OfRun & { seconds: number; signal: AbortSignal },
): Promise<SuiteRun> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1_000)]);
  let run = await getSuiteRun(context, named);
  const bell = new Bell();
  const end = subscribe(
    "proof",
    ({ suiteRunId, ended }) => {
      if (ended && suiteRunId === run.id) bell.ring();
    },
    bell.ring,
  );
  until.addEventListener("abort", bell.ring, { once: true });
  try {
    // What ended between the look and the listening is seen by looking once more.
    run = await getSuiteRun(context, named);
    while (isGoingOn(run.state) && !until.aborted) {
      await bell.wait(lookAgainMs);
      if (!(await isStillAdmitted(context))) throw new AppError("UNAUTHENTICATED", "Sign in first.");
      run = await getSuiteRun(context, named);
    }
    return run;
  } finally {
    end();
    until.removeEventListener("abort", bell.ring);
  }
}
