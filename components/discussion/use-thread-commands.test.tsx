import { QueryClient, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { threadsQuery } from "@/components/data/thread-queries";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import { client } from "@/lib/api/client";
import type { Thread } from "@/lib/discussion/schema";
import { ThreadView } from "./thread-view";
import { useThreadCommands } from "./use-thread-commands";

const id = "0190a000-0000-7000-8000-000000000001";
const ines = { id, name: "Ines" };
const at = "2026-11-21T10:00:00.000Z";

const comment = (body: string) => ({
  id: `c-${body}`,
  author: ines,
  body,
  mentions: [],
  suggestion: null,
  createdAt: at,
  editedAt: null,
});
const thread: Thread = {
  id: "t1",
  review: null,
  place: { kind: "general" },
  resolved: null,
  createdBy: ines,
  createdAt: at,
  comments: [comment("First")],
};

function Threads({ review = 31 }: { review?: number }) {
  const { data } = useQuery(threadsQuery(client.reviews, "meridian", { review }));
  const commands = useThreadCommands("meridian", { review }, { draftRevision: 42 });
  return data?.items.map((one) => (
    <ThreadView
      key={one.id}
      thread={one}
      viewerId={id}
      people={[ines]}
      commands={commands}
      blocked={undefined}
      applyBlocked={undefined}
    />
  ));
}

/** What the server answers to writes stays open until the test lets it go. */
async function open(stands?: (review: number) => Thread) {
  const writes: { path: string; body: unknown; answer: (response: Response) => void }[] = [];
  let stored: Thread = thread;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    if ((init?.method ?? "GET") === "GET")
      return Response.json({ items: [stands?.(Number(searchParams.get("review"))) ?? stored] });
    const path = pathname.replace(/^.*\/meridian/, "");
    const { promise, resolve } = Promise.withResolvers<Response>();
    writes.push({ path, body: JSON.parse(String(init?.body ?? "null")), answer: resolve });
    return promise;
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (review?: number) => (
    <InWorkspace viewerRole="author" cache={cache}>
      <Threads {...(review && { review })} />
    </InWorkspace>
  );
  const { rerender } = render(page());
  const user = userEvent.setup();
  await screen.findByRole("article");
  const move = (review: number) => rerender(page(review));
  return { user, writes, cache, move, store: (next: Thread) => (stored = next) };
}

const refuse = () =>
  Response.json(
    { status: 409, code: "CONFLICT", title: "Conflict", detail: "It has ended." },
    { status: 409 },
  );

afterEach(() => vi.unstubAllGlobals());

describe("what is written in a thread", () => {
  it("stands there before the server has answered, and then as the server has it", async () => {
    const { user, writes, store } = await open();
    await user.click(screen.getByRole("button", { name: "Reply" }));
    await user.type(screen.getByRole("textbox", { name: "Reply" }), "Second{Control>}{Enter}{/Control}");
    expect(await screen.findByText("Second")).toBeVisible();
    expect(screen.getAllByRole("article")[1]).toHaveAttribute("aria-busy", "true");
    expect(writes).toMatchObject([{ path: "/threads/t1/comments", body: { body: "Second" } }]);
    const after = { ...thread, comments: [comment("First"), comment("Second")] };
    store(after);
    writes[0]?.answer(Response.json(after, { status: 201 }));
    await waitFor(() => expect(screen.getAllByRole("article")[1]).not.toHaveAttribute("aria-busy"));
  });

  it("goes again when the server refuses it, and whoever wrote it has it back", async () => {
    const { user, writes } = await open();
    await user.click(screen.getByRole("button", { name: "Reply" }));
    await user.type(screen.getByRole("textbox", { name: "Reply" }), "Second{Control>}{Enter}{/Control}");
    await screen.findByText("Second");
    writes[0]?.answer(refuse());
    expect(await screen.findByRole("textbox", { name: "Reply" })).toHaveValue("Second");
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("is resolved at once, and open again when the server refuses that", async () => {
    const { user, writes } = await open();
    await user.click(screen.getByRole("button", { name: "Resolve" }));
    expect(await screen.findByText(/^Resolved/)).toBeVisible();
    expect(writes).toMatchObject([{ path: "/threads/t1", body: { resolved: true } }]);
    writes[0]?.answer(refuse());
    expect(await screen.findByText("Open")).toBeVisible();
  });

  it("goes again where it was written, when the page shows another review by then", async () => {
    const of = (review: number) => ({ ...thread, comments: [comment(`Of review ${review}`)] });
    const { user, writes, cache, move } = await open(of);
    await user.click(screen.getByRole("button", { name: "Resolve" }));
    await waitFor(() => expect(cache.isMutating()).toBe(1));
    move(32);
    expect(await screen.findByText("Of review 32")).toBeVisible();
    const itemsOf = (review: number) =>
      cache.getQueryData(threadsQuery(client.reviews, "meridian", { review }).queryKey)?.items;
    const shown: unknown[] = [];
    const stop = cache.getQueryCache().subscribe(() => shown.push(itemsOf(32)));
    writes[0]?.answer(refuse());
    await waitFor(() => expect(cache.isMutating()).toBe(0));
    stop();
    expect(itemsOf(31)).toEqual([of(31)]);
    expect(shown.filter((items) => !Object.is(items, shown[0]))).toEqual([]);
    expect(shown[0]).toEqual([of(32)]);
  });
});
