import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CurrentWorkspace } from "./current-workspace";
import { LiveChanges } from "./live-changes";
import { askWhoIsHere } from "./signed-in-state";

/** What a tab hears: opened, told, broken off. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  constructor(readonly address: string) {
    super();
    FakeSource.all.push(this);
  }
  tell(...topics: string[]) {
    this.hear({ topics });
  }
  hear(change: { topics: string[]; sessions?: string[] }) {
    this.dispatchEvent(new MessageEvent("changed", { data: JSON.stringify(change) }));
  }
  refuse() {
    this.readyState = FakeSource.CLOSED;
    this.onerror();
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}
const open = () => FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED);

/** One lock at a time, as browsers give it: the next in line gets it when the holder lets go. */
function fakeLocks() {
  const line = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const before = line.get(name) ?? Promise.resolve();
      const turn = before.then(() => {
        if (signal.aborted) throw new DOMException("left the line", "AbortError");
        return work();
      });
      line.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
}

const id = "0190a000-0000-7000-8000-000000000001";
const workspace = {
  id,
  slug: "meridian",
  name: "Meridian",
  role: "admin" as const,
  createdAt: "2026-01-01T00:00:00Z",
};
const session = {
  user: { id, name: "Ines", email: "ines@example.test", isOperator: false },
  workspaces: [workspace],
};

/** How often the server was asked who is here, and what it answers. */
const server = { asked: 0, status: 200 };
let asked: string[] = [];
function Asks({ queryKey, staleTime = 60_000 }: { queryKey: string[]; staleTime?: number }) {
  const { data } = useQuery({
    queryKey,
    staleTime,
    queryFn: () => {
      asked.push(queryKey.join(" "));
      return asked.length;
    },
  });
  return <p>{data === undefined ? "asking" : `answer ${data}`}</p>;
}

/** One tab that shows the skills, an agent, and a draft that somebody edits. */
function aTab(more: readonly string[][] = []) {
  const cache = new QueryClient();
  const tab = render(
    <QueryClientProvider client={cache}>
      <CurrentWorkspace workspace={workspace} session={session}>
        <LiveChanges />
        <Asks queryKey={["library", "meridian", "skills"]} />
        <Asks
          queryKey={["library", "meridian", "skills", "one", "notes", "draft"]}
          staleTime={Number.POSITIVE_INFINITY}
        />
        <Asks queryKey={["library", "meridian", "imports"]} />
        <Asks queryKey={["models", "meridian", "list"]} />
        <Asks queryKey={["inbox", "elsewhere"]} />
        {more.map((queryKey) => (
          <Asks key={queryKey.join()} queryKey={queryKey} />
        ))}
      </CurrentWorkspace>
    </QueryClientProvider>,
  );
  return { cache, ...tab };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const skills = "library meridian skills";

/** The first tab, when it has what it shows and listens. */
async function settled(more: readonly string[][] = []) {
  const tab = aTab(more);
  await pass(10);
  act(() => open()[0]?.onopen());
  await pass(10_000);
  asked = [];
  return tab;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("fetch", async () => {
    server.asked += 1;
    return Response.json(session, { status: server.status });
  });
  // Whoever was here before may have been signed out.
  server.status = 200;
  await act(() => askWhoIsHere());
  server.asked = 0;
  Object.defineProperty(navigator, "locks", { value: fakeLocks(), configurable: true });
  FakeSource.all = [];
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "locks");
});

