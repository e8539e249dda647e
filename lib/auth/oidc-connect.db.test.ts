import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { SignInBrowser } from "@/lib/testing/browser/sign-in-browser";
import { aContext, aPerson } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { secretOf } from "@/lib/testing/secret-of";
import { startOidcJourneys } from "@/lib/testing/servers/oidc-journeys";
import { holdClockInStep } from "@/lib/testing/steady-clock";
import { createInvitation } from "./commands/create-invitation";
import { disconnectIdentity } from "./commands/disconnect-identity";
import { codeAt, stepAt } from "./one-time-code";
import { hashPassword } from "./writes/set-password";

const { db } = testDatabase();
holdClockInStep();
const { provider, aPair, signIn, connect, sessionsOf, trailOf } = await startOidcJourneys(db);
let count = 0;

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
  const begin = async (browser: SignInBrowser) => {
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
