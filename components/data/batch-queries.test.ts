import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { client } from "@/lib/api/client";
import { batchServer } from "@/lib/testing/browser/batch-server";
import { agentKeys } from "./agent-queries";
import {
  askWhatBatchesChange,
  batchKeys,
  previewBatch,
  readChosenNames,
  runBatch,
  undoBatch,
} from "./batch-queries";
import { libraryKeys } from "./library-queries";
import { reviewKeys } from "./review-queries";

const api = client.library;
const read = (chosen: Parameters<typeof readChosenNames>[2], signal?: AbortSignal) =>
  readChosenNames(api, "meridian", chosen, signal);

function serve(server: ReturnType<typeof batchServer>) {
  const addresses: URL[] = [];
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    addresses.push(new URL(address, "http://greenroom.test"));
    return server.fetch(address, init);
  });
  return addresses;
}

afterEach(() => vi.unstubAllGlobals());

describe("the names of what was chosen", () => {
  it("are those that were named, without a question", async () => {
    const addresses = serve(batchServer());
    expect(await read({ names: ["b", "a"] })).toEqual(["b", "a"]);
    expect(addresses).toEqual([]);
  });

  it("are read page by page with the filters of the list, in its order, but for the excepted ones", async () => {
    const addresses = serve(batchServer({ listed: ["a", "b", "c", "d", "e"] }));
    const matching = { query: "pdf", state: "draft", sort: "name", direction: "asc" } as const;
    expect(await read({ matching, except: ["b", "e"] })).toEqual(["a", "c", "d"]);
    expect(addresses).toHaveLength(3);
    expect(Object.fromEntries(addresses[0]?.searchParams ?? [])).toEqual({
      query: "pdf",
      state: "draft",
      sort: "name",
      direction: "asc",
      limit: "200",
    });
    expect(addresses.map((address) => address.searchParams.get("cursor"))).toEqual([null, "2", "4"]);
  });

  it("are each there once, although the list moved while it was read", async () => {
    serve(batchServer({ listed: ["a", "b", "b", "c"] }));
    expect(await read({ matching: { query: "" }, except: [] })).toEqual(["a", "b", "c"]);
  });

  it("are not read on after nobody wants them any more", async () => {
    const addresses = serve(batchServer({ listed: ["a", "b", "c"] }));
    const asked = new AbortController();
    asked.abort(new Error("closed"));
    await expect(read({ matching: { query: "" }, except: [] }, asked.signal)).rejects.toThrow("closed");
    expect(addresses).toEqual([]);
  });
});

describe("asking the server", () => {
  it("says whether it is meant, and which drafts were looked at", async () => {
    const server = batchServer();
    serve(server);
    const act = { kind: "publish" } as const;
    await previewBatch(api, "meridian", { act, names: ["a"] });
    await runBatch(api, "meridian", { act, names: ["a"], seen: { a: 7 } });
    expect(server.asked).toEqual([
      { act, names: ["a"], preview: true, seen: undefined },
      { act, names: ["a"], preview: false, seen: { a: 7 } },
    ]);
  });

  it("takes back with what was answered", async () => {
    const server = batchServer();
    serve(server);
    const items = await undoBatch(api, "meridian", [{ skill: "a", undo: [{ kind: "unarchive" }] }]);
    expect(items).toMatchObject([{ skill: { name: "a" }, outcome: "done" }]);
    expect(server.undone).toEqual([{ skill: "a", undo: [{ kind: "unarchive" }] }]);
  });

  it("throws in words when nothing is known", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(runBatch(api, "meridian", { act: { kind: "archive" }, names: ["a"] })).rejects.toMatchObject(
      { code: "UNREACHABLE", status: 0 },
    );
  });
});

describe("what is asked for again", () => {
  it("are this workspace's skills, agents, reviews and previews, and nothing else", async () => {
    const cache = new QueryClient();
    const keys = {
      skills: libraryKeys.skills("meridian"),
      agents: agentKeys.list("meridian"),
      reviews: reviewKeys.all("meridian"),
      preview: batchKeys.preview("meridian", { names: ["a"] }, null),
      elsewhere: libraryKeys.skills("lab"),
      members: ["workspaces", "meridian", "members"],
    };
    for (const key of Object.values(keys)) cache.setQueryData(key, 1);
    await askWhatBatchesChange(cache, "meridian");
    const again = Object.entries(keys)
      .filter(([, key]) => cache.getQueryState(key)?.isInvalidated)
      .map(([name]) => name);
    expect(again).toEqual(["skills", "agents", "reviews", "preview"]);
  });
});
