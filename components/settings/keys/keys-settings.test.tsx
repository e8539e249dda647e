import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { Key } from "@/lib/auth/key-schema";
import { KeysSettings } from "./keys-settings";

const id = "0190a000-0000-7000-8000-000000000001";
const other = "0190a000-0000-7000-8000-000000000002";
const secret = "grk_the-key-itself-0123456789";
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const key: Key = {
  id,
  name: "CI of the website",
  prefix: "grk_abc123",
  scopes: ["rehearse", "read"],
  agent: null,
  person: { id, name: "Ines" },
  isMachine: false,
  role: "admin",
  state: "active",
  createdAt: inDays(-1),
  expiresAt: inDays(5.5),
  lastUsedAt: null,
};
const omars: Key = { ...key, id: other, name: "Importer", person: { id: other, name: "Omar" } };
const revoked: Key = { ...key, id: other, name: "Old one", state: "revoked" };

function open(items: Key[], options: { role?: Role; refusal?: string } = {}) {
  const { role = "admin", refusal } = options;
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    const method = init?.method ?? "GET";
    if (pathname.endsWith("/instance")) return Response.json({ publicUrl: "https://greenroom.test" });
    if (pathname.endsWith("/agents"))
      return Response.json({ items: [{ slug: "desk", name: "Release desk" }], total: 1 });
    if (method === "GET") return Response.json({ items });
    const path = pathname.replace(/^.*\/keys/, "");
    sent.push({ method, path, body: JSON.parse(String(init?.body ?? "null")) });
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (refusal !== undefined) {
      const problem = { status: 422, code: "UNPROCESSABLE", title: "Unprocessable", detail: refusal };
      return Response.json(problem, { status: 422 });
    }
    return Response.json({ ...key, key: secret }, { status: 201 });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <InWorkspace viewerRole={role} cache={cache}>
      <Suspense>
        <KeysSettings />
      </Suspense>
    </InWorkspace>,
  );
  return { sent, cache, user: userEvent.setup() };
}

type Opened = ReturnType<typeof open>;

/** The form, once it is there. */
async function openForm({ user }: Opened) {
  await user.click(await screen.findByRole("button", { name: /New key/ }));
  return within(await screen.findByRole("dialog", { name: "New key" }));
}

afterEach(() => vi.unstubAllGlobals());

describe("the keys of a workspace", () => {
  it("begin with a rehearsal in CI, ready to be copied", async () => {
    open([]);
    expect(await screen.findByRole("heading", { name: "No program has a key" })).toBeVisible();
    expect(screen.getByRole("region", { name: "the example for CI" })).toHaveTextContent(
      "https://greenroom.test/api/v1/workspaces/meridian/agents/desk/rehearsals",
    );
  });

  it("say what each may do, whose it is, until when and when it was used", async () => {
    open([key, { ...omars, expiresAt: null, lastUsedAt: inDays(-3.5) }]);
    const own = await screen.findByRole("row", { name: /CI of the website/ });
    const cells = within(own)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 6)).toEqual([
      "CI of the website grk_abc123…",
      "rehearse, read",
      "Ines you",
      "Active",
      "in 5 d",
      "–Never",
    ]);
    const others = screen.getByRole("row", { name: /Importer/ });
    expect(others).toHaveTextContent("Omar");
    expect(others).toHaveTextContent("Never3 d");
  });

  it("say which are stopped and why, and leave them to be revoked", async () => {
    open([key, { ...omars, state: "stopped" }]);
    const row = await screen.findByRole("row", { name: /Importer/ });
    expect(row).toHaveTextContent("Omar deactivated");
    expect(row).toHaveTextContent("The account of Omar is deactivated: this key opens nothing");
    expect(within(row).getByText("Stopped")).toBeVisible();
    expect(within(row).getByRole("button", { name: "Revoke Importer" })).toBeVisible();
    expect(screen.queryByText(/ended key/)).toBeNull();
  });

  it("keep those that ended out of sight until they are asked for, without a way to revoke them again", async () => {
    const { user } = open([key, revoked]);
    await screen.findByRole("row", { name: /CI of the website/ });
    expect(screen.queryByText("Old one")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show 1 inactive key" }));
    expect(screen.getByRole("row", { name: /Old one/ })).toHaveTextContent("Revoked");
    expect(screen.queryByRole("button", { name: "Revoke Old one" })).toBeNull();
  });

  it("tell an author that keys of others are for admins", async () => {
    open([key], { role: "author" });
    expect(
      await screen.findByText(
        /and not those of others\. Your role here is author; this needs admin or above\./,
      ),
    ).toBeVisible();
  });

  it("tell an admin whose key is revoked, and revoke it only after the question", async () => {
    const { sent, user } = open([omars]);
    expect(await screen.findByText(/You see everybody’s keys/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Revoke Importer" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Revoke Importer?" }));
    expect(question.getByText(/Omar’s key is refused/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(question.getByRole("button", { name: "Revoke key" }));
    await waitFor(() => expect(sent).toEqual([{ method: "DELETE", path: `/${other}`, body: null }]));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });
});

