import { describe, expect, it } from "vitest";
import type { PersonContext } from "@/lib/access/context";
import { givePassword, testPassword as password } from "@/lib/testing/api-session";
import { SignInBrowser } from "@/lib/testing/browser/sign-in-browser";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { secretOf } from "@/lib/testing/secret-of";
import { holdClockInStep } from "@/lib/testing/steady-clock";
import { revokeOtherSessions } from "./commands/revoke-session";
import { codeAt, stepAt } from "./one-time-code";
import { getSignInMethods } from "./sign-ins";

const { db } = testDatabase();
// Codes are told apart by their half minute: none may end between two requests of a test.
holdClockInStep();

async function aPersonWithPassword() {
  const person = await aContext(db);
  await givePassword(db, person.actor.userId);
  return { person, email: person.actor.email };
}
const signIn = (browser: SignInBrowser, email: string) => browser.post("sign-in/email", { email, password });
const isSignedIn = async (browser: SignInBrowser) =>
  (await (await browser.request("/api/auth/get-session")).json()) !== null;
const trailOf = async ({ db: of, actor }: PersonContext) =>
  (await of.audit.findMany({ where: { actorId: actor.userId }, orderBy: { id: "asc" } })).map(
    ({ action, detail }) => [action, detail],
  );

/** Somebody with a second step, and the codes of their app: each call the next one that is still good. */
async function enrolled() {
  const { person, email } = await aPersonWithPassword();
  const browser = new SignInBrowser();
  await signIn(browser, email);
  const answer = await (await browser.post("two-factor/enable", { password })).json();
  const secret = secretOf(answer.totpURI);
  const backupCodes: string[] = answer.backupCodes;
  const code = (distance = 0) => codeAt(secret, stepAt(new Date()) + distance);
  const confirmed = await browser.post("two-factor/verify-totp", { code: code(-1) });
  expect(confirmed.status).toBe(200);
  return { person, email, browser, secret, backupCodes, code };
}

