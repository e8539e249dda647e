import { runOnDatabase } from "../database/run-on-database";

/** `npm run bench -- directories [--json]`: reading folders of skills on disk, as a start does. Exits 1 when a figure misses its limit. */
export const run = (options: readonly string[]): Promise<number> =>
  runOnDatabase("/bench/directories/measure-directories.ts", options);
