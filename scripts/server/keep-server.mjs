// The server under its launcher: started again when it dies. No dependencies.
import { endChild, sleep } from "../processes.mjs";
import { PlainError } from "../progress.mjs";
import { createRestartLimit } from "./restart-limit.mjs";

/**
 * Starts another server each time the one that runs ends, until the launcher stops. Rejects with the reason when that
 * happens too often.
 *
 * @param {{ first: ChildProcess, launch: () => { child: ChildProcess, ready: () => Promise<void> }, isStopping: () => boolean, log: (message: string) => void, limit?: { next: () => number | null } }} options
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 */
export async function keepServer({ first, launch, isStopping, log, limit = createRestartLimit() }) {
  let reason = await endOf(first);
  while (!isStopping()) {
    const pauseMs = limit.next();
    if (pauseMs === null)
      throw new PlainError(
        `the server stopped too often to be started again, the last time because ${reason}`,
      );
    log(`The server stopped (${reason}): starting it again`);
    await sleep(pauseMs);
    if (isStopping()) return;
    const { child, ready } = launch();
    try {
      await ready();
      if (!isStopping()) log("The server runs again");
    } catch (error) {
      await endChild(child);
      reason = error.message;
      continue;
    }
    reason = await endOf(child);
  }
}

/** Resolves to how a child ended, in words, when it has. */
function endOf(child) {
  const inWords = (code, signal) => (signal ? `ended by ${signal}` : `exit code ${code}`);
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(inWords(child.exitCode, child.signalCode));
  return new Promise((resolve) => child.once("exit", (code, signal) => resolve(inWords(code, signal))));
}