describe("what others change", () => {
  it("is asked for again where it is shown, and nothing else is", async () => {
    await settled();
    expect(open().map(({ address }) => address)).toEqual(["/api/v1/workspaces/meridian/changes"]);
    open()[0]?.tell("library", "inbox");
    await pass(500);
    expect(asked).toEqual([skills]);
  });

  it("in a live host's conversation is asked for where that conversation is shown alone", async () => {
    await settled([
      ["gateway", "meridian", "sessions"],
      ["gateway", "meridian", "events", "one"],
      ["gateway", "meridian", "comparison", "two"],
    ]);
    open()[0]?.hear({ topics: ["live"], sessions: ["one"] });
    await pass(500);
    expect(asked).toEqual(["gateway meridian sessions", "gateway meridian events one"]);
    await pass(2_000);
    open()[0]?.hear({ topics: ["live"], sessions: ["three"] });
    open()[0]?.tell("live");
    await pass(500);
    expect(asked.slice(2)).toEqual([
      "gateway meridian sessions",
      "gateway meridian events one",
      "gateway meridian comparison two",
    ]);
  });

  it("is asked for once, however often it moves in a moment", async () => {
    await settled();
    for (let times = 0; times < 20; times += 1) open()[0]?.tell("library");
    await pass(500);
    for (let times = 0; times < 20; times += 1) open()[0]?.tell("library");
    await pass(1_000);
    expect(asked).toEqual([skills]);
    await pass(2_000);
    expect(asked).toEqual([skills, skills]);
  });

  it("leaves a draft that is being edited as it is", async () => {
    await settled();
    open()[0]?.tell("library", "agents", "reviews");
    await pass(500);
    expect(asked.filter((key) => key.includes("draft"))).toEqual([]);
  });

  it("waits for a write of one's own, which knows better", async () => {
    const { cache } = await settled();
    const write = Promise.withResolvers<void>();
    const mutation = cache.getMutationCache().build(cache, { mutationFn: () => write.promise });
    void mutation.execute(undefined);
    open()[0]?.tell("library");
    await pass(1_000);
    expect(asked).toEqual([]);
    write.resolve();
    await pass(1_000);
    expect(asked).toEqual([skills]);
  });

  it("waits until somebody looks at the tab", async () => {
    await settled();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    open()[0]?.tell("library");
    await pass(5_000);
    expect(asked).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await pass(500);
    expect(asked).toEqual([skills]);
  });
});

describe("who somebody is here", () => {
  it("is asked when members have moved since the page came, and not when it came", async () => {
    await settled();
    expect(server.asked).toBe(0);
    open()[0]?.tell("library");
    await pass(3_000);
    expect(server.asked).toBe(0);
    open()[0]?.tell("members");
    await pass(3_000);
    expect(server.asked).toBe(1);
  });

  it("is asked when the connection is refused; a tab that is signed out follows nothing until somebody signs in", async () => {
    await settled();
    server.status = 401;
    open()[0]?.refuse();
    await act(() => askWhoIsHere());
    await pass(120_000);
    expect([server.asked, open().length]).toEqual([1, 0]);
    server.status = 200;
    await act(() => askWhoIsHere());
    await pass(10);
    expect(open()).toHaveLength(1);
  });
});

describe("the connection", () => {
  it("is one for all tabs, and the next tab takes over when the first is closed", async () => {
    const first = await settled();
    aTab();
    await pass(10_000);
    expect(open()).toHaveLength(1);
    asked = [];
    open()[0]?.tell("library");
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await pass(500);
    expect(asked, "each tab asks for what it shows").toEqual([skills, skills]);
    await pass(10_000);
    asked = [];
    first.unmount();
    await pass(10);
    expect(open()).toHaveLength(1);
    act(() => open()[0]?.onopen());
    await pass(500);
    expect(asked, "what moved between the two is asked for").toContain(skills);
  });

  it("is each tab's own where the browser has no locks", async () => {
    Reflect.deleteProperty(navigator, "locks");
    aTab();
    aTab();
    await pass(10);
    expect(open()).toHaveLength(2);
  });

  it("asks for nothing that came with the page, and for everything when it was lost and found", async () => {
    aTab();
    await pass(100);
    asked = [];
    act(() => open()[0]?.onopen());
    await pass(1_000);
    expect(asked).toEqual([]);
    act(() => open()[0]?.onopen());
    await pass(3_000);
    expect(asked).toEqual([skills]);
  });

  it("is tried again after a refusal, less and less often, and not after the page is left", async () => {
    const tab = await settled();
    open()[0]?.refuse();
    await pass(3_000);
    expect(FakeSource.all).toHaveLength(2);
    open()[0]?.refuse();
    await pass(3_000);
    expect(FakeSource.all).toHaveLength(2);
    await pass(3_000);
    expect(FakeSource.all).toHaveLength(3);
    open()[0]?.refuse();
    tab.unmount();
    await pass(60_000);
    expect(FakeSource.all).toHaveLength(3);
    expect(screen.queryByText(/answer/)).not.toBeInTheDocument();
  });
});
