import { runOnDatabase } from "../database/run-on-database";

/** `npm run bench -- batches [--json]`: a hundred skills in one call. Exits 1 when a figure misses its limit. */
export const run = (options: readonly string[]): Promise<number> =>
  runOnDatabase("/bench/batches/measure-batches.ts", options);
