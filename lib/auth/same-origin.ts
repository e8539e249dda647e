import { AppError } from "@/lib/kernel/app-error";
import { env } from "@/lib/platform/env";
import { hostOf } from "./request-facts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a write that a browser sends from another site: cookies go along with it, intent does not.
 * Browsers always send Sec-Fetch-Site or Origin with such a request; programs send neither and are let through.
 */
export function requireSameOrigin(request: Request): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return;
  const origin = request.headers.get("origin");
  if (site === null && origin === null) return;
  // The address that people type is ours whatever a proxy makes of it on the way.
  const own = [hostOf(request), new URL(env().publicUrl).host];
  const from = origin === null ? null : originHost(origin);
  if (from !== null && own.includes(from) && site !== "cross-site") return;
  throw new AppError("FORBIDDEN", "This request came from another site.");
}

function originHost(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
