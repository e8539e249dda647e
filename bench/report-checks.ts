import { print } from "./print-text";

/** What was looked at, and what was seen. */
export type Check = { what: string; holds: boolean; seen: string };

/** Prints its line, as `npm test` counts them. */
export function reportCheck({ what, holds, seen }: Check): void {
  print(`${holds ? "ok  " : "MISS"} ${what.padEnd(64)} ${seen}`);
}

/** Prints one line for each; answers how many do not hold. */
export function reportChecks(checks: readonly Check[]): number {
  for (const check of checks) reportCheck(check);
  const missed = checks.filter(({ holds }) => !holds).length;
  print(`${checks.length - missed} of ${checks.length} hold.`);
  return missed;
}
