import "server-only";
import type { GenericEndpointContext } from "better-auth";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import { seal, sha256, unseal } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import type { AuthorizationChecks } from "../ports";
import { SignInRefusal } from "../sign-in-refusal";

const lifeSeconds = 10 * 60;

const stateSchema = z.object({
  nonce: z.string(),
  codeVerifier: z.string(),
  /** An own path: where to go afterwards. */
  next: z.string(),
  intent: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("sign-in") }),
    z.object({ kind: z.literal("invitation"), token: z.string() }),
    z.object({ kind: z.literal("connect"), sessionId: z.string() }),
  ]),
});
export type OidcState = z.infer<typeof stateSchema>;

const identifierOf = (state: string) => `oidc-${sha256(state)}`;
const cookieOf = (ctx: GenericEndpointContext) =>
  ctx.context.createAuthCookie("oidc_state", { maxAge: lifeSeconds });

/**
 * Remembers why somebody is sent to the provider: sealed in a row that is used once, and bound to this browser by a
 * signed cookie, so that an address of the provider's answer works nowhere else and not twice.
 */
export async function rememberState(
  ctx: GenericEndpointContext,
  { next, intent }: Pick<OidcState, "next" | "intent">,
): Promise<AuthorizationChecks> {
  const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const identifier = identifierOf(state);
  const text = JSON.stringify({ nonce, codeVerifier, next, intent } satisfies OidcState);
  await ctx.context.internalAdapter.createVerificationValue({
    identifier,
    value: Buffer.from(seal(env().secret, identifier, text)).toString("base64"),
    expiresAt: new Date(Date.now() + lifeSeconds * 1_000),
  });
  const cookie = cookieOf(ctx);
  await ctx.setSignedCookie(cookie.name, state, ctx.context.secret, cookie.attributes);
  return { state, nonce, codeVerifier };
}

/** What was remembered, once. Throws SignInRefusal when it is too old, used, or another browser's. */
export async function recallState(
  ctx: GenericEndpointContext,
  state: string | undefined,
): Promise<OidcState & AuthorizationChecks> {
  const cookie = cookieOf(ctx);
  const expected = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (!state || !expected || expected !== state) throw new SignInRefusal("expired");
  ctx.setCookie(cookie.name, "", { ...cookie.attributes, maxAge: 0 });
  const identifier = identifierOf(state);
  const row = await ctx.context.internalAdapter.consumeVerificationValue(identifier);
  if (!row) throw new SignInRefusal("expired");
  const text = unseal(env().secret, identifier, Buffer.from(row.value, "base64"));
  return { state, ...stateSchema.parse(JSON.parse(text)) };
}
