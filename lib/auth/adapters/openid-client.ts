import "server-only";
import * as oidc from "openid-client";
import { z } from "zod";
import { hourMs } from "@/lib/kernel/durations";
import { env, type OidcSettings } from "@/lib/platform/env";
import { createGuardedFetch } from "@/lib/platform/guarded-fetch";
import { log } from "@/lib/platform/log";
import type { AuthorizationChecks, Identity, IdentityProvider } from "../ports";
import { personNameSchema } from "../schema";
import { SignInRefusal } from "../sign-in-refusal";

const answerSeconds = 10;
/** What discovery said: asked for again before somebody is sent away, so that a provider that is down is told of here. */
const keepMs = { leaving: 10_000, returning: hourMs };
/** How far two clocks may be apart. */
const toleranceSeconds = 30;

const claimsSchema = z.object({
  email: z.email().max(254).toLowerCase().nullish().catch(null),
  // Some providers write booleans as text.
  email_verified: z
    .union([z.boolean(), z.literal("true").transform(() => true)])
    .nullish()
    .catch(false),
  name: personNameSchema.nullish().catch(null),
});

/**
 * One OpenID Connect provider (https://openid.net/specs/openid-connect-core-1_0.html): code flow with PKCE, state and
 * nonce; the id_token's signature, issuer, audience and times are checked.
 */
export function createOidcProvider(settings: OidcSettings): IdentityProvider {
  let known: { configuration: Promise<oidc.Configuration>; at: number } | null = null;
  const configuration = async (step: keyof typeof keepMs) => {
    if (known && Date.now() - known.at < keepMs[step]) return known.configuration;
    const asked = { configuration: discover(settings), at: Date.now() };
    known = asked;
    // A provider that was down is asked again at once.
    asked.configuration.catch(() => {
      if (known === asked) known = null;
    });
    return asked.configuration;
  };
  return {
    authorizationAddress: (redirectUri, { state, nonce, codeVerifier }) =>
      inWords("leaving", async () =>
        oidc.buildAuthorizationUrl(await configuration("leaving"), {
          redirect_uri: redirectUri,
          scope: "openid email profile",
          response_type: "code",
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        }),
      ),
    identify: (answer, checks) =>
      inWords("returning", async () => identityOf(await configuration("returning"), answer, checks)),
  };
}

async function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const address = new URL(issuer);
  // The operator named this host: over https it may be a private one. Over http it has to be listed like any other.
  const { allowedHosts } = env();
  const guarded = createGuardedFetch({
    allowedHosts: address.protocol === "https:" ? [...allowedHosts, address.host] : allowedHosts,
    maxBytes: 1024 * 1024,
    idleTimeoutMs: answerSeconds * 1_000,
  });
  const configuration = await oidc.discovery(
    address,
    clientId,
    { ...(clientSecret ? { client_secret: clientSecret } : {}), [oidc.clockTolerance]: toleranceSeconds },
    clientSecret ? secretSentAs(clientSecret) : oidc.None(),
    {
      [oidc.customFetch]: (url, options) => guarded(url, toInit(options)),
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(address.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
      ],
      timeout: answerSeconds,
    },
  );
  return configuration;
}

/** In the header, which is the standard's default, unless the provider takes it in the body alone. */
function secretSentAs(secret: string): oidc.ClientAuth {
  const basic = oidc.ClientSecretBasic(secret);
  const post = oidc.ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const send = methods.includes("client_secret_basic") ? basic : post;
    return send(server, client, body, headers);
  };
}

function toInit({ method, headers, body, signal }: oidc.CustomFetchOptions): RequestInit {
  return {
    method,
    headers,
    ...(body === undefined || body === null
      ? {}
      : { body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
    ...(signal ? { signal } : {}),
  };
}

async function identityOf(
  configuration: oidc.Configuration,
  answer: URL,
  { state, nonce, codeVerifier }: AuthorizationChecks,
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new SignInRefusal("provider-wrong");
  const said = claimsSchema.parse(claims);
  // Small id_tokens leave the address to the user-info endpoint; its answer must be about the same subject.
  const asked =
    !said.email && configuration.serverMetadata().userinfo_endpoint
      ? claimsSchema.parse(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub))
      : said;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: asked.email ?? null,
    emailVerified: asked.email_verified === true,
    name: said.name ?? asked.name ?? null,
  };
}

/** What went wrong, as the reasons that people are told; the rest is for the operator's log. */
async function inWords<T>(step: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInRefusal) throw error;
    const reason = reasonOf(error);
    log.warn({ err: error, step, reason }, "the sign-in provider");
    throw new SignInRefusal(reason, { cause: error });
  }
}

function reasonOf(error: unknown): "denied" | "provider-down" | "provider-wrong" {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === "temporarily_unavailable" || error.error === "server_error"
      ? "provider-down"
      : "denied";
  if (error instanceof oidc.ResponseBodyError) return "provider-wrong";
  const isAnswer = error instanceof oidc.ClientError && error.code !== undefined && !passing.has(error.code);
  const isBroken = error instanceof Error && error.cause instanceof Response && error.cause.status >= 500;
  return isAnswer && !isBroken ? "provider-wrong" : "provider-down";
}

const passing = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT"]);
