// Preloaded into the server: one that is asked to stop waits for its answers to end, and a live stream never does.
import { subscribe } from "node:diagnostics_channel";

/** For answers that are nearly done. */
const GRACE_MS = 1_000;
const servers = new Set();

subscribe("http.server.request.start", ({ server }) => servers.add(server));
process.on("SIGTERM", () => {
  setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, GRACE_MS).unref();
});
