// A thread beside the server's own: it does long pure work, so that nobody waits behind it.
import os from "node:os";
import { parentPort } from "node:worker_threads";
import { runTypescript } from "./run-typescript.mjs";

process.removeAllListeners("warning"); // that Node takes types out of TypeScript is no news here
const { asideWork } = await runTypescript("lib/aside/internal/aside-work.ts");

// Whoever waits for an answer goes first. On Linux a thread has a priority of its own (setpriority(2), "C library/kernel
// differences"); elsewhere this would be the server's.
if (process.platform === "linux") os.setPriority(5);

parentPort.on("message", ({ what, input, answer }) => {
  try {
    answer.postMessage({ ok: true, value: asideWork[what](input) });
  } catch (error) {
    answer.postMessage({
      ok: false,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
