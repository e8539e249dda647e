import { describe, expect, it } from "vitest";
import { home, SignInBrowser } from "@/lib/testing/browser/sign-in-browser";
import { testDatabase } from "@/lib/testing/database";
import { startOidcJourneys } from "@/lib/testing/servers/oidc-journeys";
import { handleAuthRequest } from "./adapters/better-auth";

const { db } = testDatabase();
const { provider, callback, aPair, start, signIn, connect, sessionsOf, trailOf } =
  await startOidcJourneys(db);

describe("signing in with the provider", () => {
  it("lets a connected person in, remembers no token of the provider's, and writes it down", async () => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const browser = new SignInBrowser();
    const { end } = await signIn(browser, account, { next: "/w/meridian/skills?sort=name" });
    expect(end).toBe("/w/meridian/skills?sort=name");
    const session = await browser.request("/api/auth/get-session");
    expect((await session.json()).user.id).toBe(person.actor.userId);
    expect(await trailOf(person)).toEqual(["person.signed-in"]);
    expect(await db.account.findFirst({ where: { userId: person.actor.userId } })).toMatchObject({
      accessToken: null,
      refreshToken: null,
      idToken: null,
    });
  });

  it("asks the person at the provider with PKCE, a state and a nonce, and for no more than who they are", async () => {
    const url = new URL(await start(new SignInBrowser()));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: provider.clientId,
      response_type: "code",
      redirect_uri: callback,
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"])
      expect(url.searchParams.get(name)?.length, name).toBeGreaterThan(40);
  });

  it("gives a session of its own each time, whatever cookie the browser came with", async () => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const browser = new SignInBrowser();
    await signIn(browser, account);
    const first = browser.cookie("127.0.0.1:3000", "greenroom.session_token");
    await signIn(browser, account);
    expect(browser.cookie("127.0.0.1:3000", "greenroom.session_token")).not.toBe(first);
  });

  it("never tells who has an account by its address alone: an address that is not verified gets one answer", async () => {
    const { person, account } = await aPair({ email_verified: false });
    expect((await signIn(new SignInBrowser(), account)).end).toBe("/sign-in?refused=email-unverified");
    provider.people.push({ sub: "unknown-unverified", email: "x@example.test", email_verified: false });
    const unknown = await signIn(new SignInBrowser(), { sub: "unknown-unverified" });
    expect(unknown.end).toBe("/sign-in?refused=email-unverified");
    expect(await sessionsOf(person)).toEqual([]);
  });

  it("does not open an account by a verified address unless the operator trusts the provider so far", async () => {
    const { person, account } = await aPair();
    const { end } = await signIn(new SignInBrowser(), account, { next: "/w/meridian/skills" });
    expect(end).toBe("/sign-in?refused=not-connected&next=%2Fw%2Fmeridian%2Fskills");
    expect(await sessionsOf(person)).toEqual([]);
    expect(await db.account.count({ where: { userId: person.actor.userId } })).toBe(0);
  });

  it("makes nobody without an invitation", async () => {
    provider.people.push({ sub: "stranger", email: "stranger@example.test", email_verified: true });
    const before = await db.user.count();
    expect((await signIn(new SignInBrowser(), { sub: "stranger" })).end).toBe("/sign-in?refused=no-account");
    expect(await db.user.count()).toBe(before);
    const refused = { action: "sign-in.refused", workspaceId: null };
    expect(
      await db.audit.findMany({ where: { ...refused, detail: { path: ["reason"], equals: "no-account" } } }),
    ).toMatchObject([{ actorId: null, objectType: "nobody", detail: { reason: "no-account", count: 1 } }]);
  });

  it("does not take a subject of another issuer for this one's", async () => {
    const { person, account } = await aPair({ email_verified: false });
    await db.account.create({
      data: {
        userId: person.actor.userId,
        providerId: "oidc",
        accountId: `https://another.example.test ${account.sub}`,
      },
    });
    expect((await signIn(new SignInBrowser(), account)).end).toBe("/sign-in?refused=email-unverified");
  });
});

