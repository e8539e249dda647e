import "server-only";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  getSessionFromCtx,
  isAPIError,
  sessionMiddleware,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { VisitorContext } from "@/lib/access/context";
import { database } from "@/lib/db/client";
import { ownPath } from "@/lib/kernel/own-path";
import { env, type OidcSettings } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { connectIdentity } from "../commands/connect-identity";
import { recordRefusal } from "../commands/record-refusal";
import { signInWithIdentity } from "../commands/sign-in-with-identity";
import type { Identity, IdentityProvider } from "../ports";
import { refusalWords } from "../refusal-words";
import { addressOf, hostOf, traceIdOf } from "../request-facts";
import { SignInRefusal, type SignInRefusalReason } from "../sign-in-refusal";
import { type OidcState, recallState, rememberState } from "./oidc-state";
import { createOidcProvider } from "./openid-client";
import { deactivatedCode } from "./session-guard";

/** Registered at the provider as this installation's redirect address. */
export const oidcCallbackPath = "/api/auth/oidc/callback";
const nextSchema = z.string().max(2_000).optional();

/**
 * Sign-in with an OpenID Connect provider, as endpoints of better-auth's: its sessions, cookies, origin checks and
 * limits hold for them. Who is let in is decided by our own commands, with their rows and audit in one transaction.
 */
export function oidcPlugin(settings: OidcSettings) {
  const provider = createOidcProvider(settings);
  return {
    id: "greenroom-oidc",
    endpoints: {
      startOidc: createAuthEndpoint(
        "/oidc/start",
        {
          method: "POST",
          body: z.object({ next: nextSchema, invitation: z.string().min(1).max(200).optional() }),
        },
        async (ctx) => {
          const { next, invitation } = ctx.body;
          return begin(ctx, provider, {
            next: ownPath(next),
            intent:
              invitation === undefined ? { kind: "sign-in" } : { kind: "invitation", token: invitation },
          });
        },
      ),
      connectOidc: createAuthEndpoint(
        "/oidc/connect",
        {
          method: "POST",
          body: z.object({ next: nextSchema, password: z.string().max(128) }),
          use: [sessionMiddleware],
        },
        async (ctx) => {
          const { session, user } = ctx.context.session;
          // Whoever found a browser open must not leave a second way in behind.
          await ctx.context.password.checkPassword(user.id, ctx);
          return begin(ctx, provider, {
            next: ownPath(ctx.body.next),
            intent: { kind: "connect", sessionId: session.id },
          });
        },
      ),
      oidcCallback: createAuthEndpoint(
        "/oidc/callback",
        { method: "GET", query: z.looseObject({ state: z.string().optional() }) },
        async (ctx) => {
          let begun: OidcState | null = null;
          try {
            const state = await recallState(ctx, ctx.query.state);
            begun = state;
            const answer = new URL(redirectUri());
            answer.search = new URL(ctx.request?.url ?? answer).search;
            const to = await finish(ctx, settings, state, await provider.identify(answer, state));
            begun = { ...state, next: to };
          } catch (error) {
            const reason = refusalReason(error);
            // Who connects a provider is signed in, and stays so.
            if (begun?.intent.kind !== "connect") await recordRefusal(visitorOf(ctx), { reason });
            throw ctx.redirect(refusalAddress(reason, begun));
          }
          throw ctx.redirect(begun.next);
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

const redirectUri = (): string => new URL(oidcCallbackPath, env().publicUrl).href;

async function begin(
  ctx: GenericEndpointContext,
  provider: IdentityProvider,
  purpose: Pick<OidcState, "next" | "intent">,
) {
  const host = ctx.request && hostOf(ctx.request);
  const { publicUrl } = env();
  // The provider sends people back to the public address, where a cookie of another one would be missing.
  if (host && host !== new URL(publicUrl).host)
    throw new APIError("UNPROCESSABLE_ENTITY", {
      code: "OTHER_ADDRESS",
      message: `This works at ${publicUrl}: open Greenroom there and try again.`,
    });
  try {
    const checks = await rememberState(ctx, purpose);
    return ctx.json({ url: (await provider.authorizationAddress(redirectUri(), checks)).href });
  } catch (error) {
    if (!(error instanceof SignInRefusal)) throw error;
    const words = refusalWords(error.reason, env().oidc?.name ?? "The provider");
    throw new APIError("SERVICE_UNAVAILABLE", {
      code: "PROVIDER_REFUSED",
      message: `${words?.title}. ${words?.help}`,
    });
  }
}

/** Where to go: an invitation leads into its workspace when nothing else was asked for. */
async function finish(
  ctx: GenericEndpointContext,
  { linkByEmail }: OidcSettings,
  { intent, next }: OidcState,
  identity: Identity,
): Promise<string> {
  const visitor = visitorOf(ctx);
  if (intent.kind === "connect") {
    await finishConnecting(ctx, visitor, intent.sessionId, identity);
    return next;
  }
  const { person, joined } = await signInWithIdentity(visitor, identity, {
    linkByEmail,
    ...(intent.kind === "invitation" ? { invitation: intent.token } : {}),
  });
  const user = await ctx.context.internalAdapter.findUserById(person.id);
  const session = user && (await ctx.context.internalAdapter.createSession(user.id).catch(orDeactivated));
  if (!user || !session) throw new SignInRefusal("no-account");
  // Also what better-auth's second step takes its turn on.
  await setSessionCookie(ctx, { session, user });
  return joined && next === "/" ? `/w/${joined.slug}/skills` : next;
}

/** Deactivated between the decision and the session. */
function orDeactivated(error: unknown): never {
  if (isAPIError(error) && error.body?.code === deactivatedCode)
    throw new SignInRefusal("deactivated", { cause: error });
  throw error;
}

/** Only for the session that began it: an answer planted in somebody else's browser connects nothing. */
async function finishConnecting(
  ctx: GenericEndpointContext,
  visitor: VisitorContext,
  sessionId: string,
  identity: Identity,
): Promise<void> {
  const current = await getSessionFromCtx(ctx);
  if (current?.session.id !== sessionId) throw new SignInRefusal("signed-out");
  const { id: userId, name, email } = current.user;
  const actor = { kind: "user" as const, userId, name, email, isOperator: false, sessionId };
  await connectIdentity({ ...visitor, actor }, identity);
}

function visitorOf(ctx: GenericEndpointContext): VisitorContext {
  const headers = ctx.request?.headers ?? new Headers();
  return {
    db: database(),
    now: () => new Date(),
    traceId: traceIdOf(headers),
    address: addressOf(headers),
  };
}

function refusalReason(error: unknown): SignInRefusalReason {
  if (error instanceof SignInRefusal) return error.reason;
  log.error({ err: error }, "sign-in with the provider failed");
  return "provider-wrong";
}

/** The page that says in words what happened: where connecting was begun, else the sign-in page. */
function refusalAddress(refused: SignInRefusalReason, begun: OidcState | null): string {
  const next = begun?.next ?? "/";
  if (begun?.intent.kind === "connect") {
    const back = new URL(next, "http://here.invalid");
    back.searchParams.set("refused", refused);
    return back.pathname + back.search;
  }
  return `/sign-in?${new URLSearchParams({ refused, ...(next === "/" ? {} : { next }) })}`;
}
