import { afterAll, expect, vi } from "vitest";
import type { PersonContext } from "@/lib/access/context";
import type { Db } from "@/lib/db/client";
import { home, type SignInBrowser } from "../browser/sign-in-browser";
import { aContext } from "../contexts";
import { setEnvironment } from "../set-environment";
import { startOidcProvider } from "./oidc-provider";

/**
 * A real provider, and a Greenroom that is configured for it: for the whole of a `*.db.test.ts` file, before anything
 * asks for the environment. People sign in with `SignInBrowser`.
 */
export async function startOidcJourneys(db: Db) {
  vi.spyOn(console, "info").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const callback = `${home}/api/auth/oidc/callback`;
  const provider = await startOidcProvider({ redirectUris: [callback], people: [] });
  afterAll(() => provider.stop());
  setEnvironment({
    GREENROOM_OIDC_ISSUER: provider.issuer,
    GREENROOM_OIDC_CLIENT_ID: provider.clientId,
    GREENROOM_OIDC_CLIENT_SECRET: provider.clientSecret,
    GREENROOM_OIDC_NAME: "Meridian ID",
    GREENROOM_ALLOWED_HOSTS: "127.0.0.1",
  });
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

  async function start(browser: SignInBrowser, body: object = {}): Promise<string> {
    const response = await browser.post("oidc/start", body);
    expect(response.status, await response.clone().text()).toBe(200);
    return String((await response.json()).url);
  }

  /** The whole way; answers with where the browser ends. */
  async function signIn(browser: SignInBrowser, account: { sub: string } | "cancel", body: object = {}) {
    const back = await browser.throughProvider(await start(browser, body), account);
    const response = await browser.request(back);
    return { back, end: response.headers.get("location") };
  }

  const connect = (person: PersonContext, sub: string) =>
    db.account.create({
      data: { userId: person.actor.userId, providerId: "oidc", accountId: `${provider.issuer} ${sub}` },
    });
  const sessionsOf = (person: PersonContext) =>
    db.session.findMany({ where: { userId: person.actor.userId } });
  const trailOf = async (person: PersonContext) =>
    (await db.audit.findMany({ where: { actorId: person.actor.userId }, orderBy: { id: "asc" } })).map(
      ({ action }) => action,
    );
  return { provider, callback, aPair, start, signIn, connect, sessionsOf, trailOf };
}
