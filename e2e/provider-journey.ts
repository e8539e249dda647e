import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { type OidcServer, startOidcProvider } from "../lib/testing/servers/oidc-provider";
import { startTestServer } from "../scripts/test-server.mjs";
import { claimServer, nobody } from "./claimed-server";
import { expect, listen, operator } from "./journey";
import { untilTakenOver } from "./taken-over";

export type ProviderJourney = {
  baseUrl: string;
  provider: OidcServer;
  /** Signed in as the operator, who owns the workspace `meridian`. */
  request: APIRequestContext;
  /** A browser nobody has used, which complains at `stop` when its console did. */
  openBrowser: (browser: Browser) => Promise<Page>;
  stop: () => Promise<void>;
};

/** A server of its own with a sign-in provider beside it, claimed by the same person as everywhere. */
export async function startProviderJourney(): Promise<ProviderJourney> {
  const provider = await startOidcProvider({
    people: [
      { sub: "ines", email: operator.email, email_verified: true, name: operator.name },
      { sub: "omar", email: "omar@meridian.example", email_verified: true, name: "Omar Haddad" },
    ],
  });
  const server = await startTestServer({
    env: {
      GREENROOM_OIDC_ISSUER: provider.issuer,
      GREENROOM_OIDC_CLIENT_ID: provider.clientId,
      GREENROOM_OIDC_CLIENT_SECRET: provider.clientSecret,
      GREENROOM_OIDC_NAME: "Meridian ID",
    },
  });
  provider.redirectUris.push(`${server.baseUrl}/api/auth/oidc/callback`);
  const request = await claimServer(server, "Meridian");
  const opened: { page: Page; complaints: string[] }[] = [];
  return {
    baseUrl: server.baseUrl,
    provider,
    request,
    openBrowser: async (browser) => {
      const context = await browser.newContext({
        baseURL: server.baseUrl,
        storageState: nobody,
      });
      // The provider's own pages ask for a font from elsewhere.
      await context.route("https://fonts.googleapis.com/**", (route) => route.fulfill({ body: "" }));
      const page = await context.newPage();
      opened.push({ page, complaints: listen(page) });
      return page;
    },
    stop: async () => {
      for (const { page } of opened) await page.context().close();
      await request.dispose();
      await server.stop();
      await provider.stop();
      // The provider's own pages are not ours to mend, and one journey asks while it is down.
      const expected = [provider.issuer, "/api/auth/oidc/start"];
      const ours = opened.flatMap(({ complaints }) =>
        complaints.filter((line) => !expected.some((part) => line.includes(part))),
      );
      expect(ours, "what the browsers complained about").toEqual([]);
    },
  };
}

/** The provider's two pages: who somebody is, and whether Greenroom may know. */
export async function answerProvider(page: Page, sub: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(sub);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Ends when the page reacts that the sign-in leads to, be it that of the second step. */
export async function signInWithPassword(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(operator.email);
  await page.getByLabel("Password").fill(operator.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
  await untilTakenOver(page);
}
