import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { client } from "@/lib/api/client";
import { liveEventsQuery } from "./live-queries";

const kinds = ["run-started", "text", "run-finished"] as const;

/** A log of this many turns, three events each. */
const logOf = (turns: number, text = "Hello") =>
  Array.from({ length: turns * kinds.length }, (_, at) => ({
    seq: at + 1,
    type: kinds[at % kinds.length],
    payload: { text },
  }));

afterEach(() => vi.unstubAllGlobals());

/** A server that has this log; which pages it was asked for. */
function serve(log: () => readonly object[]) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const { searchParams } = new URL(url, "http://x");
    const [after, limit] = [Number(searchParams.get("after")), Number(searchParams.get("limit"))];
    asked.push(`${after}`);
    const items = log().slice(after, after + limit);
    const last = after + items.length;
    return Response.json({ items, nextAfter: last < log().length ? last : null });
  });
  return asked;
}

it("reads a long log page by page, to its end", async () => {
  const asked = serve(() => logOf(1_500));
  const { items } = await new QueryClient().fetchQuery(liveEventsQuery(client.live, "w", "s"));
  expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 4_500 }, (_, at) => at + 1));
  expect(asked).toEqual(["0", "2000", "4000"]);
});

it("asks only for what is new, and for the last turns again", async () => {
  let log = logOf(100);
  const asked = serve(() => log);
  const cache = new QueryClient();
  await cache.fetchQuery(liveEventsQuery(client.live, "w", "s"));
  log = [...logOf(97), ...logOf(101, "Changed").slice(97 * 3)];
  const { items } = await cache.fetchQuery(liveEventsQuery(client.live, "w", "s"));
  expect(asked).toEqual(["0", "291"]);
  expect(items).toEqual(log);
});
