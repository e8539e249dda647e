import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { noAuditFilters } from "@/components/data/audit-filters";
import { InWorkspace, viewer } from "@/components/layout/fixtures/in-workspace";
import type { AuditRow } from "@/lib/audit/schema";
import { InstanceAuditPage } from "./instance-audit-page";

const refused: AuditRow = {
  id: "2",
  at: "2026-11-21T14:21:08.000Z",
  actor: { id: null, name: "Somebody who is not signed in" },
  action: "sign-in.refused",
  object: { type: "nobody", id: "AbCdEfGhIjKl", name: "i***@e***" },
  digestBefore: null,
  digestAfter: null,
  detail: { reason: "password", count: 30 },
  traceId: "c".repeat(32),
  address: "192.0.2.7",
};

function open(items: AuditRow[]) {
  const asked: string[] = [];
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url, "http://x");
    if (pathname === "/api/v1/instance/audit/retention") {
      if (init?.method === "PUT") sent.push(JSON.parse(String(init.body)));
      return Response.json({ days: 365, removed: 0 });
    }
    asked.push(pathname + search);
    return Response.json({ items, nextCursor: null });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <InWorkspace viewerRole="viewer" person={{ ...viewer, isOperator: true }} cache={cache}>
      <InstanceAuditPage initial={noAuditFilters} />
    </InWorkspace>,
  );
  return { asked, sent, user: userEvent.setup() };
}

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

it("shows operators what belongs to no workspace, whatever they are in the one that is open", async () => {
  const { asked, user } = open([refused]);
  const row = await screen.findByRole("row", { name: /Sign-in refused/ });
  expect(row).toHaveTextContent(/Somebody who is not signed in.*Sign-in refused.*nobody i\*\*\*@e\*\*\*/);
  expect(within(row).queryByRole("link")).toBeNull();
  expect(asked).toEqual(["/api/v1/instance/audit?limit=50"]);
  await user.click(within(row).getByRole("button"));
  expect(screen.getByRole("region", { name: "the detail" })).toHaveTextContent('"count": 30');
  expect(screen.getByText("192.0.2.7")).toBeVisible();
});

it("narrows and exports the trail of the installation", async () => {
  const { asked, user } = open([refused]);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Action" }), "sign-in");
  await waitFor(() => expect(asked.at(-1)).toBe("/api/v1/instance/audit?action=sign-in.&limit=50"));
  expect(screen.getByRole("link", { name: "Export JSON" })).toHaveAttribute(
    "href",
    "/api/v1/instance/audit/export?format=json&action=sign-in.",
  );
});

it("says how long its rows are kept, and sets it", async () => {
  const { sent, user } = open([refused]);
  const field = await screen.findByLabelText("Rows are kept for");
  expect(field).toHaveValue("365");
  await user.selectOptions(field, "730 days");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ days: 730 }]));
});

it("says so when nothing has happened, and when no row fits", async () => {
  const { user } = open([]);
  expect(await screen.findByRole("heading", { name: "Nothing was done here yet" })).toBeVisible();
  await user.type(screen.getByRole("searchbox", { name: "Object" }), "x");
  expect(await screen.findByRole("heading", { name: "No row fits" })).toBeVisible();
});
