import { afterAll, describe, expect, it, vi } from "vitest";
import { aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { startOidcProvider } from "@/lib/testing/oidc-provider";
import { secretOf } from "@/lib/testing/secret-of";
import type { Context, PersonContext } from "./context";
import { codeAt, stepAt } from "./one-time-code";

const { db } = testDatabase();
vi.spyOn(console, "info").mockImplementation(() => {});
vi.spyOn(console, "warn").mockImplementation(() => {});
const callback = "http://127.0.0.1:3000/api/auth/oidc/callback";
const provider = await startOidcProvider({ redirectUris: [callback], people: [] });
afterAll(() => provider.stop());

Object.assign(process.env, {
  GREENROOM_OIDC_ISSUER: provider.issuer,
  GREENROOM_OIDC_CLIENT_ID: provider.clientId,
  GREENROOM_OIDC_CLIENT_SECRET: provider.clientSecret,
  GREENROOM_OIDC_NAME: "Meridian ID",
  GREENROOM_ALLOWED_HOSTS: "127.0.0.1",
});
const { SignInBrowser, home } = await import("@/lib/testing/sign-in-browser");
const { handleAuthRequest } = await import("./adapters/better-auth");
const { createInvitation } = await import("./commands/create-invitation");
const { disconnectIdentity } = await import("./commands/disconnect-identity");
const { hashPassword } = await import("./credentials");
type Browser = InstanceType<typeof SignInBrowser>;

let count = 0;
/** Somebody here, and their account at the provider with the same verified address, not connected yet. */
async function aPair(overrides: { email_verified?: boolean } = {}) {
  count += 1;
  const person = await aContext(db);
  const account = {
    sub: `subject-${count}`,
    email: person.actor.email.toUpperCase(),
    email_verified: true,
    name: "Jo",
    ...overrides,
  };
  provider.people.push(account);
  return { person, account };
}

async function start(browser: Browser, body: object = {}): Promise<string> {
  const response = await browser.post("oidc/start", body);
  expect(response.status, await response.clone().text()).toBe(200);
  return String((await response.json()).url);
}

/** The whole way; answers with where the browser ends. */
async function signIn(browser: Browser, account: { sub: string } | "cancel", body: object = {}) {
  const back = await browser.throughProvider(await start(browser, body), account);
  const response = await browser.request(back);
  return { back, response, end: response.headers.get("location") };
}

const connect = (person: PersonContext, sub: string) =>
  db.account.create({
    data: { userId: person.actor.userId, providerId: "oidc", accountId: `${provider.issuer} ${sub}` },
  });
const sessionsOf = (person: PersonContext) => db.session.findMany({ where: { userId: person.actor.userId } });
const trailOf = async (person: PersonContext) =>
  (await db.audit.findMany({ where: { actorId: person.actor.userId }, orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );

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

describe("an invitation", () => {
  const invite = async (context: Context, email?: string) => {
    const { url } = await createInvitation(context, { role: "author", ...(email ? { email } : {}) }, null);
    return url.slice(url.indexOf("#") + 1);
  };
  const newcomer = (overrides: object = {}) => {
    count += 1;
    const account = {
      sub: `new-${count}`,
      email: `new-${count}@example.test`,
      email_verified: true,
      name: `New ${count}`,
      ...overrides,
    };
    provider.people.push(account);
    return account;
  };

  it("lets somebody new in: person, connection and membership at once, without a password", async () => {
    const context = await aContext(db);
    const account = newcomer();
    const browser = new SignInBrowser();
    const { end } = await signIn(browser, account, { invitation: await invite(context) });
    expect(end).toBe(`/w/${context.workspace.slug}/skills`);
    const user = await db.user.findUniqueOrThrow({
      where: { email: account.email },
      include: { accounts: true, members: true },
    });
    expect(user).toMatchObject({ name: account.name, emailVerified: true, isOperator: false });
    expect(user.accounts.map(({ providerId }) => providerId)).toEqual(["oidc"]);
    expect(user.members).toMatchObject([{ workspaceId: context.workspace.id, role: "author" }]);
  });

  it("makes one person of two answers at once, and is used up", async () => {
    const context = await aContext(db);
    const account = newcomer();
    const token = await invite(context);
    const ends = await Promise.all(
      [1, 2].map(async () => (await signIn(new SignInBrowser(), account, { invitation: token })).end),
    );
    expect(ends.filter((end) => end?.startsWith("/w/")).length).toBeGreaterThan(0);
    expect(await db.user.count({ where: { email: account.email } })).toBe(1);
    const again = await signIn(new SignInBrowser(), newcomer(), { invitation: token });
    expect(again.end).toBe("/sign-in?refused=invitation");
  });

  it("for one address is for whoever has shown that it is theirs, and leaves nobody behind otherwise", async () => {
    const context = await aContext(db);
    const token = await invite(context, "for.one@example.test");
    const before = await db.user.count();
    const other = await signIn(new SignInBrowser(), newcomer(), { invitation: token });
    expect(other.end).toBe("/sign-in?refused=invitation-address");
    const unverified = newcomer({ email: "for.one@example.test", email_verified: false });
    const claimed = await signIn(new SignInBrowser(), unverified, { invitation: token });
    expect(claimed.end).toBe("/sign-in?refused=email-unverified");
    expect(await db.user.count()).toBe(before);
    const rightful = newcomer({ email: "for.one@example.test" });
    const { end } = await signIn(new SignInBrowser(), rightful, { invitation: token });
    expect(end).toBe(`/w/${context.workspace.slug}/skills`);
  });

  it("does not get anybody into an account that has the address already", async () => {
    const { account } = await aPair();
    const token = await invite(await aContext(db));
    const { end } = await signIn(new SignInBrowser(), account, { invitation: token });
    expect(end).toBe("/sign-in?refused=not-connected");
  });

  it("made up is refused", async () => {
    const { end } = await signIn(new SignInBrowser(), newcomer(), { invitation: "made-up" });
    expect(end).toBe("/sign-in?refused=invitation");
  });

  it("lets a member who opens it again simply in", async () => {
    const context = await aContext(db);
    const account = newcomer();
    await signIn(new SignInBrowser(), account, { invitation: await invite(context) });
    const { end } = await signIn(new SignInBrowser(), account, { invitation: await invite(context) });
    expect(end).toBe("/");
  });
});

describe("connecting one's own account", () => {
  async function signedIn() {
    const { person, account } = await aPair({ email_verified: false });
    const browser = new SignInBrowser();
    const passwordHash = await hashPassword("rehearse-before-you-ship");
    await db.account.create({
      data: {
        userId: person.actor.userId,
        accountId: person.actor.userId,
        providerId: "credential",
        password: passwordHash,
      },
    });
    const response = await browser.post("sign-in/email", {
      email: person.actor.email,
      password: "rehearse-before-you-ship",
    });
    expect(response.status).toBe(200);
    return { person, account, browser };
  }
  const begin = async (browser: Browser) => {
    const response = await browser.post("oidc/connect", {
      password: "rehearse-before-you-ship",
      next: "/w/meridian/settings/account",
    });
    expect(response.status).toBe(200);
    return String((await response.json()).url);
  };

  it("needs the password, then lets the person in through the provider, verified address or not", async () => {
    const { person, account, browser } = await signedIn();
    const wrong = await browser.post("oidc/connect", { password: "not-the-password" });
    expect(wrong.status).toBe(400);
    const back = await browser.throughProvider(await begin(browser), account);
    expect((await browser.request(back)).headers.get("location")).toBe("/w/meridian/settings/account");
    expect((await signIn(new SignInBrowser(), account)).end).toBe("/");
    expect(await trailOf(person)).toEqual(["person.signed-in", "sign-in.connected", "person.signed-in"]);
  });

  it("happens in the session that began it alone: an answer planted in another's browser connects nothing", async () => {
    const [attacker, victim] = [await signedIn(), await signedIn()];
    const back = await attacker.browser.throughProvider(await begin(attacker.browser), attacker.account);
    const planted = await victim.browser.request(back);
    expect(planted.headers.get("location")).toBe("/sign-in?refused=expired");
    expect(await db.account.count({ where: { userId: victim.person.actor.userId } })).toBe(1);
  });

  it("is refused when that session has ended meanwhile", async () => {
    const { person, account, browser } = await signedIn();
    const back = await browser.throughProvider(await begin(browser), account);
    await db.session.deleteMany({ where: { userId: person.actor.userId } });
    expect((await browser.request(back)).headers.get("location")).toBe(
      "/w/meridian/settings/account?refused=signed-out",
    );
    expect(await db.account.count({ where: { userId: person.actor.userId, providerId: "oidc" } })).toBe(0);
  });

  it("takes nobody's connection from them, and one connection each", async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    await connect(first.person, first.account.sub);
    const taken = await second.browser.throughProvider(await begin(second.browser), first.account);
    expect((await second.browser.request(taken)).headers.get("location")).toBe(
      "/w/meridian/settings/account?refused=somebody-else",
    );
    await connect(second.person, second.account.sub);
    provider.people.push({ sub: "one-more" });
    const more = new SignInBrowser();
    await more.post("sign-in/email", {
      email: second.person.actor.email,
      password: "rehearse-before-you-ship",
    });
    const back = await more.throughProvider(await begin(more), { sub: "one-more" });
    expect((await more.request(back)).headers.get("location")).toBe(
      "/w/meridian/settings/account?refused=connected-elsewhere",
    );
  });

  it("is asked for the code of the second step as well, and then goes where it was going", async () => {
    const { person, account, browser } = await signedIn();
    await connect(person, account.sub);
    const password = "rehearse-before-you-ship";
    const { totpURI } = await (await browser.post("two-factor/enable", { password })).json();
    const code = (distance: number) => codeAt(secretOf(totpURI), stepAt(new Date()) + distance);
    await browser.post("two-factor/verify-totp", { code: code(-1) });
    const another = new SignInBrowser();
    const { end } = await signIn(another, account, { next: "/w/meridian/agents" });
    expect(end).toBe("/sign-in/code?next=%2Fw%2Fmeridian%2Fagents");
    expect(await (await another.request("/api/auth/get-session")).json()).toBeNull();
    expect(await sessionsOf(person)).toHaveLength(1);
    expect((await another.post("two-factor/verify-totp", { code: code(0) })).status).toBe(200);
    expect(await (await another.request("/api/auth/get-session")).json()).not.toBeNull();
    const trail = await trailOf(person);
    expect(trail.filter((action) => action === "person.signed-in")).toHaveLength(2);
  });

  it("is not begun by another site's page", async () => {
    const { browser } = await signedIn();
    const foreign = { origin: "https://evil.example" };
    const body = { password: "rehearse-before-you-ship" };
    expect((await browser.post("oidc/connect", body, foreign)).status).toBe(403);
    expect((await browser.post("oidc/start", {}, foreign)).status).toBe(403);
  });

  it("ends when it is disconnected, unless there is no other way in", async () => {
    const { person, account } = await signedIn();
    await connect(person, account.sub);
    await disconnectIdentity(person);
    expect((await signIn(new SignInBrowser(), account)).end).toBe("/sign-in?refused=email-unverified");
    await expect(disconnectIdentity(person)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const only = await aPerson(db);
    await connect(only, "only-way");
    await expect(disconnectIdentity(only)).rejects.toMatchObject({ code: "CONFLICT" });
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
