import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

const cookieName = "greenroom.device";
/** The longest that browsers keep a cookie. */
const keptSeconds = 400 * 24 * 60 * 60;

/**
 * The mark of a browser that has signed in with this e-mail address before, or null: for others, and for marks that
 * were not made here. It lets nobody in: it only keeps guesses made elsewhere from counting against its owner
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export function knownDevice(headers: Headers, email: string): string | null {
  const [, mark, proof] = cookiePattern.exec(headers.get("cookie") ?? "") ?? [];
  if (!mark || !proof) return null;
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(mark, email))];
  return given.length === right.length && timingSafeEqual(given, right) ? mark : null;
}

/** A set-cookie that marks the browser which has just signed in. */
export function markDevice(email: string): string {
  const mark = randomBytes(16).toString("base64url");
  const secure = env().publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${cookieName}=${mark}.${proofOf(mark, email)}; Path=/api/auth; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

const cookiePattern = /(?:^|;\s*)greenroom\.device=([\w-]{22})\.([\w-]{43})(?:;|$)/;

const proofOf = (mark: string, email: string): string =>
  createHmac("sha256", deriveKey(env().secret, "devices"))
    .update(`${mark}\n${email.trim().toLowerCase()}`)
    .digest("base64url");
