import "server-only";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import { z } from "zod";
import type { VisitorContext } from "@/lib/access/context";
import { database } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/app-error";
import { recordRefusal } from "../commands/record-refusal";
import { type TakenGuess, takeGuess } from "../commands/take-guess";
import type { GuessKind } from "../guess-limits";
import { stepOfCode } from "../one-time-code";
import { guesserOf } from "./guard-sign-in";

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
const codes = new Set(["/two-factor/verify-totp", "/two-factor/verify-backup-code"]);
type CountedGuess = { taken: TakenGuess; guesser: VisitorContext; userId: string };
const guesses = new WeakMap<object, CountedGuess>();

/**
 * What better-auth leaves open: codes tried at once are counted before they are looked at, a code works once, and a
 * password is not guessed with somebody's open session.
 */
export function stepGuardPlugin() {
  const isGuess = (ctx: { path?: string }) =>
    ctx.path !== undefined && (codes.has(ctx.path) || confirmed.has(ctx.path));
  return {
    id: "greenroom-step-guard",
    hooks: {
      before: [
        {
          matcher: (ctx) => ctx.path !== undefined && codes.has(ctx.path),
          handler: createAuthMiddleware(async (ctx) => takeCode(ctx)),
        },
        {
          matcher: (ctx) => ctx.path !== undefined && confirmed.has(ctx.path),
          handler: createAuthMiddleware(async (ctx) => guardConfirmation(ctx)),
        },
      ],
      after: [
        {
          matcher: isGuess,
          handler: createAuthMiddleware(async (ctx) => {
            const guess = guesses.get(keyOf(ctx));
            if (!isAPIError(ctx.context.returned)) await guess?.taken.wasRight();
            else if (
              guess &&
              ctx.path !== undefined &&
              codes.has(ctx.path) &&
              !(await getSessionFromCtx(ctx))
            )
              await recordRefusal(guess.guesser, { reason: "code", userId: guess.userId });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Hooks before and after share the request, and nothing else. */
const keyOf = (ctx: { request?: Request | undefined; headers?: Headers | undefined }): object =>
  ctx.request ?? ctx.headers ?? ctx;

async function countGuess(ctx: GenericEndpointContext, kind: GuessKind, userId: string): Promise<void> {
  const headers = ctx.request?.headers ?? new Headers();
  try {
    const guesser = guesserOf({ headers });
    const taken = await takeGuess(guesser, { kind, target: userId });
    guesses.set(keyOf(ctx), { taken, guesser, userId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, retryAfterSeconds } = error;
    throw new APIError("TOO_MANY_REQUESTS", { code, message }, { "retry-after": String(retryAfterSeconds) });
  }
}

const codeSchema = z.object({ code: z.string().max(20) });

/** Marks the code's step as used, before it is checked: of two requests with one code, one finds it unused. */
async function takeCode(ctx: GenericEndpointContext): Promise<void> {
  const { data } = codeSchema.safeParse(ctx.body);
  const userId = await whoAnswers(ctx);
  if (userId !== null) await countGuess(ctx, "code", userId);
  if (ctx.path !== "/two-factor/verify-totp" || !data) return;
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
  await countGuess(ctx, "confirmation", user.id);
  const credential = await ctx.context.internalAdapter.findCredentialAccount(user.id);
  if (credential?.password) return;
  if (Date.now() - new Date(session.createdAt).getTime() > freshMs)
    throw new APIError("FORBIDDEN", {
      code: "SESSION_NOT_FRESH",
      message: "Sign out and in again first: this is changed within ten minutes of signing in.",
    });
}
