import { runOnDatabase } from "../database/run-on-database";

/** `npm run bench -- diff [--json]`: comparing large versions through the API. Exits 1 when a figure misses its limit. */
export const run = (options: readonly string[]): Promise<number> =>
  runOnDatabase("/bench/diff/measure-diff.ts", options);