describe("what goes wrong at the provider", () => {
  it("comes back in words when the person says no", async () => {
    expect((await signIn(new SignInBrowser(), "cancel", { next: "/w/a/skills" })).end).toBe(
      "/sign-in?refused=denied&next=%2Fw%2Fa%2Fskills",
    );
  });

  it("says before anybody is sent away that it does not answer, and asks it again the next time", async () => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const browser = new SignInBrowser();
    const back = await browser.throughProvider(await start(browser), account);
    await provider.stop();
    expect((await browser.request(back)).headers.get("location")).toBe("/sign-in?refused=provider-down");
    await provider.start();
    expect((await signIn(browser, account)).end).toBe("/");
  });
});

describe("an answer of the provider's", () => {
  it("is taken once: not a second time, by whoever has its address", async () => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const browser = new SignInBrowser();
    const { back, end } = await signIn(browser, account);
    expect(end).toBe("/");
    expect((await browser.request(back)).headers.get("location")).toBe("/sign-in?refused=expired");
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  it("is taken once even when it comes twice at the same moment", async () => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const browser = new SignInBrowser();
    const back = await browser.throughProvider(await start(browser), account);
    const ends = await Promise.all(
      [1, 2, 3, 4].map(async () => (await browser.request(back)).headers.get("location")),
    );
    expect(ends.filter((end) => end === "/")).toHaveLength(1);
    expect(await sessionsOf(person)).toHaveLength(1);
  });

  it("is worth nothing in another browser, so that nobody is signed in as somebody else by a link", async () => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const attacker = new SignInBrowser();
    const back = await attacker.throughProvider(await start(attacker), account);
    const victim = new SignInBrowser();
    expect((await victim.request(back)).headers.get("location")).toBe("/sign-in?refused=expired");
    await start(victim);
    expect((await victim.request(back)).headers.get("location")).toBe("/sign-in?refused=expired");
    expect(await sessionsOf(person)).toEqual([]);
  });

  it.each([
    ["another state", (url: URL) => url.searchParams.set("state", "made-up")],
    ["no state", (url: URL) => url.searchParams.delete("state")],
    ["a made-up code", (url: URL) => url.searchParams.set("code", "made-up")],
    ["no code", (url: URL) => url.searchParams.delete("code")],
    ["another issuer's name", (url: URL) => url.searchParams.set("iss", "https://evil.example")],
  ])("is refused with %s", async (_what, change) => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const browser = new SignInBrowser();
    const url = new URL(await browser.throughProvider(await start(browser), account));
    change(url);
    const end = (await browser.request(url.href)).headers.get("location");
    expect(end).toMatch(/^\/sign-in\?refused=(expired|provider-wrong)$/);
    expect(await sessionsOf(person)).toEqual([]);
  });

  it("is refused when its code was asked for with another browser's secret", async () => {
    const { person, account } = await aPair();
    await connect(person, account.sub);
    const [mine, theirs] = [new SignInBrowser(), new SignInBrowser()];
    const own = new URL(await mine.throughProvider(await start(mine), account));
    const other = new URL(await theirs.throughProvider(await start(theirs), account));
    // A stolen code in a flow of one's own: PKCE and nonce do not fit.
    own.searchParams.set("code", other.searchParams.get("code") ?? "");
    const end = (await mine.request(own.href)).headers.get("location");
    expect(end).toBe("/sign-in?refused=provider-wrong");
    expect(await sessionsOf(person)).toEqual([]);
  });
});

describe("where to go afterwards", () => {
  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
    "skills",
  ])("is never %j", async (next) => {
    const browser = new SignInBrowser();
    expect((await browser.post("oidc/start", { next })).status).toBe(422);
    const email = { email: "a@example.test", password: "x".repeat(12) };
    expect((await browser.post("sign-in/email", { ...email, callbackURL: next })).status).toBe(422);
  });

  it("is another page first when Greenroom was opened at an address that the provider does not know", async () => {
    const response = await handleAuthRequest(
      new Request("http://localhost:3000/api/auth/oidc/start", {
        method: "POST",
        headers: {
          host: "localhost:3000",
          origin: "http://localhost:3000",
          "content-type": "application/json",
        },
        body: "{}",
      }),
    );
    expect(response.status).toBe(422);
    expect((await response.json()).message).toContain(home);
  });
});
