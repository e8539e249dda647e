import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { LiveSession } from "@/lib/gateway/live-schema";
import type { ServedSession } from "@/lib/served/schema";
import { anId } from "@/lib/testing/sessions/session-log";
import { SessionsTable } from "./sessions-table";
import { WatchedSession } from "./watched-session";

const at = "2026-11-22T16:00:00.000Z";
const host: LiveSession = {
  id: anId(1),
  protocol: "messages",
  host: "claude-code",
  hostVersion: "2.0.1",
  key: { id: anId(2), name: "tomas-mbp" },
  person: { id: anId(3), name: "Tomás" },
  isShared: false,
  exchangeCount: 1_200,
  startedAt: at,
  lastAt: at,
};

type Log = Parameters<typeof WatchedSession>[0]["log"];

function open(log: Log, of: LiveSession | null) {
  render(
    <InWorkspace viewerRole="viewer" cache={new QueryClient()}>
      <WatchedSession
        id={host.id}
        title={(events) => `${events.length} events`}
        badge="Delivered live"
        log={log}
        address="/events"
        host={of}
      >
        Written elsewhere.
      </WatchedSession>
    </InWorkspace>,
  );
}

afterEach(() => vi.unstubAllGlobals());

describe("a session that happens elsewhere", () => {
  it("says who writes it in the place of a composer, and leads back to the list of all of them", async () => {
    open({ data: { items: [] }, error: null }, null);
    expect(await screen.findByRole("heading", { name: "0 events" })).toBeVisible();
    expect(screen.getByText("Written elsewhere. It is no rehearsal and counts as none.")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("link", { name: "Live hosts" })).toHaveAttribute(
      "href",
      "/w/meridian/playground/live",
    );
  });

  it("is compared with a dialect where a host speaks, and not where a program of an agent does", async () => {
    open({ data: { items: [] }, error: null }, host);
    expect(await screen.findByRole("tab", { name: "Compare with the dialect" })).toBeVisible();
    expect(screen.getByText(/What the host does with skills/)).toBeVisible();
  });

  it("names the program where nothing has gone by yet", async () => {
    open({ data: { items: [] }, error: null }, null);
    expect(await screen.findByText(/What the program does with skills/)).toBeVisible();
    expect(screen.queryByRole("tab", { name: "Compare with the dialect" })).toBeNull();
  });

  it("says why its events are not there", async () => {
    open({ data: undefined, error: new Error("The server is away.") }, null);
    expect(await screen.findByText("The events of this session could not be read")).toBeVisible();
  });
});

const program: ServedSession = {
  id: anId(1),
  via: "mcp",
  client: "desk.py",
  reference: null,
  dialect: "standard",
  mode: "inline",
  agent: { id: anId(2), slug: "desk", name: "Release desk" },
  key: { id: anId(3), name: "ci-runner" },
  person: { id: anId(4), name: "Ada" },
  state: "open",
  turns: 2,
  calls: 3,
  startedAt: at,
  lastAt: at,
  expiresAt: at,
};

it("both kinds are listed with the same columns, and a state only where there is one", () => {
  const shared = { caption: "Sessions", counted: "Calls", href: ({ id }: { id: string }) => `/s/${id}` };
  render(
    <>
      <SessionsTable
        {...shared}
        items={[host]}
        who="Host"
        name={() => "Claude Code"}
        after={({ hostVersion }) => hostVersion ?? ""}
        count={({ exchangeCount }) => exchangeCount}
      />
      <SessionsTable
        {...shared}
        items={[program]}
        who="Agent"
        name={({ agent }) => agent.name}
        after={() => ""}
        more={{ heading: "State", cell: ({ state }) => state }}
        count={({ calls }) => calls}
      />
    </>,
  );
  const [hosts, programs] = screen.getAllByRole("table").map((table) => within(table));
  const headings = (table: typeof hosts) =>
    table?.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings(hosts)).toEqual(["Host", "Key", "Person", "Calls", "Last"]);
  expect(headings(programs)).toEqual(["Agent", "Key", "Person", "State", "Calls", "Last"]);
  expect(hosts?.getByRole("row", { name: /Claude Code/ })).toHaveTextContent(
    /Claude Code2\.0\.1tomas-mbpTomás1,200/,
  );
  expect(programs?.getByRole("link", { name: "Release desk" })).toHaveAttribute("href", `/s/${program.id}`);
});
