import { useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, client, unwrap } from "@/lib/api/client";
import { QueryProvider } from "./query-provider";
import { lookAtServer, noteServerTrouble, onServerBack } from "./server-health";
import { ServerNotice } from "./server-notice";

/** What the server says of itself: fine, words, or nothing at all. */
let state: "fine" | "silent" | string = "fine";
let asked = 0;

const problem = (status: number, detail: string) =>
  Response.json(
    { type: "about:blank", title: "Not available now", status, detail, code: "UNAVAILABLE", traceId: "t" },
    { status, headers: { "retry-after": "0" } },
  );

beforeEach(() => {
  state = "fine";
  asked = 0;
  vi.stubGlobal("fetch", async (url: string | URL) => {
    asked += 1;
    if (state === "silent") throw new TypeError("Failed to fetch");
    if (state !== "fine") return problem(503, state);
    return String(url).endsWith("/health") ? Response.json({ status: "ok" }) : Response.json({ items: [] });
  });
});
afterEach(async () => {
  state = "fine";
  await act(() => lookAtServer());
  vi.unstubAllGlobals();
});

const down = "The database does not answer.";
const busy = new ApiError(503, "UNAVAILABLE", "The server is busy.");

function List() {
  const { data, error } = useQuery({
    queryKey: ["workspaces", "list"],
    queryFn: () => unwrap(client.workspaces.workspaces.$get()),
  });
  return <p>{data ? "The list" : error ? "No list" : "Loading"}</p>;
}

const aPage = () =>
  render(
    <QueryProvider>
      <ServerNotice />
      <List />
    </QueryProvider>,
  );

describe("the notice of a server that cannot work", () => {
  it("says why in the server's words, and goes when it can again, with what could not be shown", async () => {
    state = down;
    aPage();
    await waitFor(() => screen.getByText("No list"), { timeout: 4_000 });
    screen.getByText(down);
    screen.getByText(/What you typed stays here/);
    state = "fine";
    await act(() => lookAtServer());
    expect(screen.queryByText(down)).toBeNull();
    await waitFor(() => screen.getByText("The list"));
  });

  it("comes when nobody answers at all", async () => {
    aPage();
    await waitFor(() => screen.getByText("The list"));
    state = "silent";
    act(() => noteServerTrouble(new ApiError(0, "UNREACHABLE", "No answer")));
    await waitFor(() => screen.getByText("The server does not answer."));
  });

  it("does not come for one refused request of a server that is well, nor for somebody's own haste", async () => {
    aPage();
    await waitFor(() => screen.getByText("The list"));
    const before = asked;
    await act(async () => {
      noteServerTrouble(new ApiError(429, "TOO_MANY_REQUESTS", "Too much at once"));
      noteServerTrouble(new ApiError(422, "UNPROCESSABLE", "Wrong"));
      noteServerTrouble(new Error("x"));
    });
    expect(asked).toBe(before);
    await act(async () => noteServerTrouble(busy));
    await waitFor(() => expect(asked).toBe(before + 1));
    expect(screen.queryByText(/What you typed/)).toBeNull();
  });

  it("tells once that the server is back", async () => {
    const back = vi.fn();
    const stop = onServerBack(back);
    state = down;
    await act(() => lookAtServer());
    expect(back).not.toHaveBeenCalled();
    state = "fine";
    await act(() => lookAtServer());
    await act(() => lookAtServer());
    expect(back).toHaveBeenCalledTimes(1);
    stop();
  });
});
