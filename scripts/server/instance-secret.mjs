// The secret that an installation encrypts with: read, or made before there is anything that needs it.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { notWritable } from "../data-dir.mjs";
import { PlainError } from "../progress.mjs";

/** As lib/platform/env.ts asks of it. */
const SECRET_CHARACTERS = 32;

const fileIn = (dir) => path.join(dir, "secret");

/** GREENROOM_SECRET, or the one kept in the data folder; null when there is none. */
export function readSecret(dir) {
  const named = process.env.GREENROOM_SECRET;
  if (named) return longEnough(named, "GREENROOM_SECRET");
  const file = fileIn(dir);
  try {
    return longEnough(fs.readFileSync(file, "utf8").trim(), `the secret in ${file}`);
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw notReadable(file, error);
  }
}

/** Makes a secret and keeps it in the data folder. Refuses when the database was already served with one. */
export async function makeSecret(dir, databaseUrl) {
  if (await isServedWithOne(databaseUrl)) {
    throw new PlainError(
      `the secret is missing: this database was made with one, and there is no ${fileIn(dir)}; restore that file from a backup, or set GREENROOM_SECRET if that was where it came from`,
    );
  }
  return writeSecret(fileIn(dir));
}

async function isServedWithOne(databaseUrl) {
  const db = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await db.connect();
  try {
    const found = await db.query(`SELECT 1 FROM "Instance" WHERE "secretFingerprint" IS NOT NULL`);
    return found.rowCount > 0;
  } finally {
    await db.end();
  }
}

// Written whole or not at all, and by one of several first starts: half a secret would be taken for another.
function writeSecret(file) {
  const part = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(part, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    if (!fs.existsSync(file)) fs.renameSync(part, file);
    return fs.readFileSync(file, "utf8").trim();
  } catch (error) {
    throw notWritable(file, error);
  } finally {
    fs.rmSync(part, { force: true });
  }
}

function longEnough(secret, where) {
  if (secret.length >= SECRET_CHARACTERS) return secret;
  throw new PlainError(
    `${where} has ${secret.length} characters, and must have ${SECRET_CHARACTERS} or more; restore the one that this installation was made with, because nothing encrypted with it can be read with another`,
  );
}

function notReadable(file, error) {
  if (error instanceof PlainError) return error;
  const why = error.code === "EISDIR" ? "is a folder" : `cannot be read (${error.code})`;
  return new PlainError(
    `${file}, the secret of this installation, ${why}; put the file back, readable for this account`,
  );
}
