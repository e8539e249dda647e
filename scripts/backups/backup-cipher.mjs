// Encrypts a stream of any length so that no part of it can be changed, moved, left out or cut off unnoticed.
// A line of JSON says how the key is made; then chunks of AES-256-GCM follow, each numbered, the last one marked.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from "node:crypto";
import { Transform } from "node:stream";
import { promisify } from "node:util";
import { PlainError } from "../progress.mjs";

/** What an encrypted backup begins with. */
export const SEALED_MAGIC = "GREENROOM-SEALED-BACKUP\n";

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
/** 128 MiB of memory and about half a second for each guess. */
const COST = 2 ** 17;
const MOST_COST = 2 ** 20;
const HEADER_BYTES = 1024;

/** @param {{ cost?: number }} [options] `cost` of one guess at the passphrase, a power of two */
export async function sealing(passphrase, { cost = COST } = {}) {
  const salt = randomBytes(16).toString("base64");
  const keys = await keysOf(passphrase, { cost, salt });
  const header = Buffer.from(
    `${SEALED_MAGIC}${JSON.stringify({ version: 1, cost, salt, check: keys.check })}\n`,
  );
  return new Sealing(keys.chunks, header);
}

class Sealing extends Transform {
  #key;
  #pending = Buffer.alloc(0);
  #number = 0;

  constructor(key, header) {
    super();
    this.#key = key;
    this.push(header);
  }

  _transform(data, _encoding, done) {
    this.#pending = Buffer.concat([this.#pending, data]);
    // One byte more than a chunk: what ends here may be the last one, which is sealed otherwise.
    while (this.#pending.length > CHUNK_BYTES) {
      this.#seal(this.#pending.subarray(0, CHUNK_BYTES), false);
      this.#pending = this.#pending.subarray(CHUNK_BYTES);
    }
    done();
  }

  _flush(done) {
    this.#seal(this.#pending, true);
    done();
  }

  #seal(chunk, isLast) {
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonceOf(this.#number++, isLast));
    this.push(Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]));
  }
}

/** The bytes that were sealed. `readPassphrase` is asked once the beginning has shown that there is one. */
export async function* unsealed(source, readPassphrase) {
  const reader = readerOf(source);
  const key = await readKey(reader, readPassphrase);
  for (let number = 0; ; number++) {
    const chunk = await reader.take(SEALED_BYTES);
    const isLast = await reader.isAtEnd();
    const opened = openChunk(key, number, chunk, isLast);
    if (!opened) throw new PlainError(whyNot(key, number, chunk, isLast));
    yield opened;
    if (isLast) return;
  }
}

async function readKey(reader, readPassphrase) {
  await reader.take(SEALED_MAGIC.length);
  const header = parseHeader(await reader.takeLine(HEADER_BYTES));
  const keys = await keysOf(await readPassphrase(), header);
  const [ours, theirs] = [Buffer.from(keys.check), Buffer.from(header.check)];
  if (ours.length === theirs.length && timingSafeEqual(ours, theirs)) return keys.chunks;
  throw new PlainError("this passphrase or key file does not open the backup: it was made with another");
}

function parseHeader(line) {
  try {
    const { version, cost, salt, check } = JSON.parse(line);
    const isWhole = Number.isInteger(Math.log2(cost)) && cost <= MOST_COST && [salt, check].every(isText);
    if (version === 1 && isWhole) return { cost, salt, check };
  } catch {
    // Said below.
  }
  throw new PlainError("the beginning of this backup is damaged, or a newer Greenroom encrypted it");
}

const isText = (value) => typeof value === "string";

/** Why a chunk does not open: it was not the end when it was written, or its bytes are others. */
function whyNot(key, number, chunk, isLast) {
  const at = number * SEALED_BYTES;
  if (isLast && (chunk.length === 0 || openChunk(key, number, chunk, false)))
    return `the backup is cut off: it ends after ${at + chunk.length} bytes, without its end`;
  return isLast
    ? `the backup is cut off, or was changed, behind byte ${at}`
    : `the backup was changed: what stands behind byte ${at} is not what was written`;
}

function openChunk(key, number, chunk, isLast) {
  if (chunk.length < TAG_BYTES) return null;
  const body = chunk.subarray(0, -TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number, isLast));
  decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}

// Each file has a key of its own, so numbers are never used twice with one key.
function nonceOf(number, isLast) {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

async function keysOf(passphrase, { cost, salt }) {
  const options = { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 };
  const key = await promisify(scrypt)(passphrase, Buffer.from(salt, "base64"), 32, options);
  const part = (purpose) => createHmac("sha256", key).update(`greenroom-backup:1:${purpose}`).digest();
  return { chunks: part("chunks"), check: part("check").toString("base64") };
}

/** Takes so many bytes of a stream at a time, however they come. */
function readerOf(source) {
  const parts = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  let ended = false;
  const fill = async (wanted) => {
    while (held.length < wanted && !ended) {
      const { value, done } = await parts.next();
      if (done) ended = true;
      else held = Buffer.concat([held, value]);
    }
  };
  const cut = (bytes) => {
    const taken = held.subarray(0, bytes);
    held = held.subarray(taken.length);
    return taken;
  };
  return {
    take: async (bytes) => {
      await fill(bytes);
      return cut(bytes);
    },
    takeLine: async (most) => {
      await fill(most);
      const end = held.subarray(0, most).indexOf(0x0a);
      return cut(end + 1).toString("utf8");
    },
    isAtEnd: async () => {
      await fill(1);
      return held.length === 0;
    },
  };
}
