import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { ServedSession } from "@/lib/served/schema";
import { anId } from "@/lib/testing/sessions/session-log";
import { ServedSessions } from "./served-sessions";

const at = "2026-11-22T16:00:00.000Z";
const session: ServedSession = {
  id: anId(1),
  via: "rest",
  client: "desk.py",
  reference: null,
  dialect: "standard",
  mode: "inline",
  agent: { id: anId(2), slug: "desk", name: "Release desk" },
  key: { id: anId(3), name: "ci-runner" },
  person: { id: anId(4), name: "Ada" },
  state: "expired",
  turns: 2,
  calls: 1_200,
  startedAt: at,
  lastAt: at,
  expiresAt: at,
};

function show(items: readonly ServedSession[]) {
  vi.stubGlobal("fetch", async () => Response.json({ items, nextCursor: null }));
  render(
    <InWorkspace viewerRole="viewer" cache={new QueryClient()}>
      <ServedSessions />
    </InWorkspace>,
  );
}

afterEach(() => vi.unstubAllGlobals());

it("lists sessions of agents' programs under a name of their own, with agent, key and state", async () => {
  show([session]);
  expect(screen.getByRole("heading", { name: "Delivered live" })).toBeVisible();
  const table = within(await screen.findByRole("table", { name: /Sessions of agents’ own programs/ }));
  const row = table.getByRole("row", { name: /Release desk/ });
  expect(row).toHaveTextContent(/REST, desk\.py.*ci-runner.*ended by itself.*1,200/);
  expect(within(row).getByRole("link")).toHaveAttribute(
    "href",
    expect.stringContaining(`/delivered/${session.id}`),
  );
});

it("says what would appear where there is none", async () => {
  show([]);
  expect(await screen.findByText(/No program of an agent was here yet/)).toBeVisible();
});
