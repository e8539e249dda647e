// The life of a server process, from preparation to an orderly end; `npm start` and `npm run dev` differ only in what they build.
import { bootstrap } from "../bootstrap.mjs";
import { openDataDir } from "../data-dir.mjs";
import { plainly } from "../database/database-errors.mjs";
import { endChild, STOP_SIGNALS } from "../processes.mjs";
import { explain, say } from "../progress.mjs";
import { keepServer } from "./keep-server.mjs";
import { clearPort, spawnServer } from "./run-server.mjs";
import { loadDotEnv, prepareServer, readAddress } from "./server-environment.mjs";

/**
 * @param {{ scriptUrl: string, command: "start" | "dev", build: (options: { onChild: (child: unknown) => void }) => Promise<void> }} options
 */
export async function serve({ scriptUrl, command, build }) {
  try {
    loadDotEnv();
    const address = readAddress(process.argv.slice(2));
    const dir = openDataDir();
    // Before anything is installed or built: nobody should wait a minute to read that the port is taken.
    if (process.env.GREENROOM_BOOTED !== "1") await clearPort(dir, address);
    await bootstrap(scriptUrl);
    await run({ command, build, dir, address });
  } catch (error) {
    explain(error);
    process.exit(1);
  }
}

async function run({ command, build, dir, address }) {
  let current; // the step or server that runs now
  let stopDatabase = async () => {};
  let stopping = false;

  const shutDown = async (exitCode) => {
    if (stopping) return;
    stopping = true;
    if (current) say("Stopping");
    await endChild(current);
    await stopDatabase();
    if (current) say("Stopped");
    process.exit(exitCode);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => shutDown(0));
  process.on("disconnect", () => shutDown(0)); // the outer process was killed outright

  const giveUp = async (error) => {
    if (stopping) return;
    explain(error);
    await shutDown(1);
  };
  const onChild = (child) => {
    current = child;
  };
  try {
    const keep = (stop) => {
      stopDatabase = stop;
    };
    const name = `npm ${command === "start" ? "start" : "run dev"}, process ${process.pid}, port ${address.port}`;
    const server = await prepareServer({ address, name, log: say, keep, giveUp });
    await build({ onChild });
    if (stopping) return;
    const { createSetupLink } = await import("./setup-link.mjs");
    const setupLink = await createSetupLink({ databaseUrl: server.ownerUrl, publicUrl: server.publicUrl });
    if (stopping) return;
    say("Starting the server");
    const launch = () => {
      const launched = spawnServer({ command, dir, address, env: server.env });
      onChild(launched.child);
      return launched;
    };
    const first = launch();
    await first.ready();
    say("\nStop with Ctrl+C.");
    say(`Greenroom is ready: ${server.publicUrl}`);
    if (setupLink) say(`Set up: ${setupLink}`);
    await keepServer({ first: first.child, launch, isStopping: () => stopping, log: say });
  } catch (error) {
    await giveUp(plainly(error));
  }
}
