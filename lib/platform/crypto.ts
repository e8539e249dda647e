import "server-only";
import { createHash, createHmac, randomBytes } from "node:crypto";

/** Lower-case hex sha256 of text (as UTF-8) or bytes. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** 128 random bits, hex: the id that ties a request, its log lines, its events and its audit rows together. */
export function newTraceId(): string {
  return randomBytes(16).toString("hex");
}

/** A key for one purpose, derived from the installation's secret; different purposes never share a key. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac("sha256", secret).update(`greenroom:${purpose}`).digest();
}

/** What may be stored to recognise the secret later without knowing it. */
export function secretFingerprint(secret: string): string {
  return deriveKey(secret, "fingerprint").toString("hex").slice(0, 16);
}
