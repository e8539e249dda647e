// What the person at the terminal reads. Runs on any Node from 20 on, before anything is installed: no dependencies.

/** Something the operator can put right. Its message says what is wrong and what to do, in one line. */
export class PlainError extends Error {
  name = "PlainError";
}

/** Prints one step of progress. */
export function say(message) {
  console.log(message);
}

/** Prints why a command gives up: one line for what the operator can mend, the whole stack for a bug. */
export function explain(error) {
  if (error instanceof PlainError) console.error(`Error: ${error.message}`);
  else console.error(error);
}

/** Seconds since `startMs` (from `performance.now()`), for a person: "1.4 s". */
export function secondsSince(startMs) {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
}
