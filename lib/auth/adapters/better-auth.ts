import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { z } from "zod";
import { database } from "@/lib/db/client";
import { inWords } from "@/lib/db/database-errors";
import { AppError, type ErrorCode, errorStatus } from "@/lib/kernel/app-error";
import { ownPath } from "@/lib/kernel/own-path";
import { deriveKey } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { takeGuess } from "../commands/take-guess";
import { authLogger, withFailure } from "../internal/auth-failures";
import { hostOf } from "../request-facts";
import { requireSameOrigin } from "../same-origin";
import { personNameSchema } from "../schema";
import { guardSignIn, guesserOf } from "./guard-sign-in";
import { oidcCallbackPath, oidcPlugin } from "./oidc-plugin";
import { beginningPlugin, sessionGuard } from "./session-guard";
import { trailPlugin } from "./trail-plugin";
import { secondStepPlugin, stepGuardPlugin } from "./two-factor-plugin";

/** Credentials, sessions and sign-in only; workspaces, members and keys are commands of ours. */
function createAuth() {
  const { publicUrl, secret, oidc } = env();
  return betterAuth({
    appName: "Greenroom",
    baseURL: publicUrl,
    basePath: "/api/auth",
    secret: deriveKey(secret, "sessions").toString("base64url"),
    // The same server is reached as localhost, 127.0.0.1 or a name of the network: a page may talk to the host it came from.
    trustedOrigins: (request) => (request ? [...ownOrigins(request)] : []),
    database: prismaAdapter(database(), { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
    },
    user: { additionalFields: { isOperator: { type: "boolean", input: false, defaultValue: false } } },
    session: {
      expiresIn: 60 * 60 * 24 * 30,
      updateAge: 60 * 60 * 24,
      additionalFields: { lastActiveAt: { type: "date", input: false, required: false } },
    },
    databaseHooks: sessionGuard,
    plugins: [
      beginningPlugin(),
      secondStepPlugin(),
      stepGuardPlugin(),
      ...(oidc ? [oidcPlugin(oidc)] : []),
      trailPlugin(),
    ],
    // Its own count callers in one process and lock out whoever shares an address; ours are `guessLimits`.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: false },
      // A page served over plain http (loopback, a private network) cannot set secure cookies.
      useSecureCookies: publicUrl.startsWith("https:"),
      cookiePrefix: "greenroom",
    },
    telemetry: { enabled: false },
    logger: authLogger,
    // What is no answer of its own comes to us, with its reason; see `handle`.
    onAPIError: { throw: true },
  });
}

declare global {
  var greenroomAuth: ReturnType<typeof createAuth> | undefined;
}

function ownOrigins(request: Request): string[] {
  const host = hostOf(request);
  return [`http://${host}`, `https://${host}`];
}

/** Made at first use: importing this file must not need a database (builds do that). */
export function auth() {
  globalThis.greenroomAuth ??= createAuth();
  return globalThis.greenroomAuth;
}

/** The only better-auth routes that exist here; all others answer 404. Sign-up is closed: people join by set-up or invitation. */
const mountedRoutes = new Set([
  "POST /api/auth/sign-out",
  "GET /api/auth/get-session",
  "POST /api/auth/update-user",
  "POST /api/auth/two-factor/enable",
  "POST /api/auth/two-factor/verify-totp",
  "POST /api/auth/two-factor/verify-backup-code",
  "POST /api/auth/two-factor/generate-backup-codes",
  "POST /api/auth/two-factor/disable",
]);
const passwordRoutes = new Set(["POST /api/auth/sign-in/email", "POST /api/auth/change-password"]);
const oidcRoutes = new Set([
  "POST /api/auth/oidc/start",
  "POST /api/auth/oidc/connect",
  `GET ${oidcCallbackPath}`,
]);

/** Method and path of all that may exist here, whatever is configured. No path carries an id or a token. */
export const authRoutes: ReadonlySet<string> = new Set([...mountedRoutes, ...passwordRoutes, ...oidcRoutes]);

function isMounted(route: string): boolean {
  const { oidc, passwordSignIn } = env();
  return (
    mountedRoutes.has(route) ||
    (passwordSignIn && passwordRoutes.has(route)) ||
    (oidc !== null && oidcRoutes.has(route))
  );
}

