import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useReadNotices } from "./use-read-notices";

function Page({ about }: { about: Parameters<typeof useReadNotices>[1] }) {
  useReadNotices("acme", about);
  return null;
}

function open(unread: number, about: Parameters<typeof useReadNotices>[1]) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (String(url).endsWith("/unread")) return Response.json({ unread });
    sent.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: 204 });
  });
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <Page about={about} />
    </QueryClientProvider>,
  );
  return { sent, cache };
}

afterEach(() => vi.unstubAllGlobals());

it("marks what is about the review that is looked at as read", async () => {
  const { sent } = open(3, { review: 7 });
  await waitFor(() => expect(sent).toEqual([{ review: 7 }]));
});

it("asks for nothing where nothing is unread", async () => {
  const { sent, cache } = open(0, { import: "0190a000-0000-7000-8000-000000000001" });
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(sent).toEqual([]);
});
