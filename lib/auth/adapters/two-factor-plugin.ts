import "server-only";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";
import { database } from "@/lib/db/client";
import { SignInAttempts } from "../internal/sign-in-attempts";
import { stepOfCode } from "../one-time-code";

const freshMs = 10 * 60_000;
const minute = 60;

/**
 * The second step: better-auth's plugin, which encrypts secret and backup codes, ends a challenge after five wrong codes
 * and locks an account for a quarter of an hour after ten. It is asked for at the provider's door as well: of two doors,
 * one without a second lock is the one that is tried.
 */
export function secondStepPlugin() {
  const plugin = twoFactor({
    issuer: "Greenroom",
    // Somebody who came through a provider has no password to confirm with: see `requireFresh`.
    allowPasswordless: true,
    twoFactorCookieMaxAge: 10 * minute,
    trustDeviceMaxAge: 30 * 24 * 60 * minute,
  });
  const [asksForCode, ...rest] = plugin.hooks.after;
  return {
    ...plugin,
    hooks: {
      after: [
        ...(asksForCode
          ? [
              {
                ...asksForCode,
                matcher: (ctx: { path?: string }) =>
                  ctx.path === "/sign-in/email" || ctx.path === "/oidc/callback",
              },
            ]
          : []),
        ...rest,
      ],
    },
  } satisfies BetterAuthPlugin;
}

const confirmed = new Set([
  "/change-password",
  "/two-factor/enable",
  "/two-factor/disable",
  "/two-factor/generate-backup-codes",
  "/oidc/connect",
]);
const attempts = new SignInAttempts();

/** What better-auth leaves open: a code works once, and a password is not guessed with somebody's open session. */
export function stepGuardPlugin() {
  return {
    id: "greenroom-step-guard",
    hooks: {
      before: [
        {
          matcher: (ctx) => ctx.path === "/two-factor/verify-totp",
          handler: createAuthMiddleware(async (ctx) => takeCode(ctx)),
        },
        {
          matcher: (ctx) => ctx.path !== undefined && confirmed.has(ctx.path),
          handler: createAuthMiddleware(async (ctx) => guardConfirmation(ctx)),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const codeSchema = z.object({ code: z.string().max(20) });

/** Marks the code's step as used, before it is checked: of two requests with one code, one finds it unused. */
async function takeCode(ctx: GenericEndpointContext): Promise<void> {
  const { data } = codeSchema.safeParse(ctx.body);
  const userId = data && (await whoAnswers(ctx));
  const row = userId && (await database().twoFactor.findUnique({ where: { userId } }));
  if (!row) return;
  const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: row.secret });
  const step = stepOfCode(secret, data.code, new Date());
  // A wrong code is the plugin's to refuse and to count.
  if (step === null) return;
  const { count } = await database().twoFactor.updateMany({
    where: { id: row.id, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  if (count === 0) throw new APIError("UNAUTHORIZED", { code: "USED_CODE", message: "This code was used." });
}

/** Whose code this is: the person who is signed in, else the one whom the challenge's cookie names. */
async function whoAnswers(ctx: GenericEndpointContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const cookie = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (!challenge) return null;
  return (await ctx.context.internalAdapter.findVerificationValue(challenge))?.value ?? null;
}

/** With a password: few guesses. Without one: only soon after signing in, which is as good a proof. */
async function guardConfirmation(ctx: GenericEndpointContext): Promise<void> {
  const current = await getSessionFromCtx(ctx);
  if (!current) return;
  const { user, session } = current;
  if (!attempts.take(user.id, Date.now()))
    throw new APIError("TOO_MANY_REQUESTS", {
      code: "TOO_MANY_REQUESTS",
      message: "Too many attempts. Wait a minute.",
    });
  const credential = await ctx.context.internalAdapter.findCredentialAccount(user.id);
  if (credential?.password) return;
  if (Date.now() - new Date(session.createdAt).getTime() > freshMs)
    throw new APIError("FORBIDDEN", {
      code: "SESSION_NOT_FRESH",
      message: "Sign out and in again first: this is changed within ten minutes of signing in.",
    });
}
