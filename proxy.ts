import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/platform/env";

const lastWorkspaceCookie = "greenroom.workspace";
const yearSeconds = 60 * 60 * 24 * 365;

/** Gives every page its content security policy. Scripts run by nonce only; nothing is loaded from elsewhere. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, env().mode === "development");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // The page to come back to after signing in: a layout does not know its own address.
  headers.set("x-address", request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from the request.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("x-frame-options", "DENY");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), microphone=(), geolocation=()");
  rememberWorkspace(request, response);
  return response;
}

/** The workspace that was open last, for "/". A convenience, not a permission: anyone may set it to anything. */
function rememberWorkspace(request: NextRequest, response: NextResponse) {
  const [, slug] = /^\/w\/([a-z0-9-]{1,40})\//.exec(request.nextUrl.pathname) ?? [];
  if (!slug || request.cookies.get(lastWorkspaceCookie)?.value === slug) return;
  response.cookies.set(lastWorkspaceCookie, slug, { httpOnly: true, sameSite: "lax", maxAge: yearSeconds });
}

/** Styles need 'unsafe-inline': toasts and the editor write style elements of their own. */
function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Not the API, the gateway, delivery, webhooks and MCP: behind a proxy Next passes on only the first 10 MB of a body, and uploads are larger. */
export const config = {
  matcher: [
    {
      source:
        "/((?!api/|gateway/|d/|hooks/|mcp/|otlp/|metrics|healthz|readyz|.well-known/|_next/static|_next/image|icons/|favicon.ico|apple-touch-icon.png|social.png|site.webmanifest|robots.txt).*)",
    },
  ],
};
