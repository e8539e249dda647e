import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { noAuditFilters, readAuditFilters, toQuery } from "@/components/data/audit-filters";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { AuditRow } from "@/lib/audit/schema";
import { AuditSettings } from "./audit-settings";
import { objectPath, sayAction } from "./audit-words";

const id = "0190a000-0000-7000-8000-000000000001";
const published: AuditRow = {
  id: "2",
  at: "2026-11-21T14:21:08.000Z",
  actor: { id, name: "Ines" },
  action: "skill.published",
  object: { type: "skill", id, name: "release-notes" },
  digestBefore: "a".repeat(64),
  digestAfter: "b".repeat(64),
  detail: { version: 4 },
  traceId: "c".repeat(32),
  address: "192.0.2.7",
};

function open(items: AuditRow[], options: { role?: Role; days?: number | null } = {}) {
  const { role = "admin", days = null } = options;
  const asked: URLSearchParams[] = [];
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    if (init?.method === "PUT") {
      sent.push(JSON.parse(String(init.body)));
      return Response.json({ days: 90, removed: 1_204 });
    }
    if (pathname.endsWith("/retention")) return Response.json({ days });
    asked.push(searchParams);
    return Response.json({ items, nextCursor: null });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <InWorkspace viewerRole={role} cache={cache}>
      <Suspense>
        <AuditSettings initial={noAuditFilters} />
      </Suspense>
    </InWorkspace>,
  );
  return { asked, sent, user: userEvent.setup() };
}

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

describe("the audit trail", () => {
  it("says when, who, what, to which thing, and which bytes it changed; the rest when it is opened", async () => {
    const { user } = open([published]);
    const row = await screen.findByRole("row", { name: /Skill published/ });
    expect(row).toHaveTextContent(
      /21 Nov 2026.*Ines.*Skill published.*skill release-notes.*aaaaaaa.*bbbbbbb/,
    );
    expect(within(row).getByRole("link", { name: "release-notes" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/release-notes",
    );
    expect(screen.queryByText(published.traceId)).toBeNull();
    await user.keyboard("j{Enter}");
    expect(screen.getByText(published.traceId)).toBeVisible();
    expect(screen.getByText("192.0.2.7")).toBeVisible();
    expect(screen.getByRole("region", { name: "the detail" })).toHaveTextContent('"version": 4');
  });

  it("keeps who and which bytes on a phone, each with its word, and opens at the row's corner", async () => {
    open([published]);
    const row = await screen.findByRole("row", { name: /Skill published/ });
    const cells = within(row).getAllByRole("cell");
    expect(cells.map(({ dataset }) => dataset.label ?? dataset.corner)).toEqual([
      "true",
      undefined,
      "Who",
      "What",
      undefined,
      "Digest",
    ]);
    for (const cell of cells) expect(cell).not.toHaveClass("compact:hidden");
  });

  it("is narrowed as somebody types, and the address and the exports follow", async () => {
    const { asked, user } = open([published]);
    await user.type(await screen.findByRole("searchbox", { name: "Who" }), "ines");
    await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "skill");
    await waitFor(() => expect(asked.at(-1)?.toString()).toBe("actor=ines&action=skill.&limit=50"));
    expect(asked.length).toBeLessThan(5);
    expect(window.location.search).toBe("?actor=ines&action=skill.");
    expect(screen.getByRole("link", { name: "Export CSV" })).toHaveAttribute(
      "href",
      "/api/v1/workspaces/meridian/audit/export?format=csv&actor=ines&action=skill.",
    );
  });

  it("says so when no row fits, and clears the filters", async () => {
    const { user } = open([]);
    expect(await screen.findByRole("heading", { name: "Nothing was done here yet" })).toBeVisible();
    await user.type(screen.getByRole("searchbox", { name: "Object" }), "x");
    expect(await screen.findByRole("heading", { name: "No row fits" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear the filters" }));
    expect(screen.getByRole("searchbox", { name: "Object" })).toHaveValue("");
  });

  it("is not shown to reviewers", () => {
    const { asked } = open([published], { role: "reviewer" });
    expect(screen.getByText(/needs admin or above/)).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe("retention", () => {
  it("asks before rows go, and not before they are kept for longer", async () => {
    const { sent, user } = open([published], { days: 180 });
    const field = await screen.findByLabelText("Rows are kept for");
    await user.selectOptions(field, "365 days");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toEqual([{ days: 365 }]));
    await user.selectOptions(field, "90 days");
    await user.click(screen.getByRole("button", { name: "Save" }));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Keep audit rows for 90 days only?" }),
    );
    expect(sent).toHaveLength(1);
    await user.click(question.getByRole("button", { name: "Remove older rows" }));
    await waitFor(() => expect(sent).toEqual([{ days: 365 }, { days: 90 }]));
  });
});

describe("filters", () => {
  it("ask for whole days of the reader, and for a digest once it says something", () => {
    const asked = toQuery({
      ...noAuditFilters,
      from: "2026-11-20",
      to: "2026-11-21",
      digest: "AB1",
      actor: "  ",
    });
    expect(asked).toEqual({
      from: new Date(2026, 10, 20).toISOString(),
      to: new Date(2026, 10, 22).toISOString(),
    });
    expect(toQuery({ ...noAuditFilters, digest: "AB12" })).toEqual({ digest: "ab12" });
  });

  it("are read from an address, strange ones left out", () => {
    expect(readAuditFilters({ trace: "t", actor: ["a", "b"], other: "x" })).toEqual({
      ...noAuditFilters,
      trace: "t",
    });
  });
});

describe("words", () => {
  it("say an action, also one that nobody has written words for", () => {
    expect(sayAction("skill.published")).toBe("Skill published");
    expect(sayAction("audit.retained")).toBe("Old audit rows removed");
    expect(sayAction("two-factor.backup-codes-made")).toBe("Two factor backup codes made");
  });

  it("link what has a page, and not what was deleted", () => {
    expect(objectPath("m", { ...published, action: "skill.deleted" })).toBeNull();
    expect(objectPath("m", { ...published, object: { type: "review", id, name: "12: Say more" } })).toBe(
      "/w/m/reviews/12",
    );
    expect(objectPath("m", { ...published, object: { type: "workspace", id, name: "M" } })).toBeNull();
  });
});
