import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import Provider, { type Configuration } from "oidc-provider";
import { z } from "zod";

export type OidcPerson = { sub: string; email?: string; email_verified?: boolean; name?: string };
export type OidcServer = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where it may send people back to; read when it is first asked for anything. */
  redirectUris: string[];
  /** Who may sign in there; the form takes their `sub`, and any password. */
  people: OidcPerson[];
  /** What the token endpoint was asked, in order. */
  tokenRequests: URLSearchParams[];
  /** As if the machine were switched off and on. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

/**
 * A real OpenID Connect provider (the program `oidc-provider`) on a free port of this machine, with the sign-in and
 * consent pages that it brings. `change` alters its configuration.
 */
export async function startOidcProvider(options: {
  redirectUris?: string[];
  people: OidcPerson[];
  change?: Partial<Configuration>;
}): Promise<OidcServer> {
  const [clientId, clientSecret] = ["greenroom", "a-secret-that-only-the-tests-know"];
  const tokenRequests: URLSearchParams[] = [];
  const people = [...options.people];
  const redirectUris = [...(options.redirectUris ?? [])];
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "first" };
  let handle: ReturnType<Provider["callback"]> | null = null;
  const server = createServer((request, response) => {
    handle ??= build();
    void handle(request, response);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const build = () => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
      jwks: { keys: [key] },
      cookies: { keys: ["only-for-tests"] },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      // Otherwise the claims are at the user-info endpoint alone.
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      findAccount: (_ctx, sub) => {
        const person = people.find((each) => each.sub === sub);
        return person && { accountId: sub, claims: () => person };
      },
      ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
      ...options.change,
    });
    provider.use(async (ctx, next) => {
      await next();
      if (ctx.path === "/token" && ctx.oidc?.params) tokenRequests.push(asParams(ctx.oidc.params));
    });
    return provider.callback();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    issuer,
    clientId,
    clientSecret,
    redirectUris,
    people,
    tokenRequests,
    stop,
    start: () => listen(port),
  };
}

const asParams = (params: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(params).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])),
  );
