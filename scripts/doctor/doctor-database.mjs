// What an installation needs of its database, and whether what lies in it is what it should be. Nothing is changed.
import pg from "pg";
import { checkBlobs, checkVersions } from "../backups/check-restored.mjs";
import { connectUnlimited } from "../database/connect-unlimited.mjs";
import { pendingMigrations } from "../database/migrate.mjs";
import { inProject } from "../paths.mjs";
import { runTypescript } from "../run-typescript.mjs";
import { readSecret } from "../server/instance-secret.mjs";
import { problem, skipped, warning, well } from "./doctor-machine.mjs";

/** What a sample of blobs comes to: some hundred, however many there are. */
const SAMPLED_BLOBS = 500;
const OLDEST_POSTGRES = 14;
const HEARD_MS = 3_000;
const CLOCK_MS = 5_000;
const LATE = "10 minutes";

/** With a limit for everything, as it looks at what may be broken. `--deep` reads all files and needs longer. */
export async function connectToLook(connectionString, { deep = false } = {}) {
  if (deep) return connectUnlimited(connectionString);
  const db = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  });
  db.on("error", () => {});
  await db.connect();
  return db;
}

export async function checkPostgres({ db }) {
  const { rows } = await db.query(`SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int / 10000 AS major, current_setting('max_connections')::int AS most,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
    pg_is_in_recovery() AS replica, current_setting('server_encoding') AS encoding`);
  const [{ version, major, most, used, replica, encoding }] = rows;
  if (major < OLDEST_POSTGRES)
    return problem(`Postgres ${version} is too old`, `use Postgres ${OLDEST_POSTGRES} or newer, better 17`);
  if (replica)
    return problem("this Postgres is a replica and takes no writes", "name the primary with DATABASE_URL");
  if (encoding !== "UTF8")
    return problem(
      `the database keeps text as ${encoding}`,
      "make it anew with ENCODING 'UTF8' and restore a backup into it",
    );
  if (used > most * 0.8)
    return warning(
      `${used} of ${most} connections are used`,
      "raise max_connections, or end what holds them",
    );
  return well(`Postgres ${version}, ${used} of ${most} connections used`);
}

/** What may be written once must not be changed by the role that serves. */
export async function checkRights({ db, url, ownerUrl }) {
  if (url === ownerUrl)
    return warning(
      "one role owns the tables and serves; only triggers keep versions and the audit trail from being changed",
      "make a role greenroom_app for DATABASE_URL, and name the owner with DATABASE_OWNER_URL",
    );
  const { rows } = await db.query(`
    SELECT c.relname AS name, has_table_privilege(c.oid, 'SELECT') AS reads,
      EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'greenroom_keep_rows') AS kept,
      has_table_privilege(c.oid, 'TRUNCATE') AS truncates
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'`);
  const without = rows.filter(({ reads }) => !reads).map(({ name }) => name);
  if (without.length > 0)
    return problem(
      `the role that serves may not read ${without.slice(0, 3).join(", ")}`,
      "grant it what the migrations grant to greenroom_app",
    );
  const loose = rows.filter(({ kept, truncates }) => kept && truncates).map(({ name }) => name);
  if (loose.length > 0)
    return problem(
      `the role that serves may empty ${loose.join(", ")}`,
      "take TRUNCATE, UPDATE and DELETE on it away",
    );
  return well(`it reads all ${rows.length} tables, and empties none that is for ever`);
}

/**
 * Told on the server's way to the database, heard on its way past a pooler; they are the same where none is named, and a
 * pooler by transaction would lose what it should pass on.
 */
export async function checkListening({ url, servedUrl }) {
  const listener = await connectToLook(url);
  const teller = await connectToLook(servedUrl);
  const channel = `greenroom_doctor_${process.pid}`;
  try {
    let hear;
    const heard = new Promise((resolve) => {
      hear = setTimeout(resolve, HEARD_MS, false);
      listener.once("notification", () => resolve(true));
    });
    await listener.query(`LISTEN ${channel}`);
    await teller.query("SELECT pg_notify($1, '')", [channel]);
    const isHeard = await heard;
    clearTimeout(hear);
    return isHeard
      ? well("what is told is heard")
      : problem(
          "what is told on one connection is not heard on another: a pooler by transaction or statement stands before the database",
          "let it pool by session, or name Postgres itself, past it, with DATABASE_DIRECT_URL",
        );
  } finally {
    await Promise.allSettled([listener.end(), teller.end()]);
  }
}

