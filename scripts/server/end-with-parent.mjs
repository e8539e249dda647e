// Preloaded into the server: when the process that started it is killed outright, the channel between them closes.
const LAST_CHANCE_MS = 10_000;

process.on("disconnect", () => {
  setTimeout(() => process.exit(1), LAST_CHANCE_MS).unref();
  process.kill(process.pid, "SIGTERM");
});
