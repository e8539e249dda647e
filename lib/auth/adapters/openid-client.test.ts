import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { setEnvironment } from "@/lib/testing/set-environment";

setEnvironment({ GREENROOM_ALLOWED_HOSTS: "127.0.0.1" });
const { createOidcProvider } = await import("./openid-client");

const keys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const [rightKeys, wrongKeys] = [keys(), keys()];
const checks = { state: "a-state", nonce: "a-nonce", codeVerifier: "v".repeat(43) };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function jwt(claims: object, key: KeyObject | null = rightKeys.privateKey): string {
  const head = encode(key ? { alg: "RS256", kid: "first" } : { alg: "none" });
  const text = `${head}.${encode(claims)}`;
  return `${text}.${key ? sign("sha256", Buffer.from(text), key).toString("base64url") : ""}`;
}

type Script = {
  /** What it says of itself, besides its addresses. */
  metadata?: object;
  claims?: object;
  key?: KeyObject | null;
  token?: object;
  userInfo?: object;
  tokenStatus?: number;
  body?: string;
};

/** A provider that answers as it is told to, and one question asked of it. */
async function ask(script: Script) {
  const asked: { authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request, String)).join("");
    const answer = (value: unknown, status = 200) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(typeof value === "string" ? value : JSON.stringify(value));
    if (request.url === "/.well-known/openid-configuration")
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        ...script.metadata,
      });
    if (request.url === "/keys")
      return answer({
        keys: [{ ...rightKeys.publicKey.export({ format: "jwk" }), kid: "first", alg: "RS256", use: "sig" }],
      });
    if (request.url === "/me") return answer(script.userInfo ?? {});
    asked.push({ authorization: request.headers.authorization, body });
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: "greenroom",
      sub: "ines",
      nonce: checks.nonce,
      iat: now,
      exp: now + 300,
      email: "Ines@Example.test",
      email_verified: true,
      name: "Ines",
      ...script.claims,
    };
    const token = {
      access_token: "an-access-token",
      token_type: "Bearer",
      id_token: jwt(claims, script.key),
      ...script.token,
    };
    answer(script.body ?? token, script.tokenStatus);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const provider = createOidcProvider({
    issuer,
    clientId: "greenroom",
    clientSecret: "a-secret",
    name: "Scripted",
    linkByEmail: false,
  });
  const answer = new URL("https://greenroom.test/api/auth/oidc/callback?code=a-code&state=a-state");
  return { asked, provider, answer, issuer };
}

describe("an id_token", () => {
  it("says who somebody is when everything about it is right", async () => {
    const { provider, answer, issuer, asked } = await ask({});
    expect(await provider.identify(answer, checks)).toEqual({
      issuer,
      subject: "ines",
      email: "ines@example.test",
      emailVerified: true,
      name: "Ines",
    });
    expect(asked[0]?.authorization).toMatch(/^Basic /);
    expect(new URLSearchParams(asked[0]?.body).get("code_verifier")).toBe(checks.codeVerifier);
  });

  const longAgo = Math.floor(Date.now() / 1_000) - 3_600;
  it.each<[string, Script]>([
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["another client", { claims: { aud: "somebody-else" } }],
    ["several clients, authorised for another", { claims: { aud: ["greenroom", "other"], azp: "other" } }],
    ["another nonce", { claims: { nonce: "replayed" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["an end that has passed", { claims: { iat: longAgo, exp: longAgo + 60 } }],
    ["a beginning that is ahead", { claims: { nbf: longAgo + 7_200 } }],
    ["no subject", { claims: { sub: undefined } }],
    ["somebody else's signature", { key: wrongKeys.privateKey }],
    ["no signature", { key: null }],
  ])("with %s says nothing", async (_what, script) => {
    const { provider, answer } = await ask(script);
    await expect(provider.identify(answer, checks)).rejects.toMatchObject({ reason: "provider-wrong" });
  });

  it.each<[string, Script]>([
    ["is missing", { token: { id_token: undefined } }],
    ["is no token", { token: { id_token: "not.a.token" } }],
    ["is refused with its code", { tokenStatus: 400, body: '{"error":"invalid_grant"}' }],
    ["is a page", { body: "<html>hello</html>" }],
  ])("that %s says nothing", async (_what, script) => {
    const { provider, answer } = await ask(script);
    await expect(provider.identify(answer, checks)).rejects.toMatchObject({ reason: "provider-wrong" });
  });
});

describe("an address", () => {
  it("that the id_token leaves out is asked for, of the same subject alone", async () => {
    const claims = { email: undefined, email_verified: undefined };
    const right = await ask({
      claims,
      userInfo: { sub: "ines", email: "a@b.test", email_verified: "true" },
    });
    expect(await right.provider.identify(right.answer, checks)).toMatchObject({
      email: "a@b.test",
      emailVerified: true,
    });
    const wrong = await ask({ claims, userInfo: { sub: "omar", email: "a@b.test", email_verified: true } });
    await expect(wrong.provider.identify(wrong.answer, checks)).rejects.toMatchObject({
      reason: "provider-wrong",
    });
  });

  it.each([false, "false", null, undefined, 1, "yes"])(
    "counts as not verified when the provider says %j of it",
    async (email_verified) => {
      const { provider, answer } = await ask({ claims: { email_verified } });
      expect(await provider.identify(answer, checks)).toMatchObject({ emailVerified: false });
    },
  );
});

describe("a provider", () => {
  it("that says it is another one is not gone to", async () => {
    const { provider } = await ask({ metadata: { issuer: "https://evil.example" } });
    await expect(provider.authorizationAddress("https://greenroom.test/back", checks)).rejects.toMatchObject({
      reason: "provider-wrong",
    });
  });

  it("that breaks is said to be down, and one that takes the secret in the body alone gets it there", async () => {
    const broken = await ask({ tokenStatus: 503, body: "{}" });
    await expect(broken.provider.identify(broken.answer, checks)).rejects.toMatchObject({
      reason: "provider-down",
    });
    const post = await ask({ metadata: { token_endpoint_auth_methods_supported: ["client_secret_post"] } });
    await post.provider.identify(post.answer, checks);
    expect(post.asked[0]?.authorization).toBeUndefined();
    expect(new URLSearchParams(post.asked[0]?.body).get("client_secret")).toBe("a-secret");
  });

  it("is not asked over http unless the operator lists its host", async () => {
    const provider = createOidcProvider({
      issuer: "http://localhost:1",
      clientId: "greenroom",
      clientSecret: null,
      name: "Elsewhere",
      linkByEmail: false,
    });
    await expect(provider.authorizationAddress("https://greenroom.test/back", checks)).rejects.toMatchObject({
      reason: "provider-down",
    });
  });
});
