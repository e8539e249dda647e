// The one-time link that claims a new instance.
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

const TOKEN_BYTES = 32;
const VALID_HOURS = 24;

/**
 * Makes a fresh link while nobody has claimed the instance; an older one stops working. Only the token's sha256 (hex,
 * over its UTF-8 text) is stored, and it stands in the fragment, which browsers never send to a server or a log.
 *
 * @param {{ databaseUrl: string, publicUrl: string }} options
 * @returns {Promise<string | null>} the link, or null once the instance is claimed
 */
export async function createSetupLink({ databaseUrl, publicUrl }) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const db = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  });
  await db.connect();
  try {
    const { rowCount } = await db.query(
      `INSERT INTO "Instance" (id, "setupTokenHash", "setupExpiresAt")
       VALUES ('instance', $1, now() + make_interval(hours => $2))
       ON CONFLICT (id) DO UPDATE
         SET "setupTokenHash" = excluded."setupTokenHash", "setupExpiresAt" = excluded."setupExpiresAt"
         WHERE "Instance"."claimedAt" IS NULL`,
      [hash, VALID_HOURS],
    );
    return rowCount === 1 ? `${publicUrl}/setup#${token}` : null;
  } finally {
    await db.end();
  }
}