describe("a new key", () => {
  it("is made for 90 days to rehearse, unless somebody chooses otherwise", async () => {
    const opened = open([]);
    const form = await openForm(opened);
    await opened.user.type(form.getByLabelText("Name"), "CI");
    await opened.user.click(form.getByRole("checkbox", { name: /^publish/ }));
    await opened.user.click(form.getByRole("button", { name: "Create key" }));
    await waitFor(() =>
      expect(opened.sent[0]?.body).toEqual({
        name: "CI",
        scopes: ["rehearse", "publish"],
        expiresInDays: 90,
      }),
    );
  });

  it("is for a machine in a role of its own, where an admin says so", async () => {
    const opened = open([]);
    const { user } = opened;
    const form = await openForm(opened);
    await user.type(form.getByLabelText("Name"), "Deploys");
    await user.click(form.getByRole("checkbox", { name: /^publish/ }));
    await user.click(form.getByRole("radio", { name: /^For a machine/ }));
    expect(within(form.getByLabelText("Role")).queryByRole("option", { name: "owner" })).toBeNull();
    await user.selectOptions(form.getByLabelText("Role"), "viewer");
    const publish = form.getByRole("checkbox", { name: /^publish.*The machine’s role is viewer/ });
    expect(publish).toBeDisabled();
    expect(publish).not.toBeChecked();
    await user.click(form.getByRole("button", { name: "Create key" }));
    await waitFor(() =>
      expect(opened.sent[0]?.body).toEqual({
        name: "Deploys",
        scopes: ["rehearse"],
        machine: { role: "viewer" },
        expiresInDays: 90,
      }),
    );
  });

  it("is a second one of a machine that is here", async () => {
    const machines = {
      ...key,
      isMachine: true,
      role: "author" as const,
      person: { id: other, name: "Deploys" },
    };
    const opened = open([machines]);
    const { user } = opened;
    const form = await openForm(opened);
    await user.type(form.getByLabelText("Name"), "Next");
    await user.click(form.getByRole("radio", { name: /^For a machine/ }));
    await user.selectOptions(form.getByLabelText("Machine"), "Deploys, author");
    expect(form.queryByLabelText("Role")).toBeNull();
    await user.click(form.getByRole("button", { name: "Create key" }));
    await waitFor(() => expect(opened.sent[0]?.body).toMatchObject({ machine: { id: other } }));
  });

  it("is for no machine when a reviewer makes it, and says who may", async () => {
    const form = await openForm(open([], { role: "reviewer" }));
    const choice = form.getByRole("radio", { name: /^For a machine/ });
    expect(choice).toBeDisabled();
    expect(form.getByText(/Your role here is reviewer; this needs admin or above/)).toBeVisible();
  });

  it("may never expire, and may have any scope", async () => {
    const opened = open([key]);
    const { user } = opened;
    const form = await openForm(opened);
    const scopes = within(form.getByRole("group", { name: "What it may do" })).getAllByRole("checkbox");
    expect(scopes.map((scope) => scope.closest("label")?.textContent?.split(/(?=[A-Z])/)[0])).toEqual([
      "read",
      "write",
      "publish",
      "rehearse",
      "deliver",
    ]);
    await user.type(form.getByLabelText("Name"), "Desk");
    await user.selectOptions(form.getByLabelText("Expires"), "Never");
    await user.click(form.getByRole("button", { name: "Create key" }));
    await waitFor(() =>
      expect(opened.sent[0]?.body).toEqual({ name: "Desk", scopes: ["rehearse"], expiresInDays: null }),
    );
  });

  it("to deliver is for one agent, which is asked for, and does nothing else", async () => {
    const opened = open([]);
    const { user } = opened;
    const form = await openForm(opened);
    await user.type(form.getByLabelText("Name"), "Laptop");
    expect(form.queryByLabelText("Agent")).toBeNull();
    await user.click(form.getByRole("checkbox", { name: /^deliver/ }));
    expect(form.getByRole("checkbox", { name: /^rehearse/ })).not.toBeChecked();
    await user.click(form.getByRole("checkbox", { name: /^read/ }));
    expect(form.getByRole("checkbox", { name: /^deliver/ })).not.toBeChecked();
    expect(form.queryByLabelText("Agent")).toBeNull();
    await user.click(form.getByRole("checkbox", { name: /^deliver/ }));
    await user.click(form.getByRole("button", { name: "Create key" }));
    expect(opened.sent).toEqual([]);
    await form.findByRole("option", { name: "Release desk" });
    await user.selectOptions(form.getByLabelText("Agent"), "Release desk");
    await user.click(form.getByRole("button", { name: "Create key" }));
    await waitFor(() =>
      expect(opened.sent[0]?.body).toEqual({
        name: "Laptop",
        scopes: ["deliver"],
        agent: "desk",
        expiresInDays: 90,
      }),
    );
  });

  it("offers no scope that its maker's role does not allow, and says which would", async () => {
    const form = await openForm(open([], { role: "viewer" }));
    const publish = form.getByRole("checkbox", { name: /^publish/ });
    expect(publish).toBeDisabled();
    expect(publish).toHaveAccessibleName(/Your role here is viewer; this needs reviewer or above/);
    expect(form.getByRole("checkbox", { name: /^read/ })).toBeEnabled();
  });

  it("is shown once: a first Esc only warns, and afterwards it is nowhere on the page or in the cache", async () => {
    const opened = open([key]);
    const { user, cache } = opened;
    const form = await openForm(opened);
    await user.type(form.getByLabelText("Name"), "CI");
    // The key that sent the form, pressed again, must not leave what it made.
    await user.type(form.getByLabelText("Name"), "{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "CI of the website is made" });
    const shown = within(dialog);
    await waitFor(() => expect(dialog).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(shown.getByRole("region", { name: "the key" })).toHaveTextContent(secret);
    expect(shown.getByText("This is the only time that the key is shown")).toBeVisible();
    await user.click(shown.getByRole("button", { name: "Copy the key" }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    await user.keyboard("{Escape}");
    expect(await shown.findByText(/Is it stored/)).toBeVisible();
    await user.click(shown.getByRole("button", { name: "I have stored it" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.body).not.toHaveTextContent(secret);
    const kept = [...cache.getMutationCache().getAll(), ...cache.getQueryCache().getAll()];
    await waitFor(() => expect(JSON.stringify(kept.map(({ state }) => state.data))).not.toContain(secret));
  });

  it("that is refused says why and keeps what was typed", async () => {
    const refusal = "A person has at most 50 keys here. Revoke one first.";
    const opened = open([], { refusal });
    const form = await openForm(opened);
    await opened.user.type(form.getByLabelText("Name"), "CI");
    await opened.user.click(form.getByRole("button", { name: "Create key" }));
    expect(await form.findByRole("alert")).toHaveTextContent(refusal);
    expect(form.getByLabelText("Name")).toHaveValue("CI");
  });
});
