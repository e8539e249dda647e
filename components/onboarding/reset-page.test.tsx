import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ResetLink } from "@/lib/accounts/account-schema";
import { ForgotPage } from "./forgot-page";
import { ResetPage } from "./reset-page";

const ways = { password: true, oidc: null, sendsMail: true };
const account = { name: "Ines", email: "ines@example.test" };
const done = { email: account.email, twoFactor: true, keys: 2, provider: "Meridian ID" };
const openLink: ResetLink = { state: "open", account };

/** The server's part: what each look finds, the last one from then on, and what using the link gets. */
function answer(looks: ResetLink[], use: () => Response = () => Response.json(done)) {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(String(input), "http://x").pathname.replace("/api/v1/reset-links/", "");
    sent.push({ path, body: JSON.parse(String(init?.body)) });
    if (path === "look") return Response.json(looks.length > 1 ? looks.shift() : looks[0]);
    return path === "use" ? use() : new Response(null, { status: 204 });
  });
  return sent;
}
const problem = (status: number, code: string, detail: string) => () =>
  Response.json({ title: "No", status, code, detail }, { status });

function show(page: ReactNode, hash = "") {
  window.location.hash = hash;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
  return userEvent.setup();
}

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

describe("ResetPage", () => {
  it("takes the token out of the address, sets the password and says what stays as it was", async () => {
    const sent = answer([openLink]);
    const user = show(<ResetPage ways={ways} />, "the-token");
    expect(await screen.findByDisplayValue(account.email)).toHaveAttribute("readonly");
    expect(window.location.hash).toBe("");
    await user.type(screen.getByLabelText("New password"), "a-new-password-of-hers");
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByRole("heading", { name: "Your password is set" })).toBeVisible();
    for (const words of [
      /code of your app, as before/,
      /2 API keys of yours still work/,
      /Meridian ID still opens/,
    ])
      expect(screen.getByText(words)).toBeVisible();
    expect(sent.at(-1)).toEqual({
      path: "use",
      body: { token: "the-token", password: "a-new-password-of-hers" },
    });
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in");
  });

  it("sends no password that is too short, and says how long one is", async () => {
    const sent = answer([openLink]);
    const user = show(<ResetPage ways={ways} />, "the-token");
    await user.type(await screen.findByLabelText("New password"), "short");
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByText("Use at least 12 characters.")).toBeVisible();
    expect(sent.map(({ path }) => path)).toEqual(["look"]);
  });

  it.each([
    ["used", "This link was used already"],
    ["expired", "This link has expired"],
    ["withdrawn", "This link is no longer valid"],
    ["unknown", "This link is not valid"],
  ] as const)("says of a link that is %s what to do", async (state, heading) => {
    answer([{ state, account: null }]);
    show(<ResetPage ways={ways} />, "the-token");
    expect(await screen.findByRole("heading", { name: heading })).toBeVisible();
    expect(screen.getByRole("link", { name: "Get another link" })).toHaveAttribute("href", "/sign-in/forgot");
  });

  it("looks again when somebody else was faster with the link", async () => {
    answer([openLink, { state: "used", account: null }], problem(410, "GONE", "Used."));
    const user = show(<ResetPage ways={ways} />, "the-token");
    await user.type(await screen.findByLabelText("New password"), "a-new-password-of-hers");
    await user.click(screen.getByRole("button", { name: "Set the password" }));
    expect(await screen.findByRole("heading", { name: "This link was used already" })).toBeVisible();
  });

  it("asks nothing of the server without a token, nor where nobody has a password", async () => {
    const sent = answer([openLink]);
    show(<ResetPage ways={ways} />);
    expect(await screen.findByRole("heading", { name: "Open the link you were given" })).toBeVisible();
    show(<ResetPage ways={{ ...ways, password: false, oidc: { name: "Meridian ID" } }} />, "the-token");
    expect(screen.getByText(/signs in with Meridian ID/)).toBeVisible();
    expect(sent).toEqual([]);
  });
});

describe("ForgotPage", () => {
  it("says the same whatever the address", async () => {
    const sent = answer([]);
    const user = show(<ForgotPage ways={ways} />);
    await user.type(screen.getByLabelText("E-mail"), " ines@example.test ");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    expect(await screen.findByRole("heading", { name: "Look at your e-mail" })).toBeVisible();
    expect(screen.getByText(/If ines@example.test has an account/)).toBeVisible();
    expect(sent).toEqual([{ path: "request", body: { email: "ines@example.test" } }]);
  });

  it("names who can help where no e-mail is sent, and where there are no passwords", () => {
    show(<ForgotPage ways={{ ...ways, sendsMail: false }} />);
    expect(screen.getByText(/Ask an operator, or an admin of your workspace/)).toBeVisible();
    expect(screen.getByText(/npm run admin -- reset-password/)).toBeVisible();
    show(<ForgotPage ways={{ ...ways, password: false }} />);
    expect(screen.getByRole("heading", { name: "There is no password here" })).toBeVisible();
  });
});
