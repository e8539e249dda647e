import { runOnDatabase } from "../database/run-on-database";

/** `npm run bench -- runtime [--json]`: exits 1 when a figure misses its limit. Needs no set-up: a database of its own. */
export const run = (options: readonly string[]): Promise<number> =>
  runOnDatabase("/bench/runtime/measure-runtime.ts", options);
