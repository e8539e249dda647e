import "server-only";
import type { BetterAuthPlugin, HookEndpointContext } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { z } from "zod";
import { appendAudit } from "@/lib/audit/commands";
import { type DatabaseContext, database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { addressOf, traceIdOf } from "../request-facts";
import { forgetDevices } from "../writes/end-sessions";
import { notePasswordSet } from "../writes/set-password";

/** What of a hook's context is looked at. */
type Done = {
  path?: string | undefined;
  request?: Request | undefined;
  context: Pick<HookEndpointContext["context"], "newSession" | "session" | "returned">;
};
type Entry = {
  action: string;
  detail?: { with: string };
  forgetsDevices?: boolean;
  /** What the account remembers of it besides. */
  note?: (context: DatabaseContext, userId: string) => Promise<unknown>;
};

const answerSchema = z.object({ user: z.object({ twoFactorEnabled: z.boolean().nullish() }) });
const signedInWith = (method: string): Entry => ({
  action: "person.signed-in",
  detail: { with: method },
  note: ({ db }, id) => db.user.update({ where: { id }, data: { lastSignedInAt: new Date() } }),
});

/** What better-auth has done, for the audit trail; nothing for what it refused. Comes after all other plugins. */
export function trailPlugin() {
  return {
    id: "greenroom-trail",
    hooks: {
      after: [
        {
          matcher: (ctx) => ctx.path !== undefined && Object.hasOwn(entries, ctx.path),
          handler: createAuthMiddleware(async (ctx) => record(ctx)),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** By path. While a second step is asked for, there is no new session, and nobody has signed in. */
const entries: Record<string, (ctx: Done) => Entry | null> = {
  "/sign-in/email": (ctx) => (ctx.context.newSession ? signedInWith("password") : null),
  "/oidc/callback": (ctx) => (ctx.context.newSession ? signedInWith("provider") : null),
  "/two-factor/verify-totp": (ctx) => {
    const answer = answerSchema.safeParse(ctx.context.returned);
    if (!answer.success || !ctx.context.newSession) return null;
    // The first code of all, typed where the second step is switched on, changes the session too.
    return answer.data.user.twoFactorEnabled ? signedInWith("code") : { action: "two-factor.enabled" };
  },
  "/two-factor/verify-backup-code": (ctx) => (ctx.context.newSession ? signedInWith("backup code") : null),
  "/two-factor/disable": () => ({ action: "two-factor.disabled", forgetsDevices: true }),
  "/two-factor/generate-backup-codes": () => ({ action: "two-factor.backup-codes-made" }),
  "/update-user": () => ({ action: "person.changed" }),
  "/change-password": () => ({
    action: "person.password-changed",
    forgetsDevices: true,
    note: notePasswordSet,
  }),
};

async function record(ctx: Done): Promise<void> {
  const user = ctx.context.newSession?.user ?? ctx.context.session?.user;
  const isRefused = isAPIError(ctx.context.returned) && ctx.context.returned.statusCode >= 400;
  const entry = isRefused || !ctx.path ? null : entries[ctx.path]?.(ctx);
  if (!user || !entry) return;
  const headers = ctx.request?.headers ?? new Headers();
  const { action, detail, forgetsDevices = false, note } = entry;
  await inTransaction({ db: database() }, async (context) => {
    await note?.(context, user.id);
    if (forgetsDevices) await forgetDevices(context, user.id);
    await appendAudit(
      {
        ...context,
        actor: { userId: user.id, name: user.name },
        workspace: null,
        traceId: traceIdOf(headers),
        address: addressOf(headers),
      },
      { action, object: { type: "person", id: user.id, name: user.name }, ...(detail ? { detail } : {}) },
    );
  });
}
