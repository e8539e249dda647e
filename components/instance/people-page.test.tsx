import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Account } from "@/lib/accounts/account-schema";
import { PeoplePage } from "./people-page";
import { WorkspacesPage } from "./workspaces-page";

const id = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`;
const at = "2026-11-01T10:00:00.000Z";
const workspace = { id: id(9), slug: "meridian", name: "Meridian", role: "owner" as const, createdAt: at };

const account = (number: number, name: string, rest: Partial<Account> = {}): Account => ({
  id: id(number),
  name,
  email: `${name.toLowerCase()}@example.test`,
  isOperator: false,
  deactivatedAt: null,
  twoFactor: false,
  hasPassword: true,
  hasProvider: false,
  createdAt: at,
  lastSignedInAt: null,
  workspaces: [{ id: id(9), name: "Meridian", role: "author" }],
  ...rest,
});
const ines = account(1, "Ines", { isOperator: true, lastSignedInAt: at });
const noor = account(2, "Noor", { twoFactor: true });
const olga = account(3, "Olga", { deactivatedAt: at, workspaces: [] });
const touched = { onlyOwnerOf: ["Beta"], keys: 2, machineKeys: 1, openInvitations: 0, sessions: 1 };

type Options = { people?: Account[]; refusal?: string; owners?: { id: string; name: string }[] };

function open({ people = [ines, noor, olga], refusal, owners = [] }: Options = {}, page = <PeoplePage />) {
  const sent: string[] = [];
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url, "http://x");
    const path = pathname.replace("/api/v1/instance", "");
    const method = init?.method ?? "GET";
    if (method === "GET") asked.push(search);
    if (path === "/people")
      return Response.json({ items: search.includes("query") ? [] : people, nextCursor: null });
    if (path === "/workspaces")
      return Response.json({ items: [{ ...workspace, name: "Beta", members: 3, owners }] });
    if (method === "GET") return Response.json({ ...noor, ...touched });
    sent.push(`${method} ${path}`);
    if (refusal !== undefined)
      return Response.json({ status: 409, code: "CONFLICT", title: "No", detail: refusal }, { status: 409 });
    if (path.endsWith("/reset-link"))
      return Response.json({ url: "https://greenroom.test/reset#the-token", expiresAt: at }, { status: 201 });
    return method === "DELETE"
      ? new Response(null, { status: 204 })
      : Response.json({ leftWithoutOwner: [] });
  });
  render(
    <InWorkspace person={{ id: ines.id, name: ines.name, isOperator: true }}>
      <Suspense>{page}</Suspense>
    </InWorkspace>,
  );
  return { sent, asked, user: userEvent.setup() };
}

/** Opens somebody's menu and chooses from it. */
async function choose(user: ReturnType<typeof userEvent.setup>, name: string, item: string) {
  await user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${item}`) }));
}

afterEach(() => vi.unstubAllGlobals());

describe("the people of an installation", () => {
  it("stand with how they get in and what they are", async () => {
    open();
    expect(await screen.findByRole("row", { name: /Ines.*Operator.*Meridian \(author\)/ })).toBeVisible();
    expect(screen.getByRole("row", { name: /Noor.*On.*never/ })).toBeVisible();
    expect(screen.getByRole("row", { name: /Olga.*Deactivated.*none/ })).toBeVisible();
  });

  it("are looked for by words, and an empty answer leads back", async () => {
    const { user, asked } = open();
    await user.type(await screen.findByRole("searchbox", { name: "Name or e-mail" }), "zzz");
    expect(await screen.findByRole("heading", { name: "Nobody fits" })).toBeVisible();
    expect(asked.some((search) => search.includes("query=zzz"))).toBe(true);
    await user.click(screen.getByRole("button", { name: "Show everybody" }));
    expect(await screen.findByRole("row", { name: /Noor/ })).toBeVisible();
  });

  it("are deactivated after a question that names what ends and what loses its owner", async () => {
    const { user, sent } = open();
    await choose(user, "Noor", "Deactivate");
    const question = await screen.findByRole("alertdialog", { name: "Deactivate Noor?" });
    expect(await within(question).findByText("Nobody else owns Beta")).toBeVisible();
    expect(within(question).getByText("Ends: 1 sign-in, 2 API keys.")).toBeVisible();
    expect(within(question).getByText("1 machine key that they made goes on working.")).toBeVisible();
    await user.click(within(question).getByRole("button", { name: "Deactivate Noor" }));
    await waitFor(() => expect(sent).toEqual([`POST /people/${noor.id}/deactivate`]));
  });

  it.each([
    ["Noor", "Make an operator", "Make an operator", `PUT /operators/${id(2)}`],
    ["Noor", "Reset the second step", "Reset the second step", `DELETE /people/${id(2)}/two-factor`],
    ["Olga", "Reactivate", "Reactivate", `POST /people/${id(3)}/reactivate`],
  ])("%s: %s, once it was confirmed", async (name, item, verb, request) => {
    const { user, sent } = open();
    await choose(user, name, item);
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: verb }));
    await waitFor(() => expect(sent).toEqual([request]));
  });

  it("get a reset link that is shown once", async () => {
    const { user, sent } = open();
    await choose(user, "Noor", "Create a reset link");
    await user.click(await screen.findByRole("button", { name: "Create link" }));
    expect(await screen.findByRole("dialog", { name: "The link is ready" })).toHaveTextContent("#the-token");
    expect(sent).toEqual([`POST /people/${id(2)}/reset-link`]);
  });

  it("are not oneself for what would outlast an open browser, and the page says so", async () => {
    const { user, sent } = open();
    await choose(user, "Ines", "Deactivate");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(screen.getAllByText(/This is you: another operator can/)).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  it("keep their last operator, in the words of the server", async () => {
    const { user } = open({ refusal: "Ines is the only operator of this installation." });
    await choose(user, "Ines", "Remove operator role");
    await user.click(await screen.findByRole("button", { name: "Stop being an operator" }));
    expect(await screen.findByText(/the only operator/)).toBeVisible();
  });
});

describe("the workspaces of an installation", () => {
  it("say who owns them, and where nobody who does gets in", async () => {
    open({ owners: [{ id: id(1), name: "Ines" }] }, <WorkspacesPage />);
    expect(await screen.findByRole("row", { name: /Beta.*Ines.*3/ })).toBeVisible();
  });

  it("warn of one that nobody owns any more", async () => {
    open({}, <WorkspacesPage />);
    expect(await screen.findByText("Nobody gets in")).toBeVisible();
  });
});
