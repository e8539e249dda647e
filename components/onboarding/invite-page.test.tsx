import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InvitationLink } from "@/lib/auth/invitation-schema";
import { InvitePage, type SignedIn } from "./invite-page";

type Sent = { path: string; body: unknown };
let sent: Sent[] = [];

const invitation: NonNullable<InvitationLink["invitation"]> = {
  workspace: "Meridian",
  role: "reviewer",
  invitedBy: "Olga",
  emailHint: null,
  expiresAt: "2027-01-01T00:00:00.000Z",
  signIn: { passwords: true, provider: null },
};
const openLink: InvitationLink = { state: "open", invitation };
const ines: SignedIn = { name: "Ines", email: "ines@example.test" };

type Refusal = { status: number; code: string; detail: string; details?: object };

/** The server's part: what each look finds, the last one from then on, and why nobody joins. */
function answer(looks: InvitationLink[], refusal: Refusal = { status: 500, code: "INTERNAL", detail: "No" }) {
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(String(input), "http://x").pathname.replace("/api/v1", "");
    sent.push({ path, body: JSON.parse(String(init?.body)) });
    if (path === "/invitations/look") return Response.json(looks.length > 1 ? looks.shift() : looks[0]);
    if (path === "/api/auth/oidc/start")
      return Response.json({ message: "Come back later." }, { status: 503 });
    return Response.json({ title: "No", ...refusal }, { status: refusal.status });
  });
}

function open(hash: string, person: SignedIn | null = null) {
  window.location.hash = hash;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <InvitePage version="1.0.0" person={person} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const joinButton = () => screen.findByRole("button", { name: "Join Meridian" });

beforeEach(() => {
  sent = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});

describe("InvitePage", () => {
  it("says what an address lacks that has no token, and asks the server nothing", async () => {
    answer([openLink]);
    open("");
    expect(await screen.findByRole("heading", { name: "Open the link you were given" })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it.each([
    ["used", "This link was used already"],
    ["expired", "This link has expired"],
    ["revoked", "This invitation was taken back"],
    ["unknown", "This link is not valid"],
  ] as const)("explains a link that is %s", async (state, title) => {
    answer([{ state, invitation: null }]);
    open("#token");
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in");
  });

  it("takes the token out of the address, sends it in bodies only, and finds it again after the sign-in", async () => {
    answer([openLink]);
    open("#the-token");
    expect(await screen.findByRole("heading", { name: "Join Meridian" })).toBeVisible();
    expect(window.location.hash).toBe("");
    expect(sent).toEqual([{ path: "/invitations/look", body: { token: "the-token" } }]);
    expect(screen.getByRole("link", { name: "Sign in to join with it" })).toHaveAttribute(
      "href",
      "/sign-in?next=%2Finvite",
    );
    sent = [];
    open("", ines);
    await waitFor(() => expect(sent).toEqual([{ path: "/invitations/look", body: { token: "the-token" } }]));
  });

  it("says who invites as what, and what that role may do", async () => {
    answer([openLink]);
    open("#token");
    expect(await screen.findByText(/Olga invites you as/)).toHaveTextContent(
      /as reviewer\. Edits and approves, and publishes where the policy allows\. The link works once/,
    );
  });

  it("checks the account before it sends it, and goes to the first field that is wrong", async () => {
    answer([openLink]);
    const user = open("#token");
    await user.type(await screen.findByLabelText("Your name"), "Ines");
    await user.type(screen.getByLabelText("Password"), "short");
    await user.click(await joinButton());
    expect(await screen.findByText("This is not an e-mail address.")).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("E-mail")).toHaveFocus());
    expect(sent.map(({ path }) => path)).toEqual(["/invitations/look"]);
  });

  async function fillAndJoin(user: ReturnType<typeof open>) {
    await user.type(await screen.findByLabelText("Your name"), "Ines");
    await user.type(screen.getByLabelText("E-mail"), "ines@example.test");
    await user.type(screen.getByLabelText("Password"), "a-long-password");
    await user.click(await joinButton());
  }

  it("sends whoever has an account to the sign-in", async () => {
    const details = { reason: "has-account" };
    answer([openLink], { status: 409, code: "CONFLICT", detail: "There is one.", details });
    await fillAndJoin(open("#token"));
    expect(await screen.findByRole("alert")).toHaveTextContent("There is an account with this address");
    expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in?next=%2Finvite");
    expect(sent.at(-1)?.body).toEqual({
      token: "token",
      account: { name: "Ines", email: "ines@example.test", password: "a-long-password" },
    });
  });

  it("hints at whom the link is for, and says at the field when it is somebody else", async () => {
    const details = { reason: "other-address" };
    const hinted: InvitationLink = {
      state: "open",
      invitation: { ...invitation, emailHint: "o…@example.test" },
    };
    answer([hinted], { status: 403, code: "FORBIDDEN", detail: "Another address.", details });
    await fillAndJoin(open("#token"));
    await waitFor(() =>
      expect(screen.getByLabelText("E-mail")).toHaveAccessibleDescription(
        /The invitation is for another address\. The invitation is for o…@example\.test\./,
      ),
    );
  });

  it("that somebody else used meanwhile says so", async () => {
    answer([openLink, { state: "used", invitation: null }], {
      status: 410,
      code: "GONE",
      detail: "Used.",
      details: { reason: "used" },
    });
    await fillAndJoin(open("#token"));
    expect(await screen.findByRole("heading", { name: "This link was used already" })).toBeVisible();
  });

  it("lets whoever is signed in join with one click, and shows a member the way in", async () => {
    const details = { reason: "member", slug: "meridian" };
    const detail = "You are a member of Meridian already.";
    answer([openLink], { status: 409, code: "CONFLICT", detail, details });
    const user = open("#token", ines);
    expect(await screen.findByText(/You are signed in as/)).toHaveTextContent("Ines (ines@example.test)");
    expect(screen.queryByLabelText("Password")).toBeNull();
    await user.click(await joinButton());
    expect(await screen.findByRole("link", { name: "Open it" })).toHaveAttribute(
      "href",
      "/w/meridian/skills",
    );
    expect(sent.at(-1)).toEqual({ path: "/invitations/accept", body: { token: "token" } });
  });

  it("offers the provider where there is one, and no password where none signs in", async () => {
    const signIn = { passwords: false, provider: "Example Id" };
    answer([{ state: "open", invitation: { ...invitation, signIn } }]);
    const user = open("#token");
    await user.click(await screen.findByRole("button", { name: "Join with Example Id" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Come back later.");
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(sent.at(-1)).toEqual({ path: "/api/auth/oidc/start", body: { invitation: "token" } });
  });
});
