// The embedded database under a server: started again, at the same address, when it dies.

import { sleep } from "../processes.mjs";
import { PlainError } from "../progress.mjs";
import { createRestartLimit } from "../server/restart-limit.mjs";
import { startEmbedded } from "./embedded-db.mjs";

/**
 * Starts the database, and again when it dies, until `stop`, which may be called at any time.
 *
 * @param {{ options: object, log: (message: string) => void, giveUp: (error: Error) => void, limit?: { next: () => number | null } }} options
 *   `options` are those of startEmbedded; `giveUp` is told once why the database is not started any more.
 * @returns {{ started: Promise<import("./embedded-db.mjs").EmbeddedDatabase>, stop: () => Promise<void> }}
 */
export function keepDatabase({ options, log, giveUp, limit = createRestartLimit() }) {
  const stopping = new AbortController();
  const start = (port) => startEmbedded({ ...options, log, port, signal: stopping.signal });
  const started = start(options.port);
  let latest = started;
  void keepAlive().catch(giveUp);

  async function keepAlive() {
    let db = await started.catch(() => null); // told to whoever waits for `started`
    while (db) {
      await db.lost;
      db = await startAgain(db.port);
    }
  }

  async function startAgain(port) {
    let reason = "it was ended from outside";
    while (!stopping.signal.aborted) {
      const pauseMs = limit.next();
      if (pauseMs === null) throw new PlainError(`the database died too often: ${reason}`);
      log("The database was ended from outside: starting it again");
      await sleep(pauseMs);
      if (stopping.signal.aborted) return null;
      try {
        latest = start(port);
        const db = await latest;
        log("The database runs again");
        return db;
      } catch (error) {
        reason = error.message;
        log(`The database could not be started again: ${reason}`);
      }
    }
    return null;
  }

  const stop = async () => {
    stopping.abort();
    const db = await latest.catch(() => null);
    await db?.stop();
  };
  return { started, stop };
}