/** Behind a pooler by transaction: what it had before the role got its limits has none. */
export async function checkLimits({ url, servedUrl }) {
  if (servedUrl === url) return skipped("no pooler by transaction is named; each session says its own");
  const { areLimits, lookThrough } = await runTypescript("lib/db/limits-of-role.ts");
  const { atOnce, heldSeconds } = lookThrough;
  const found = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      const db = await connectToLook(servedUrl);
      const ask = db.query("SELECT name, setting FROM pg_sleep($1), pg_settings", [heldSeconds]);
      return areLimits((await ask.finally(() => db.end())).rows);
    }),
  );
  const failed = found.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  const without = found.filter(({ value }) => !value).length;
  return without === 0
    ? well("each statement through the pooler has those of the role that serves")
    : warning(
        `${without} of ${atOnce} statements at once, through the pooler, have not those of the role that serves`,
        "start the server, which writes them, then run RECONNECT in the pooler's console: its connections are from before",
      );
}

export async function checkMigrations({ ownerUrl }) {
  const pending = await pendingMigrations({ url: ownerUrl, dir: inProject("prisma/migrations") });
  return pending.length === 0
    ? well("up to date")
    : warning(
        `${pending.length} migrations are missing, the first is ${pending[0]}`,
        "back up, then run: npm start, which applies them",
      );
}

/** The fingerprint is of the very secret that sealed everything; that it opens one of them is tried as well. */
export async function checkSecret({ db, dir }) {
  const { secretFingerprint } = await runTypescript("lib/platform/crypto.ts");
  const secret = readSecret(dir);
  const { rows } = await db.query(`SELECT "secretFingerprint" AS fingerprint FROM "Instance"`);
  const wanted = rows[0]?.fingerprint ?? null;
  if (secret === null)
    return wanted === null
      ? well("none yet; the first start makes one")
      : problem(
          `there is none in ${dir}, and this database was made with one`,
          "put the file `secret` back, or set GREENROOM_SECRET, from where you keep it",
        );
  if (wanted !== null && secretFingerprint(secret) !== wanted)
    return problem(
      "it is another installation's: what this one sealed does not open with it",
      "put back its own",
    );
  return well("the one that everything here was sealed with");
}

export async function checkBytes({ db, deep }) {
  const { rows } = await db.query(
    `SELECT greatest(reltuples, 0)::float8 AS count FROM pg_class WHERE oid = '"Blob"'::regclass`,
  );
  const sample = deep || rows[0].count < SAMPLED_BLOBS ? 100 : (100 * SAMPLED_BLOBS) / rows[0].count;
  const { count, damage } = await checkBlobs(db, { sample });
  if (damage.length > 0)
    return problem(
      `${damage.length} files are damaged: ${damage.slice(0, 3).join("; ")}`,
      "restore a backup; the disk may be failing",
    );
  return well(
    sample === 100
      ? `all ${count} files are what their sha256 says`
      : `a sample of ${count} files is what their sha256 says; --deep looks at all`,
  );
}

export async function checkDigests({ db, deep }) {
  if (!deep) return skipped("--deep works out the digest of every version");
  const { packageDigest } = await runTypescript("lib/skills/digest.ts");
  const { count, damage } = await checkVersions(db, packageDigest);
  return damage.length === 0
    ? well(`all ${count} versions are what their digest says`)
    : problem(
        `${damage.length} versions are damaged: ${damage.slice(0, 3).join("; ")}`,
        "restore a backup from before",
      );
}

const LEASED = {
  Run: "runs of conversations",
  Trial: "trials of suites",
  Judgement: "judgements",
  Improvement: "searches for a description",
  RadarRun: "radar runs",
};

/** Work that somebody holds whose time is over, and what should have begun: a living server takes both up by itself. */
export async function checkWork({ db }) {
  const late = [];
  const count = async (sql) => (await db.query(`SELECT count(*)::int AS count FROM ${sql}`)).rows[0].count;
  for (const [table, noun] of Object.entries(LEASED)) {
    const found = await count(
      `"${table}" WHERE state::text = 'running' AND "leaseUntil" < now() - interval '${LATE}'`,
    );
    if (found > 0) late.push(`${found} ${noun}`);
  }
  for (const [table, noun] of [
    ["Source", "sources to sync"],
    ["Mirror", "mirrors to push"],
  ]) {
    const found = await count(`"${table}" WHERE "nextAt" < now() - interval '1 hour'`);
    if (found > 0) late.push(`${found} ${noun}`);
  }
  return late.length === 0
    ? well("nothing is late")
    : warning(
        `late or left by a server that died: ${late.join(", ")}`,
        "a running server goes on with them; start it, or see its log",
      );
}

export async function checkClock({ db }) {
  const before = Date.now();
  const { rows } = await db.query("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now");
  const apart = Math.round(Number(rows[0].now) - (before + Date.now()) / 2);
  if (Math.abs(apart) <= CLOCK_MS) return well(`${Math.abs(apart)} ms from the database's`);
  return problem(
    `this machine's is ${Math.round(Math.abs(apart) / 1000)} s ${apart > 0 ? "behind" : "before"} the database's`,
    "set both by the network's time (NTP): leases and links would end too early or too late",
  );
}
