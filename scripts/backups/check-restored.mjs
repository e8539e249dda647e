// Whether what a database holds is what a backup says, and what the product's own rules say of it.
import { createHash } from "node:crypto";
import { PlainError } from "../progress.mjs";
import { readTable, tally } from "./backup-tables.mjs";

const PAGE = 500;

/**
 * Reads everything back. Throws where rows are not those of the manifest.
 *
 * @returns {Promise<{ blobs: number, versions: number, damage: string[] }>} `damage` is what was broken before the backup
 */
export async function checkRestored(db, manifest, packageDigest) {
  for (const table of manifest.tables) {
    const counted = tally();
    for await (const part of readTable(db, table)) counted.add(part);
    const { rows, sha256 } = counted.result();
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new PlainError(
        `${table.name} did not come back as it was: ${rows} rows (sha256 ${sha256}), and not ${table.rows} (${table.sha256}). Nothing was restored`,
      );
  }
  const [blobs, versions] = [await checkBlobs(db), await checkVersions(db, packageDigest)];
  return { blobs: blobs.count, versions: versions.count, damage: [...blobs.damage, ...versions.damage] };
}

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** Every blob's bytes against their name, counted by the database itself. */
export async function checkBlobs(db, { sample = 100 } = {}) {
  const { rows } = await db.query(
    `SELECT sha256 FROM "Blob" TABLESAMPLE SYSTEM ($1)
     WHERE sha256 <> encode(sha256(bytes), 'hex') OR size <> length(bytes) ORDER BY 1`,
    [sample],
  );
  const count = await db.query(`SELECT count(*)::int AS count FROM "Blob"`);
  return {
    count: count.rows[0].count,
    damage: rows.map(({ sha256 }) => `the bytes of file ${sha256} are others`),
  };
}

/** Every version's digest by the product's own rule, and whether the bytes of its files are there. */
export async function checkVersions(db, packageDigest) {
  const damage = [];
  let count = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await db.query(
      `SELECT v.id, v.digest, v.name, v.number, count(*) = count(b.sha256) AS "isWhole",
         json_agg(json_build_object('path', f.path, 'sha256', f.sha256)) AS files
       FROM (SELECT * FROM "Version" WHERE id > $1 ORDER BY id LIMIT ${PAGE}) AS v
       LEFT JOIN "VersionFile" f ON f."versionId" = v.id LEFT JOIN "Blob" b ON b.sha256 = f.sha256
       GROUP BY v.id, v.digest, v.name, v.number ORDER BY v.id`,
      [after],
    );
    for (const { name, number, digest, files, isWhole } of rows) {
      if (!isWhole) damage.push(`bytes of ${name} v${number} are missing`);
      else if (packageDigest(files, sha256) !== digest) damage.push(`${name} v${number} has another digest`);
    }
    count += rows.length;
    if (rows.length === 0) return { count, damage };
    after = rows.at(-1).id;
  }
}
