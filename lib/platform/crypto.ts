import "server-only";
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Lower-case hex sha256 of text (as UTF-8) or bytes. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Takes equally long whatever was guessed. */
export function isSameSecret(given: string, kept: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(kept)));
}

/** 128 random bits, hex: the id that ties a request, its log lines, its events and its audit rows together. */
export function newTraceId(): string {
  return randomBytes(16).toString("hex");
}

/** 256 random bits, base64url: for what whoever holds it is let in by. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A key for one purpose, derived from the installation's secret; different purposes never share a key. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac("sha256", secret).update(`greenroom:${purpose}`).digest();
}

/** Lower-case hex sha256 of text under a key for one purpose: who does not have the secret can try no guesses. */
export function keyedSha256(secret: string, purpose: string): (text: string) => string {
  const key = deriveKey(secret, purpose);
  return (text) => createHmac("sha256", key).update(text).digest("hex");
}

/** What may be stored to recognise the secret later without knowing it. */
export function secretFingerprint(secret: string): string {
  return deriveKey(secret, "fingerprint").toString("hex").slice(0, 16);
}

const sealVersion = 1;
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts text for the database with AES-256-GCM: version (1 byte), IV (12), tag (16), ciphertext. `boundTo` is
 * what the text belongs to, such as its row's id: moved to another row it does not open.
 */
export function seal(secret: string, boundTo: string, text: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secret, `seal:v${sealVersion}`), iv);
  cipher.setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.of(sealVersion), iv, cipher.getAuthTag(), body]));
}

/** The text of `seal`. Throws when it was changed, moved, or sealed with another secret. */
export function unseal(secret: string, boundTo: string, sealed: Uint8Array): string {
  const [version] = sealed;
  if (version !== sealVersion) throw new Error(`There is no way to open seals of version ${version}.`);
  const iv = sealed.subarray(1, 1 + ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(secret, `seal:v${version}`), iv, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes));
  const body = sealed.subarray(1 + ivBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
