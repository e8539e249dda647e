import { spawn, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/processes.mjs";

/** Debian's `pgbouncer`. */
const program = ["/usr/sbin/pgbouncer", "pgbouncer"].find(
  (file) => spawnSync(file, ["--version"]).status === 0,
);
export const hasPooler = program !== undefined;

/** As which account a program runs that refuses root. */
const nobody = 65_534;

/**
 * The real PgBouncer before the Postgres of an address, by transaction, with this many connections to it for everybody.
 * `url` is the same database through it.
 */
export async function aPooler(direct: string, { connections = 2 } = {}) {
  const { hostname, port: to, username, password, pathname } = new URL(direct);
  const folder = await mkdtemp(join(tmpdir(), "greenroom-pooler-"));
  const port = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${to} user=${username} password=${decodeURIComponent(password)}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${connections}`,
    "max_client_conn = 400",
  ];
  await writeFile(settings, `${lines.join("\n")}\n`);
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program ?? "", [settings], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => {
    said = `${said}${text}`.slice(-2_000);
  });
  const ended = new Promise<void>((resolve) => child.once("exit", resolve).once("error", () => resolve()));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const refused = ended.then(() => Promise.reject(new Error("It has ended.")));
    await Promise.race([untilItTakesConnections(port), refused]);
  } catch (error) {
    await stop();
    throw new Error(`PgBouncer does not take connections: ${said}`, { cause: error });
  }
  return { url: `postgresql://${username}@127.0.0.1:${port}${pathname}`, stop };
}

async function untilItTakesConnections(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const taken = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("close", () => socket.destroy());
      socket.once("connect", () => socket.end());
    });
    if (taken) return;
    await setTimeout(50);
  }
  throw new Error(`Nobody took a connection to port ${port}.`);
}
