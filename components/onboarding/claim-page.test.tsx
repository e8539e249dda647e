import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClaimPage } from "./claim-page";

type Sent = { url: string; body: unknown };
let sent: Sent[] = [];

/** The server's part: the state of the link, and a refusal of the claim. */
function answer(linkState: string) {
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    sent.push({ url, body: JSON.parse(String(init?.body)) });
    if (url.endsWith("/setup/link")) return Response.json({ state: linkState, expiresAt: null });
    const problem = { status: 410, code: "GONE", title: "Gone", detail: "Somebody was faster." };
    return new Response(JSON.stringify(problem), { status: 410 });
  });
}

function open(hash: string) {
  window.location.hash = hash;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ClaimPage version="1.0.0" />
    </QueryClientProvider>,
  );
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  sent = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.location.hash = "";
});

describe("ClaimPage", () => {
  it("says where the link is printed when the address has no token, and asks the server nothing", () => {
    answer("valid");
    open("");
    expect(screen.getByRole("heading", { name: "Open the set-up link" })).toBeVisible();
    expect(sent).toEqual([]);
  });

  it.each([
    ["expired", "This link has expired"],
    ["wrong", "This link no longer works"],
  ])("explains a link that is %s", async (state, title) => {
    answer(state);
    open("#token");
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  });

  it("counts the password, shows the address, and sends the token in bodies only", async () => {
    answer("valid");
    open("#the-token");
    await screen.findByLabelText("Your name");
    fill("Your name", "Ines Kovač");
    fill("E-mail", "ines@meridian.example");
    fill("Password", "short");
    fill("Workspace", "Meridian Ltd.");
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(/^5 characters\./);
    expect(screen.getByText(/\/w\/meridian-ltd$/)).toBeVisible();

    await userEvent.click(screen.getByRole("button", { name: "Claim and open Meridian Ltd." }));
    await waitFor(() => expect(screen.getByLabelText("Password")).toHaveFocus());
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(/^Use at least 12 characters\./);
    expect(sent).toHaveLength(1);

    fill("Password", "short-but-then-long");
    await userEvent.click(screen.getByRole("button", { name: "Claim and open Meridian Ltd." }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Somebody was faster.");
    expect(sent.at(-1)?.body).toMatchObject({ token: "the-token", workspaceName: "Meridian Ltd." });
    expect(sent.filter(({ url }) => url.includes("the-token"))).toEqual([]);
  });
});
