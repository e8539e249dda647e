import { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { noticePath } from "@/components/data/inbox-paths";
import { inboxKeys, inboxQuery } from "@/components/data/inbox-queries";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { client } from "@/lib/api/client";
import type { Notice, Notification } from "@/lib/notifications/schema";
import { InboxPage } from "./inbox-page";
import { sayNotice } from "./notice-words";

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;
const skill = { id: id(9), name: "release-notes" };
const review = { number: 12, title: "Name breaking changes first" };
const line = (n: number, notice: Notice, readAt: string | null = null): Notification => ({
  id: id(n),
  actor: { id: id(8), name: "Omar" },
  notice,
  createdAt: "2026-11-21T14:00:00.000Z",
  readAt,
});
const asked = line(2, { kind: "review-asked", data: { skill, review } });
const published = line(
  1,
  { kind: "published", data: { skill, version: 4, note: "Shorter", review: null } },
  "2026-11-21T15:00:00.000Z",
);

const newCache = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

function inbox(cache: QueryClient) {
  return (
    <InWorkspace viewerRole="viewer" person={{ id: id(7), name: "Ines" }} cache={cache}>
      <InboxPage />
    </InWorkspace>
  );
}

function open(items: Notification[]) {
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    const method = init?.method ?? "GET";
    if (method !== "GET") {
      sent.push({ method, path: pathname.replace(/^.*\/inbox/, ""), body: JSON.parse(String(init?.body)) });
      return new Response(null, { status: 204 });
    }
    const unread = items.filter(({ readAt }) => readAt === null);
    if (pathname.endsWith("/unread")) return Response.json({ unread: unread.length });
    return Response.json({ items: searchParams.get("unread") === "true" ? unread : items, nextCursor: null });
  });
  render(inbox(newCache()));
  return { sent, user: userEvent.setup() };
}

afterEach(() => vi.unstubAllGlobals());