export async function handleAuthRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    if (!isMounted(`${request.method} ${pathname}`))
      throw new AppError("NOT_FOUND", "There is no such operation.");
    if (pathname === oidcCallbackPath) return await toSecondStep(await handle(request));
    return request.method === "GET" ? await handle(request) : await answerWrite(request, pathname);
  } catch (error) {
    const told = inWords(error);
    if (told instanceof AppError) return refusalOf(told);
    throw error;
  }
}

async function answerWrite(request: Request, pathname: string): Promise<Response> {
  // better-auth looks at the origin too, but not at everything that browsers say of it.
  requireSameOrigin(request);
  const text = await readBody(request);
  const body = bodySchema.safeParse(parseJson(text));
  if (!body.success)
    throw new AppError("UNPROCESSABLE", body.error.issues.map(({ message }) => message).join(" "));
  // Of a request without a body the server makes one with an empty body, which better-auth would take for no JSON.
  const asked =
    text === "" ? new Request(request.url, { method: "POST", headers: request.headers }) : request;
  const { email } = body.data;
  if (pathname.endsWith("/oidc/start")) await takeGuess(guesserOf(request), { kind: "provider", target: "" });
  return pathname.endsWith("/sign-in/email") && email !== undefined
    ? guardSignIn(request, email, () => handle(asked))
    : handle(asked);
}

async function readBody(request: Request): Promise<string> {
  const { headers } = request;
  if (Number(headers.get("content-length") ?? 0) > longestBody || headers.has("transfer-encoding"))
    throw new AppError("TOO_LARGE", "This is more than signing in needs.");
  const text = await request.clone().text();
  // better-auth reads forms as well: what we count and check would be another body than the one it takes.
  if (text !== "" && !isJson(request))
    throw new AppError("UNPROCESSABLE", "Send the body as application/json.");
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A database that cannot work is told as one: better-auth would call it a fault of its own. */
async function handle(request: Request): Promise<Response> {
  try {
    const { result, failure } = await withFailure(() => auth().handler(request));
    return failure && result.status >= 500 ? refusalOf(failure) : result;
  } catch (error) {
    if (error instanceof AppError) return refusalOf(error);
    log.error({ err: error }, "signing in failed");
    return refusal("INTERNAL", "Something broke on our side. The server's log has the reason.");
  }
}

/** Who a session's cookie stands for; null when it stands for nobody. */
export async function findSession(headers: Headers) {
  return (await withFailure(() => auth().api.getSession({ headers }))).result;
}

const isJson = ({ headers }: Request): boolean =>
  (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() === "application/json";

/** A browser on its way back from the provider is shown the page for the code; where it was going goes along. */
async function toSecondStep(response: Response): Promise<Response> {
  const next = response.headers.get("location");
  const body = challengeSchema.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!body.success) return response;
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
  headers.set("location", `/sign-in/code?${new URLSearchParams({ next: ownPath(next ?? undefined) })}`);
  return new Response(null, { status: 302, headers });
}

const challengeSchema = z.object({ twoFactorRedirect: z.literal(true) });
const longestBody = 64 * 1024;
const ownAddressSchema = z
  .string()
  .refine((path) => ownPath(path) === path, "Only a path of Greenroom can be gone to afterwards.")
  .optional();
/** What better-auth leaves open: how long a name may be, and what may be stored in it. */
const bodySchema = z.looseObject({
  email: z.string().max(254).optional(),
  name: personNameSchema.optional(),
  image: z.null().optional(),
  callbackURL: ownAddressSchema,
  redirectTo: ownAddressSchema,
  errorCallbackURL: ownAddressSchema,
  newUserCallbackURL: ownAddressSchema,
  next: ownAddressSchema,
});

const refusalOf = ({ code, message, retryAfterSeconds }: AppError): Response =>
  refusal(code, message, retryAfterSeconds);

function refusal(code: ErrorCode, message: string, retryAfterSeconds?: number): Response {
  const status = errorStatus[code];
  const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return Response.json({ title: message, message, status, code }, { status, headers });
}
