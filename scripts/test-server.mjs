// A whole Greenroom for tests: the production build on a free port, with a database and a data folder of its own.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "./database/embedded-db.mjs";
import { migrate } from "./database/migrate.mjs";
import { testClusterFolder } from "./database/test-cluster-folder.mjs";
import { inProject } from "./paths.mjs";
import { endChild, freePort } from "./processes.mjs";
import { spawnServer } from "./server/run-server.mjs";
import { createSetupLink } from "./server/setup-link.mjs";

/** Tests throw their database away, so it need not survive a power failure. */
const FAST_SETTINGS = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "max_connections=300",
  "max_wal_size=256MB",
];

const secret = "a-secret-that-only-the-tests-know-0123456789";

/**
 * The cluster that all tests share; each takes databases of its own in it.
 *
 * @param {{ onDisk?: boolean }} [options] `onDisk` for what measures a database as people have it
 */
export function startTestCluster({ onDisk = false } = {}) {
  return startEmbedded({
    dir: testClusterFolder({ onDisk }),
    database: "postgres",
    name: `tests, process ${process.pid}`,
    settings: FAST_SETTINGS,
  });
}

/**
 * Starts a server on a fresh database. It ends with the process that called.
 *
 * @param {{ env?: Record<string, string>, onDisk?: boolean }} [options] `env` are additions to the server's environment
 */
export async function startTestServer({ env = {}, onDisk = false } = {}) {
  const cluster = await startTestCluster({ onDisk });
  const database = `e2e_${process.pid}_${Date.now()}`;
  const urls = { app: withDatabase(cluster.url, database), owner: withDatabase(cluster.ownerUrl, database) };
  await onCluster(cluster, `CREATE DATABASE ${database}`);
  await migrate({ url: urls.owner, dir: inProject("prisma/migrations") });

  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "greenroom-test-"));
  const logFile = path.join(dir, "server.log");
  const address = { host: "127.0.0.1", port: await freePort() };
  const baseUrl = urlOf(address);
  const setupLink = await createSetupLink({ databaseUrl: urls.owner, publicUrl: baseUrl });

  const children = [];
  const spawn = async (at) => {
    const log = fs.openSync(logFile, "a");
    const server = spawnServer({ command: "start", dir, address: at, log, env: { ...serverEnv(), ...env } });
    children.push(server.child);
    fs.closeSync(log);
    await server.ready();
    return server.child;
  };
  let child;
  const start = async () => {
    child = await spawn(address);
  };
  const startBeside = async () => {
    const at = { host: address.host, port: await freePort() };
    const other = await spawn(at);
    return { baseUrl: urlOf(at), kill: () => killed(other) };
  };
  const serverEnv = () => ({
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: urls.app,
    DATABASE_SINGLE_ROLE: "0",
    GREENROOM_SECRET: secret,
    GREENROOM_URL: baseUrl,
    GREENROOM_DATA: dir,
    GREENROOM_DATABASE_FOLDER: cluster.dir,
    GREENROOM_ALLOWED_HOSTS: "127.0.0.1", // where the tests script a provider
  });
  const kill = () => killed(child);
  const stop = async () => {
    await Promise.all(children.map((one) => endChild(one)));
    await onCluster(cluster, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await cluster.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    process.stderr.write(fs.readFileSync(logFile));
    await stop();
    throw error;
  }
  const { app: databaseUrl, owner: ownerUrl } = urls;
  const kept = { setupLink, secret, databaseUrl, ownerUrl, dataFolder: dir, logFile };
  return { baseUrl, ...kept, kill, start, startBeside, stop };
}

const urlOf = ({ host, port }) => `http://${host}:${port}`;

async function killed(child) {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

function withDatabase(url, database) {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

async function onCluster(cluster, sql) {
  const owner = new pg.Client({ connectionString: cluster.ownerUrl, connectionTimeoutMillis: 10_000 });
  await owner.connect();
  try {
    await owner.query(sql);
  } finally {
    await owner.end();
  }
}