describe("the inbox", () => {
  it("says what happened, what it was about, and what waits to be read", async () => {
    open([asked, published]);
    const rows = await screen.findAllByRole("listitem");
    expect(rows[0]).toHaveTextContent(
      /Unread: Omar asked you to review release-notes.*Review 12: Name breaking/,
    );
    expect(rows[1]).toHaveTextContent(/^Omar published release-notes v4Shorter/);
    expect(await screen.findByText("1 unread")).toBeVisible();
    expect(within(rows[0] as HTMLElement).getByRole("link")).toHaveAttribute(
      "href",
      "/w/meridian/reviews/12",
    );
  });

  it("is taken over as the server wrote it, though the rail has learnt meanwhile how many wait", async () => {
    const given = (unread?: number) => {
      const cache = newCache();
      const list = { pages: [{ items: [asked, published], nextCursor: null }], pageParams: [""] };
      cache.setQueryData(inboxQuery(client.inbox, "meridian", "all").queryKey, list);
      if (unread !== undefined) cache.setQueryData(inboxKeys.unread("meridian"), { unread });
      return cache;
    };
    const container = document.createElement("div");
    document.body.append(container);
    container.innerHTML = renderToString(inbox(given()));
    const differences: unknown[] = [];
    render(inbox(given(2)), {
      container,
      hydrate: true,
      onRecoverableError: (error) => differences.push(error),
    });
    expect(await screen.findByText("2 unread")).toBeVisible();
    expect(differences).toEqual([]);
  });

  it("moves by J and K, and marks as read and unread by U", async () => {
    const { sent, user } = open([asked, published]);
    await screen.findAllByRole("listitem");
    await user.keyboard("j");
    expect(screen.getByRole("link", { name: /asked you to review/ })).toHaveFocus();
    await user.keyboard("u");
    await waitFor(() => expect(sent).toEqual([{ method: "PATCH", path: `/${id(2)}`, body: { read: true } }]));
    await user.keyboard("ju");
    await waitFor(() =>
      expect(sent[1]).toEqual({ method: "PATCH", path: `/${id(1)}`, body: { read: false } }),
    );
  });

  it("marks everything that is shown as read, not what comes in meanwhile", async () => {
    const { sent, user } = open([asked, published]);
    await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(sent).toEqual([{ method: "POST", path: "/read", body: { upTo: id(2) } }]));
  });

  it("shows what is unread alone, and says when everything is read", async () => {
    const { user } = open([published]);
    await screen.findAllByRole("listitem");
    await user.selectOptions(screen.getByRole("combobox", { name: "Show" }), "Unread");
    expect(await screen.findByRole("heading", { name: "Everything is read" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show everything" }));
    expect(await screen.findByText(/published release-notes/)).toBeVisible();
  });

  it("says what will come in while nothing has", async () => {
    open([]);
    expect(await screen.findByRole("heading", { name: "Nothing has come in yet" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to reviews" })).toHaveAttribute(
      "href",
      "/w/meridian/reviews",
    );
  });
});

describe("a line", () => {
  const thread = id(5);
  const conversation = { id: id(6), title: "Checkout is down", seq: 7 };
  const discussed = { thread, skill, review: null, conversation: null, excerpt: "Why?" };
  const cases: [Notice, string, string][] = [
    [
      { kind: "commented", data: { ...discussed, review } },
      "Omar commented on review 12: Name breaking changes first",
      `/w/m/reviews/12?thread=${thread}`,
    ],
    [
      { kind: "mentioned", data: { ...discussed, conversation } },
      "Omar mentioned you in Checkout is down",
      `/w/m/playground/${id(6)}?event=7&thread=${thread}`,
    ],
    [
      { kind: "reviews-asked", data: { reviews: [{ skill, review }] } },
      "Omar asked you to review release-notes",
      "/w/m/reviews/12",
    ],
    [
      { kind: "reviews-asked", data: { reviews: Array.from({ length: 100 }, () => ({ skill, review })) } },
      "Omar asked you to review 100 skills",
      "/w/m/reviews?filter=asked-of-me",
    ],
    [
      { kind: "approved", data: { skill, review, note: "" } },
      "Omar approved release-notes",
      "/w/m/reviews/12",
    ],
    [
      { kind: "changes-requested", data: { skill, review, note: "" } },
      "Omar asked for changes to release-notes",
      "/w/m/reviews/12",
    ],
    [
      { kind: "approval-stale", data: { skill, review, because: "findings" } },
      "An approval of release-notes went stale: a finding was dismissed or restored",
      "/w/m/reviews/12",
    ],
    [
      { kind: "approval-stale", data: { skill, review, because: "bytes" } },
      "An approval of release-notes went stale: its draft was changed",
      "/w/m/reviews/12",
    ],
    [
      {
        kind: "neighbour-lost",
        data: { skill, changed: { ...skill, name: "triage" }, review, run: 3, lost: 2 },
      },
      "The draft of triage takes 2 cases from release-notes",
      "/w/m/reviews/12?tab=proof",
    ],
    [
      {
        kind: "neighbour-lost",
        data: { skill, changed: { ...skill, name: "triage" }, review: null, run: 3, lost: 1 },
      },
      "The draft of triage takes 1 case from release-notes",
      "/w/m/skills/release-notes/proof/3",
    ],
    [
      { kind: "published", data: { skill, version: 4, note: "", review: null } },
      "Omar published release-notes v4",
      "/w/m/skills/release-notes/versions/4",
    ],
    [
      {
        kind: "import-finished",
        data: { import: id(4), sources: ["a.zip", "b.zip"], outcome: "done", stored: 12, failed: 1 },
      },
      "The import of a.zip and 1 more is done",
      `/w/m/skills/import/${id(4)}`,
    ],
    [
      {
        kind: "source-conflict",
        data: { source: { id: id(4), name: "Team skills" }, skills: ["pdf", "notes"], count: 2 },
      },
      "Team skills and drafts here both changed: 2 skills to decide",
      "/w/m/settings/sources",
    ],
    [
      { kind: "source-failed", data: { source: { id: id(4), name: "Team skills" }, failure: "timeout" } },
      "Team skills could not be synced",
      "/w/m/settings/sources",
    ],
    [
      { kind: "skill-offered", data: { share: id(4), workspace: "Harbour", name: "pdf" } },
      "The workspace Harbour shares pdf with this one",
      "/w/m/settings/sources",
    ],
    [
      { kind: "share-ended", data: { workspace: "Harbour", skill } },
      "The workspace Harbour no longer shares release-notes",
      "/w/m/skills/release-notes",
    ],
    [
      { kind: "key-expiring", data: { key: id(3), name: "CI", expiresAt: asked.createdAt } },
      "The key “CI” expires soon",
      "/w/m/settings/keys",
    ],
  ];
  it.each(cases)("of %o is a sentence and leads there", (notice, words, path) => {
    expect(sayNotice(notice, "Omar", "UTC").words).toBe(words);
    expect(noticePath("m", notice)).toBe(path);
  });
});
