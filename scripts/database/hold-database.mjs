// Who uses an embedded database is asked of the database itself: each user holds a session with a lock in it. A session
// ends with its process, however that ends, and means the same in every container and in every copy of a folder.
import pg from "pg";
import { PlainError } from "../progress.mjs";
import { OWNER_ROLE, urlOf } from "./database-place.mjs";

/** Advisory locks of the database `postgres`: shared by everybody who uses the server, and held by the one launcher. */
const USERS_LOCK = 72_707_370;
const LAUNCHER_LOCK = 72_707_371;

/** A killed process's session can outlive it for a moment. */
const PATIENCE_MS = 500;
/** A server that does not answer its own session for so long is no reason to wait on. */
const ANSWER_MS = 3_000;

/** @param {string} connectionString */
export async function connect(connectionString, options = {}) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 2_000,
    query_timeout: ANSWER_MS,
    ...options,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/**
 * Uses the server on `port` until `release`, as `name` ("npm start, process 7, port 3000"). With `launcher`, alone of
 * all launchers: whoever comes second is refused with the first one's name.
 *
 * @returns {Promise<{ lost: Promise<void>, release: () => Promise<boolean> }>} `lost` resolves when the session ends
 *   before its release; `release` resolves to whether nobody else uses the server.
 */
export async function holdDatabase(place, port, { name, launcher }) {
  const client = await connect(urlOf(place, port, "postgres", OWNER_ROLE), {
    application_name: name.slice(0, 63),
  });
  let released = false;
  const lost = new Promise((resolve) => client.once("end", () => released || resolve()));
  client.unref(); // a script that forgets to release ends all the same
  const release = async () => {
    released = true;
    client.ref();
    const isLast = await isLastUser(client);
    await client.end().catch(() => {});
    return isLast;
  };
  try {
    await client.query(`SET lock_timeout = ${PATIENCE_MS}`);
    await client.query("SELECT pg_advisory_lock_shared($1)", [USERS_LOCK]);
    if (launcher && !(await locked(client, LAUNCHER_LOCK))) throw await alreadyRuns(client, place);
  } catch (error) {
    await release();
    throw error;
  }
  return { lost, release };
}

async function locked(client, lock) {
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lock]);
    return true;
  } catch (error) {
    if (error.code === "55P03") return false; // lock_not_available
    throw error;
  }
}

// Nobody else can hold the shared lock once this session has it alone. A server that does not answer any more is left
// by all: whoever still needs it finds it gone and starts it again.
async function isLastUser(client) {
  try {
    await client.query("SELECT pg_advisory_unlock_all()");
    return await locked(client, USERS_LOCK);
  } catch {
    return true;
  }
}

async function alreadyRuns(client, place) {
  const { rows } = await client.query(
    `SELECT application_name AS name FROM pg_stat_activity JOIN pg_locks USING (pid)
     WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [LAUNCHER_LOCK],
  );
  return new PlainError(
    `Greenroom already runs on the data in ${place.dir} (${rows[0]?.name ?? "as another process"}); stop it, or name another data folder with GREENROOM_DATA`,
  );
}