describe("switching the second step on", () => {
  it("needs the password, and counts only once the first code was right", async () => {
    const { person, email } = await aPersonWithPassword();
    const browser = new SignInBrowser();
    await signIn(browser, email);
    expect((await browser.post("two-factor/enable", { password: "not-the-password" })).status).toBe(400);
    const answer = await (await browser.post("two-factor/enable", { password })).json();
    expect((await browser.post("two-factor/verify-totp", { code: "000000" })).status).toBe(401);
    const another = new SignInBrowser();
    await signIn(another, email);
    expect(await isSignedIn(another)).toBe(true);
    const code = codeAt(secretOf(answer.totpURI), stepAt(new Date()));
    expect((await browser.post("two-factor/verify-totp", { code })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    const asked = new SignInBrowser();
    expect(await (await signIn(asked, email)).json()).toMatchObject({ twoFactorRedirect: true });
    expect(await isSignedIn(asked)).toBe(false);
    expect((await trailOf(person)).map(([action]) => action)).toEqual([
      "person.signed-in",
      "person.signed-in",
      "two-factor.enabled",
    ]);
  });

  it("stores neither secret nor backup codes as they are", async () => {
    const { person, secret, backupCodes } = await enrolled();
    const row = await db.twoFactor.findUniqueOrThrow({ where: { userId: person.actor.userId } });
    const stored = JSON.stringify(row);
    for (const text of [secret, ...backupCodes]) expect(stored).not.toContain(text);
    expect(backupCodes).toHaveLength(10);
  });
});

describe("the second step", () => {
  it("lets in whoever has the code, once per code", async () => {
    const { person, email, code } = await enrolled();
    const typed = code();
    const first = new SignInBrowser();
    await signIn(first, email);
    expect((await first.post("two-factor/verify-totp", { code: typed })).status).toBe(200);
    expect(await isSignedIn(first)).toBe(true);
    const shoulderSurfer = new SignInBrowser();
    await signIn(shoulderSurfer, email);
    const replayed = await shoulderSurfer.post("two-factor/verify-totp", { code: typed });
    expect([replayed.status, (await replayed.json()).code]).toEqual([401, "USED_CODE"]);
    expect(await isSignedIn(shoulderSurfer)).toBe(false);
    expect((await trailOf(person)).at(-1)).toEqual(["person.signed-in", { with: "code" }]);
  });

  it("takes one code once even of twenty requests at the same moment", async () => {
    const { email, code } = await enrolled();
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = new SignInBrowser();
        await signIn(browser, email);
        return browser;
      }),
    ).catch(() => []);
    expect(browsers).toHaveLength(20);
    const typed = code();
    const statuses = await Promise.all(
      browsers.map(async (browser) => (await browser.post("two-factor/verify-totp", { code: typed })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it("does not take the code that it was switched on with", async () => {
    const { email, code } = await enrolled();
    const browser = new SignInBrowser();
    await signIn(browser, email);
    const again = await browser.post("two-factor/verify-totp", { code: code(-1) });
    expect([again.status, (await again.json()).code]).toEqual([401, "USED_CODE"]);
  });

  it("begins anew after five wrong codes, and locks the account after ten", async () => {
    const { email, code } = await enrolled();
    const statuses: number[] = [];
    for (let round = 1; round <= 2; round += 1) {
      const browser = new SignInBrowser();
      await signIn(browser, email);
      for (let guess = 1; guess <= 5; guess += 1)
        statuses.push((await browser.post("two-factor/verify-totp", { code: "12345x" })).status);
      expect((await browser.post("two-factor/verify-totp", { code: code() })).ok).toBe(false);
    }
    expect(new Set(statuses)).toEqual(new Set([401]));
    const browser = new SignInBrowser();
    await signIn(browser, email);
    const locked = await browser.post("two-factor/verify-totp", { code: code(1) });
    expect([locked.status, (await locked.json()).code]).toEqual([429, "ACCOUNT_TEMPORARILY_LOCKED"]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("looks at twenty codes of those that come at once, whatever sign-ins they belong to", async () => {
    const { email } = await enrolled();
    const browsers = Array.from({ length: 24 }, () => new SignInBrowser());
    for (const browser of browsers) expect((await signIn(browser, email)).status).toBe(200);
    const answers = await Promise.all(
      browsers.map((browser) => browser.post("two-factor/verify-totp", { code: "12345x" })),
    );
    const codes = await Promise.all(answers.map(async (answer) => (await answer.json()).code));
    expect(codes.filter((each) => each === "TOO_MANY_REQUESTS")).toHaveLength(4);
  });

  it("is nothing without the first one", async () => {
    const { code } = await enrolled();
    const response = await new SignInBrowser().post("two-factor/verify-totp", { code: code() });
    expect(response.status).toBe(401);
  });

  it("takes each backup code once, and says how many are left", async () => {
    const { person, email, backupCodes } = await enrolled();
    const [code = ""] = backupCodes;
    const first = new SignInBrowser();
    await signIn(first, email);
    expect((await first.post("two-factor/verify-backup-code", { code })).status).toBe(200);
    expect(await isSignedIn(first)).toBe(true);
    const again = new SignInBrowser();
    await signIn(again, email);
    expect((await again.post("two-factor/verify-backup-code", { code })).status).toBe(401);
    expect((await getSignInMethods(person)).twoFactor).toEqual({ isOn: true, backupCodesLeft: 9 });
    expect((await trailOf(person)).at(-1)).toEqual(["person.signed-in", { with: "backup code" }]);
  });

  it("takes one backup code once even of ten requests at the same moment", async () => {
    const { email, backupCodes } = await enrolled();
    const [code = ""] = backupCodes;
    const browsers = Array.from({ length: 10 }, () => new SignInBrowser());
    for (const browser of browsers) await signIn(browser, email);
    const answers = await Promise.all(
      browsers.map((browser) => browser.post("two-factor/verify-backup-code", { code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("keeps its secret while it is on: another one cannot be put in its place", async () => {
    const { person, browser } = await enrolled();
    const secretNow = () => db.twoFactor.findUniqueOrThrow({ where: { userId: person.actor.userId } });
    const before = await secretNow();
    expect((await browser.post("two-factor/enable", { password })).status).toBe(400);
    expect((await secretNow()).secret).toBe(before.secret);
  });

  it("is left out on a device that was trusted, until the person signs out everywhere else", async () => {
    const { person, email, code } = await enrolled();
    const browser = new SignInBrowser();
    await signIn(browser, email);
    await browser.post("two-factor/verify-totp", { code: code(), trustDevice: true });
    await browser.post("sign-out", {});
    expect(await isSignedIn(browser)).toBe(false);
    await signIn(browser, email);
    expect(await isSignedIn(browser)).toBe(true);
    await revokeOtherSessions(person);
    await browser.post("sign-out", {});
    expect(await (await signIn(browser, email)).json()).toMatchObject({ twoFactorRedirect: true });
  });

  it("is switched off with the password alone, and then nothing of it is left", async () => {
    const { person, email, browser } = await enrolled();
    expect((await browser.post("two-factor/disable", { password: "not-the-password" })).status).toBe(400);
    expect((await browser.post("two-factor/disable", {})).status).toBe(400);
    expect((await browser.post("two-factor/disable", { password })).status).toBe(200);
    expect(await db.twoFactor.count({ where: { userId: person.actor.userId } })).toBe(0);
    const next = new SignInBrowser();
    await signIn(next, email);
    expect(await isSignedIn(next)).toBe(true);
    expect((await trailOf(person)).map(([action]) => action)).toContain("two-factor.disabled");
  });

  it("stops who guesses the password with somebody's open session", async () => {
    const { browser } = await enrolled();
    let status = 0;
    for (let guess = 1; guess <= 21; guess += 1)
      ({ status } = await browser.post("two-factor/disable", { password: `guess-number-${guess}` }));
    expect(status).toBe(429);
  });
});

describe("somebody without a password", () => {
  it("changes the second step soon after signing in, and not later with a browser left open", async () => {
    const { person, email } = await aPersonWithPassword();
    const browser = new SignInBrowser();
    await signIn(browser, email);
    const { userId } = person.actor;
    await db.account.deleteMany({ where: { userId } });
    expect((await browser.post("two-factor/enable", {})).status).toBe(200);
    const longAgo = new Date(Date.now() - 11 * 60_000);
    await db.session.updateMany({ where: { userId }, data: { createdAt: longAgo } });
    const late = await browser.post("two-factor/enable", {});
    expect([late.status, (await late.json()).code]).toEqual([403, "SESSION_NOT_FRESH"]);
  });
});

describe("the mounted routes", () => {
  it.each([
    "POST sign-up/email",
    "POST sign-in/social",
    "GET callback/oidc",
    "POST link-social",
    "POST unlink-account",
    "GET list-accounts",
    "GET list-sessions",
    "POST revoke-session",
    "POST two-factor/get-totp-uri",
    "POST two-factor/send-otp",
    "POST two-factor/verify-otp",
    "POST two-factor/view-backup-codes",
    "POST totp/generate",
    "GET two-factor/enable",
    "POST two-factor/enable/",
    "POST oidc/start",
    "POST oidc/connect",
    "GET oidc/callback",
    "POST forget-password",
    "POST reset-password",
    "POST change-email",
    "POST delete-user",
    "GET error",
    "GET ok",
    "POST refresh-token",
    "POST get-access-token",
  ])("leave %s out here, where no provider is configured", async (route) => {
    const [method = "", path = ""] = route.split(" ");
    const browser = new SignInBrowser();
    const response =
      method === "GET" ? await browser.request(`/api/auth/${path}`) : await browser.post(path, {});
    expect(response.status).toBe(404);
  });
});
