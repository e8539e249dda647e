import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { LiveSession } from "@/lib/gateway/live-schema";
import type { GatewayKey } from "@/lib/gateway/schema";
import { HostsSettings } from "./hosts-settings";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useSearchParams: () => new URLSearchParams(),
}));

const id = "0190a000-0000-7000-8000-000000000001";
const at = "2026-11-22T16:00:00.000Z";
const address = "https://greenroom.test/gateway/grg_secret";
const key: GatewayKey = {
  id,
  name: "tomas-mbp",
  prefix: "grg_abc123",
  model: null,
  protocols: ["messages"],
  person: { id, name: "Ines" },
  isShared: true,
  state: "active",
  createdAt: at,
  expiresAt: null,
  lastUsedAt: null,
};
const session: LiveSession = {
  id,
  protocol: "messages",
  host: "claude-code",
  hostVersion: "2.1.330",
  key: { id, name: "tomas-mbp" },
  person: { id, name: "Ines" },
  isShared: true,
  exchangeCount: 1,
  startedAt: at,
  lastAt: at,
};

function open(items: GatewayKey[], role: Role = "admin") {
  const sent: { method: string; path: string; body: unknown }[] = [];
  let sessions: LiveSession[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, "http://x");
    const method = init?.method ?? "GET";
    if (method !== "GET")
      sent.push({
        method,
        path: pathname.replace(/^.*\/gateway/, ""),
        body: JSON.parse(String(init?.body ?? "null")),
      });
    if (method === "POST") return Response.json({ ...key, address }, { status: 201 });
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (pathname.endsWith("/settings"))
      return Response.json({
        keeps: "all",
        days: 30,
        ...(method === "PUT" ? { removed: { sessions: 0, bodies: 0 } } : {}),
      });
    if (pathname.endsWith("/sessions")) return Response.json({ items: sessions, nextCursor: null });
    return Response.json({ items: pathname.endsWith("/models") ? [] : items });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <InWorkspace viewerRole={role} cache={cache}>
      <Suspense>
        <HostsSettings />
      </Suspense>
    </InWorkspace>,
  );
  const arrive = () => {
    sessions = [session];
    return cache.invalidateQueries();
  };
  return { sent, arrive, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

it("connects a host: a key, the lines to paste, and its first request when it is here", async () => {
  const { sent, arrive, user } = open([]);
  await user.click(await screen.findByRole("button", { name: /Connect a host/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Connect a host" }));
  await user.type(dialog.getByLabelText("Name"), "tomas-mbp");
  await user.click(dialog.getByRole("button", { name: "Create key" }));
  expect(await screen.findByText(new RegExp(`ANTHROPIC_BASE_URL=${address}`))).toBeVisible();
  expect(sent).toEqual([
    {
      method: "POST",
      path: "/keys",
      body: { name: "tomas-mbp", model: null, shared: false, expiresInDays: 30 },
    },
  ]);
  await user.click(screen.getByRole("radio", { name: "Codex" }));
  expect(screen.getByText(/wire_api = "responses"/)).toBeVisible();
  expect(screen.getByText("Waiting for its first request.")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(await screen.findByText("Is the address stored?")).toBeVisible();
  await arrive();
  expect(await screen.findByText("Its first request is here.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open its session" })).toHaveAttribute(
    "href",
    expect.stringContaining(`/playground/live/${id}`),
  );
});

it("lets the address go at the first Esc once its host uses it", async () => {
  const { arrive, user } = open([]);
  await user.click(await screen.findByRole("button", { name: /Connect a host/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Connect a host" }));
  await user.type(dialog.getByLabelText("Name"), "tomas-mbp{Enter}");
  expect(await screen.findByText("Waiting for its first request.")).toBeVisible();
  await arrive();
  expect(await screen.findByText("Its first request is here.")).toBeVisible();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("lists keys with who answers, and revokes one", async () => {
  const { sent, user } = open([key]);
  const row = within(await screen.findByRole("row", { name: /tomas-mbp/ }));
  expect(row.getByText("Rehearsal")).toBeVisible();
  expect(row.getByText("shared")).toBeVisible();
  expect(row.getByText("grg_abc123…")).toBeVisible();
  await user.click(row.getByRole("button", { name: "Revoke tomas-mbp" }));
  await user.click(await screen.findByRole("button", { name: "Revoke key" }));
  await vi.waitFor(() => expect(sent).toMatchObject([{ method: "DELETE", path: `/keys/${id}` }]));
});

it("says what is kept, and saves another choice", async () => {
  const { sent, user } = open([key]);
  await user.click(await screen.findByRole("radio", { name: /Skill events alone/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() =>
    expect(sent).toEqual([{ method: "PUT", path: "/settings", body: { keeps: "skills", days: 30 } }]),
  );
});

it("is read by viewers, who connect none", async () => {
  open([], "viewer");
  expect(await screen.findByRole("button", { name: /Connect a host/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});
