// What a server needs before it can start: where to listen, a data folder, a secret, a migrated database.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { openDataDir } from "../data-dir.mjs";
import { inProject } from "../paths.mjs";
import { PlainError } from "../progress.mjs";
import { readTrustedProxies } from "./trusted-proxies.mjs";

const DEFAULT_PORT = 3000;
const DEFAULT_HOST = "127.0.0.1";

/** Takes settings from a file `.env` in the project; what the environment already says wins. */
export function loadDotEnv() {
  if (fs.existsSync(inProject(".env"))) process.loadEnvFile?.(inProject(".env"));
}

/** Where to listen: `--port` and `--host`, then PORT and HOST, then 127.0.0.1:3000. */
export function readAddress(argv) {
  const { values, positionals } = parseOptions(argv);
  const named = values.port ?? positionals[0] ?? process.env.PORT ?? DEFAULT_PORT;
  const port = Number(named);
  readTrustedProxies(process.env.GREENROOM_TRUSTED_PROXIES ?? ""); // says what is wrong with it before anything starts
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new PlainError(`"${named}" is not a port; choose a number from 1 to 65535`);
  }
  return { port, host: values.host ?? (process.env.HOST || DEFAULT_HOST) };
}

function parseOptions(argv) {
  // Of `npm start --port 3001`, without the `--`, npm keeps the option for itself and passes only the number on.
  const allowPositionals = process.env.npm_config_port !== undefined && argv.length === 1;
  const options = { port: { type: "string", short: "p" }, host: { type: "string" } };
  try {
    return parseArgs({ args: argv, options, allowPositionals });
  } catch (error) {
    throw new PlainError(`${error.message.split("\n")[0]}; the options are --port and --host`);
  }
}

/** The address people type: GREENROOM_URL, or the one listened on. */
export function publicUrlOf(address) {
  return (process.env.GREENROOM_URL ?? urlOf(address, "localhost")).replace(/\/+$/, "");
}

/** The address this machine reaches the server at. */
export const localUrlOf = (address) => urlOf(address, "127.0.0.1");

function urlOf({ host, port }, everywhere) {
  if (host === "0.0.0.0" || host === "::") return `http://${everywhere}:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The address that a variable names, or null; refuses what is none. */
export function readDatabaseUrl(name) {
  const url = process.env[name];
  if (!url || /^postgres(ql)?:\/\/./.test(url)) return url || null;
  throw new PlainError(
    `${name} is not the address of a Postgres (postgresql://user:password@host:5432/database)`,
  );
}

/**
 * The database that the environment names; null for the embedded one. With DATABASE_DIRECT_URL the server is behind a
 * pooler, and everything that is not the server goes past it.
 *
 * @returns {{ url: string, directUrl: string, ownerUrl: string } | null} of the server, past a pooler, of the schema's owner
 */
export function databaseFromEnvironment() {
  const url = readDatabaseUrl("DATABASE_URL");
  const direct = readDatabaseUrl("DATABASE_DIRECT_URL");
  const owner = readDatabaseUrl("DATABASE_OWNER_URL");
  if (!direct) return url && { url, directUrl: url, ownerUrl: owner ?? url };
  if (!url) throw new PlainError("DATABASE_DIRECT_URL is Postgres itself; name the pooler with DATABASE_URL");
  if (!owner || roleOf(owner) === roleOf(direct))
    throw new PlainError(
      "behind a pooler the role that serves begins with time limits, and must not be the one that owns the schema: name the owner with DATABASE_OWNER_URL, and a role greenroom_app with DATABASE_URL and DATABASE_DIRECT_URL",
    );
  return { url, directUrl: direct, ownerUrl: owner };
}

const roleOf = (url) => (URL.canParse(url) ? decodeURIComponent(new URL(url).username) : url);

/**
 * The database: the one that DATABASE_URL names, or the embedded one. Imported late, because it needs packages.
 *
 * @returns {Promise<{ url: string, ownerUrl: string, dir: string }>} `dir` is empty for an own one
 */
async function openDatabase(dir, { name, log, keep, giveUp }) {
  const named = databaseFromEnvironment();
  if (named) return { ...named, dir: "" };
  const { keepDatabase } = await import("../database/keep-database.mjs");
  const options = { dir: path.join(dir, "postgres"), name, launcher: true };
  const { started, stop } = keepDatabase({ options, log, giveUp });
  keep(stop);
  const db = await started;
  log(`Database ${db.reused ? "already running" : "started"}, data in ${db.dir}`);
  return db;
}

/**
 * Everything between an installed project and a server that can start: data folder, secret, database, migrations.
 *
 * @param {{ address: { host: string, port: number }, name: string, log: (message: string) => void, keep: (stop: () => Promise<void>) => void, giveUp: (error: Error) => void }} options
 *   `name` tells others who uses the data; `keep` receives the database's stop before it starts, so that a failure can
 *   clean up; `giveUp` is told when the database died for good.
 * @returns {Promise<{ ownerUrl: string, publicUrl: string, env: Record<string, string> }>} `env` is the server's
 */
export async function prepareServer({ address, log, ...options }) {
  const dir = openDataDir();
  const { makeSecret, readSecret } = await import("./instance-secret.mjs");
  const kept = readSecret(dir);
  const db = await openDatabase(dir, { ...options, log });
  const { migrate } = await import("../database/migrate.mjs");
  const applied = await migrate({ url: db.ownerUrl, dir: inProject("prisma/migrations"), log });
  if (applied.length === 0) log("Database schema is up to date");
  const secret = kept ?? (await makeSecret(dir, db.ownerUrl));
  const publicUrl = publicUrlOf(address);
  return {
    ownerUrl: db.ownerUrl,
    publicUrl,
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      DATABASE_URL: db.url,
      DATABASE_SINGLE_ROLE: (db.directUrl ?? db.url) === db.ownerUrl ? "1" : "0",
      DATABASE_OWNER_URL: "", // the server has no use for the owner's password
      GREENROOM_SECRET: secret,
      GREENROOM_URL: publicUrl,
      GREENROOM_DATA: dir,
      GREENROOM_DATABASE_FOLDER: db.dir, // the server looks how much room it has
      HOST: address.host,
      PORT: String(address.port),
    },
  };
}
