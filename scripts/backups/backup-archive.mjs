// The file of a backup: a tar in gzip, which anybody can open, encrypted as a whole when asked. What is in it comes in
// small entries, so neither side ever holds more than one; the last one names and counts all others.
import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import tar from "tar-stream";
import { PlainError } from "../progress.mjs";
import { SEALED_MAGIC, unsealed } from "./backup-cipher.mjs";

const MOST_ENTRY_BYTES = 64 * 1024 * 1024;
/** The fastest that still packs text: the rows are the larger part, and their bytes are written in hexadecimal. */
const GZIP_LEVEL = 3;

/**
 * Begins a file under a name of its own; only `finish` gives it the wanted one, so that a cut backup has none.
 *
 * @param {{ file: string, seal?: import("node:stream").Transform | null }} options
 */
export function writeArchive({ file, seal = null }) {
  if (fs.existsSync(file)) throw new PlainError(`${file} is there already; nothing is overwritten`);
  const part = `${file}.${process.pid}.part`;
  const pack = tar.pack();
  const out = fs.createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
  const steps = [Readable.from(pack), createGzip({ level: GZIP_LEVEL }), ...(seal ? [seal] : []), out];
  let failure = null;
  const flow = pipeline(steps).catch((error) => {
    failure = notWritten(file, error);
    pack.destroy(failure);
  });
  return {
    /** Resolves when there is room for more. */
    add: async (name, bytes) => {
      if (failure) throw failure;
      const added = new Promise((resolve) => {
        pack.entry({ name, size: bytes.length, mode: 0o600 }, resolve).end(bytes);
      });
      await Promise.race([added, flow]);
      if (failure) throw failure;
    },
    finish: async () => {
      pack.finalize();
      await flow;
      if (failure) throw failure;
      if (fs.existsSync(file)) throw new PlainError(`${file} was made by somebody else meanwhile`);
      fs.renameSync(part, file);
      keepName(path.dirname(file));
      return fs.statSync(file).size;
    },
    abandon: async () => {
      pack.destroy();
      out.destroy();
      await flow;
      fs.rmSync(part, { force: true });
    },
  };
}

// A power failure must not take the name away again. Not every system lets a folder be opened.
function keepName(folder) {
  try {
    const handle = fs.openSync(folder, "r");
    fs.fsyncSync(handle);
    fs.closeSync(handle);
  } catch {
    // Then its name is kept as soon as the system gets to it.
  }
}

function notWritten(file, error) {
  if (["ENOSPC", "EDQUOT"].includes(error.code))
    return new PlainError(
      `the disk of ${file} is full (${error.code}); free some space, or name another place`,
    );
  if (["ENOENT", "ENOTDIR"].includes(error.code))
    return new PlainError(`there is no folder ${path.dirname(file)} (${error.code})`);
  if (["EACCES", "EPERM", "EROFS"].includes(error.code))
    return new PlainError(`this account cannot write to ${file} (${error.code})`);
  return error;
}

/** Whether a passphrase or key file is needed to read it; refuses what is no backup. */
export function isSealed(file) {
  const beginning = readBeginning(file);
  if (beginning.toString("latin1") === SEALED_MAGIC) return true;
  if (beginning[0] === 0x1f && beginning[1] === 0x8b) return false;
  throw new PlainError(
    beginning.length === 0 ? `${file} is empty` : `${file} is no backup that Greenroom made`,
  );
}

function readBeginning(file) {
  let handle;
  try {
    handle = fs.openSync(file, "r");
    const bytes = Buffer.alloc(SEALED_MAGIC.length);
    return bytes.subarray(0, fs.readSync(handle, bytes));
  } catch (error) {
    if (error.code === "ENOENT") throw new PlainError(`there is no file ${file}`);
    if (error.code === "EISDIR") throw new PlainError(`${file} is a folder`);
    if (error.code === "EACCES") throw new PlainError(`this account cannot read ${file}`);
    throw error;
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

/**
 * The entries in their order. Throws a PlainError where the file is cut off or damaged.
 *
 * @returns {AsyncGenerator<{ name: string, bytes: Buffer }>}
 */
export async function* readArchive(file, readPassphrase) {
  const stored = fs.createReadStream(file);
  const source = isSealed(file) ? Readable.from(unsealed(stored, readPassphrase)) : stored;
  const extract = tar.extract();
  let failure = null;
  const flow = pipeline(source, createGunzip(), extract).catch((error) => {
    failure = error;
  });
  try {
    for await (const entry of extract) yield { name: entry.header.name, bytes: await bytesOf(entry) };
    await flow;
    if (failure) throw failure;
  } catch (error) {
    await flow;
    throw notRead(failure ?? error);
  } finally {
    extract.destroy();
    stored.destroy();
  }
}

async function bytesOf(entry) {
  if (entry.header.size > MOST_ENTRY_BYTES) throw new PlainError("this is no backup that Greenroom made");
  const parts = [];
  for await (const part of entry) parts.push(part);
  return Buffer.concat(parts);
}

function notRead(error) {
  if (error instanceof PlainError) return error;
  if (error.code === "Z_BUF_ERROR" || /Unexpected end of data/.test(error.message))
    return new PlainError("the backup is cut off: its end is missing");
  if (/^Z_/.test(error.code ?? "") || /tar header/i.test(error.message))
    return new PlainError(`the backup is damaged: ${error.message}`);
  return error;
}
