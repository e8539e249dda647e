import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Answers lower-case hex. It is plain script, so that a worker gets the same fingerprints as the server, at once. */
export const hashText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

export const hashBytes = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** Each part is hashed by itself first, so that no text can pose as the end of another part. */
export const fingerprintOf = (rule: string, path: string, subject: readonly string[]): string =>
  hashText([rule, path, ...subject].map(hashText).join("\n"));
