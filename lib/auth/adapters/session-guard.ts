import "server-only";
import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { database } from "@/lib/db/client";
import { addressOf } from "../request-facts";

/** What the sign-in page, and the door of the provider, recognise. */
export const deactivatedCode = "ACCOUNT_DEACTIVATED";
export const deactivatedWords = "This account was deactivated. Ask an operator of this installation.";

/** Where a password, or a code after one, lets somebody in. */
const passwordDoors = new Set([
  "/sign-in/email",
  "/two-factor/verify-totp",
  "/two-factor/verify-backup-code",
]);
/** When each request at such a door began, by the database's clock. */
const begunAt = new WeakMap<Request, Date>();

/** Notes when a sign-in with a password begins: checking it takes a while, and meanwhile it may be replaced. */
export function beginningPlugin() {
  return {
    id: "greenroom-beginning",
    hooks: {
      before: [
        {
          matcher: (ctx) => ctx.path !== undefined && passwordDoors.has(ctx.path),
          handler: createAuthMiddleware(async ({ request }) => {
            if (!request) return;
            const [row] = await database().$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
            if (row) begunAt.set(request, row.now);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/**
 * The address in the spelling of the audit trail: better-auth writes IPv6 in its own, and only its first half. And it
 * takes a session back that was not to be: of a deactivated account, or by a password that was replaced while it was
 * checked. After the insert, not before: a row that points at a person waits for who holds the person FOR UPDATE, so
 * whatever has ended their sessions is seen here, and whatever comes later ends this one too.
 */
export const sessionGuard = {
  session: {
    create: {
      before: async (_session, ctx) => ({
        data: { ipAddress: (ctx?.headers && addressOf(ctx.headers)) ?? "" },
      }),
      after: async ({ id, userId }, context) => {
        const person = await database().user.findUnique({
          where: { id: userId },
          select: { deactivatedAt: true, passwordSetAt: true },
        });
        const began = context?.request && begunAt.get(context.request);
        const isDeactivated = !person || person.deactivatedAt !== null;
        const isLate = began && person?.passwordSetAt && began <= person.passwordSetAt;
        if (!isDeactivated && !isLate) return;
        await database().session.deleteMany({ where: { id, userId } });
        if (isDeactivated)
          throw new APIError("FORBIDDEN", { code: deactivatedCode, message: deactivatedWords });
        throw new APIError("UNAUTHORIZED", {
          code: "PASSWORD_REPLACED",
          message: "The password was changed meanwhile. Sign in with the new one.",
        });
      },
    },
  },
  account: {
    update: {
      // A change of the password that began with a session which is over must not overwrite what ended it.
      before: async ({ password }, context) => {
        const sessionId = context?.context.session?.session.id;
        if (password === undefined || sessionId === undefined) return;
        if (await database().session.findUnique({ where: { id: sessionId }, select: { id: true } })) return;
        throw new APIError("UNAUTHORIZED", {
          code: "SIGNED_OUT",
          message: "You were signed out meanwhile. Sign in first.",
        });
      },
    },
  },
} satisfies BetterAuthOptions["databaseHooks"];
