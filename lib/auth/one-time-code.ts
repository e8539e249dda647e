import { createHmac, timingSafeEqual } from "node:crypto";

const stepSeconds = 30;
const digits = 6;
/** Clocks differ, and a code may be typed as it ends: the one before and the one after count as well. */
const tolerance = [-1, 0, 1];

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds);

/** The code of one step, as an authenticator app shows it (RFC 6238 with SHA-1, 6 digits, 30 seconds). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step that this code belongs to now; null for a wrong one. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const current = stepAt(now);
  const matches = tolerance
    .map((distance) => current + distance)
    .filter((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)));
  return matches[0] ?? null;
}
