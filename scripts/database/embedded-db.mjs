// The embedded default database: a real Postgres from npm, started or re-used. Needs only `pg` and the platform's binaries.
import fs from "node:fs";
import path from "node:path";
import { withFileLock } from "../file-lock.mjs";
import { markOf } from "../process-marks.mjs";
import { plainly } from "./database-errors.mjs";
import { keepLogShort } from "./database-log.mjs";
import {
  APP_ROLE,
  findBinaries,
  OWNER_ROLE,
  openPlace,
  postgresAccount,
  readAppPassword,
  urlOf,
} from "./database-place.mjs";
import { findRunning, isPostgresOf } from "./find-postgres.mjs";
import { startHeartbeat } from "./heartbeat.mjs";
import { connect, holdDatabase } from "./hold-database.mjs";
import { ensureCluster, startPostgres, stopPostgres } from "./start-postgres.mjs";

/**
 * Starts the database below `dir`, or joins the server that already works there. `stop()` leaves it running while
 * another living process still uses it.
 *
 * @param {{ dir: string, database?: string, log?: (message: string) => void, settings?: string[], port?: number, name?: string, launcher?: boolean, signal?: AbortSignal }} options
 *   `settings` are Postgres settings ("fsync=off") and `port` the port for a server this call starts. `name` tells
 *   others who uses it, `launcher` refuses a second launcher, and `signal` gives a start up that takes long.
 * @returns {Promise<{ url: string, ownerUrl: string, port: number, pid: number, dir: string, reused: boolean, lost: Promise<void>, stop: () => Promise<void> }>}
 *   `url` connects as the app role, `ownerUrl` as the owner. `lost` resolves when the server ends before `stop`.
 */
export async function startEmbedded(options) {
  const {
    dir,
    database = "greenroom",
    log = () => {},
    settings = [],
    port,
    launcher = false,
    signal,
  } = options;
  const name = options.name ?? `process ${process.pid}`;
  const account = postgresAccount();
  const binaries = await findBinaries(log);
  const place = openPlace(path.resolve(dir), account, log);

  const { server, hold } = await withFileLock(place.lock, async () => {
    const found = await findRunning(place);
    if (!found) await ensureCluster(place, binaries, account, log);
    const server = found ?? (await startPostgres(place, binaries, account, { settings, port, log, signal }));
    try {
      await ensureRolesAndDatabase(place, server.port, database);
      return { server, hold: await holdDatabase(place, server.port, { name, launcher }) };
    } catch (error) {
      if (server.isNew) await stopPostgres(ownMark(place, server));
      throw plainly(error);
    }
  });

  const own = ownMark(place, server);
  const stopHeartbeat = startHeartbeat(place.heartbeat);
  const stopRotation = keepLogShort(place.logFile);
  const stop = async () => {
    stopRotation();
    stopHeartbeat();
    const leave = async () => {
      if (await hold.release()) await stopPostgres(own);
    };
    // Moved away while it ran: then nobody waits for a lock here, and none is to be made.
    await (fs.existsSync(place.dir) ? withFileLock(place.lock, leave) : leave());
  };
  return {
    url: urlOf(place, server.port, database, APP_ROLE),
    ownerUrl: urlOf(place, server.port, database, OWNER_ROLE),
    port: server.port,
    pid: server.pid,
    dir: place.dir,
    reused: !server.isNew,
    lost: hold.lost,
    stop,
  };
}

// A process of that id that is no Postgres of this folder is somebody else's: the server runs in another container.
const ownMark = (place, { pid }) =>
  isPostgresOf(place, { pid, dir: place.data }) ? markOf(pid, place.data) : null;

async function ensureRolesAndDatabase(place, port, database) {
  const client = await connect(urlOf(place, port, "postgres", OWNER_ROLE), { query_timeout: 60_000 });
  try {
    const role = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
    const password = client.escapeLiteral(readAppPassword(place));
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${password}`);
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
