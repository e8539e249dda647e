import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { LiveSession } from "@/lib/gateway/live-schema";
import type { HostComparison } from "@/lib/live/comparison-schema";
import { anId, aSkillRef, SessionLog } from "@/lib/testing/session-log";
import { ComparePanel } from "./compare-panel";
import { LiveEvent } from "./live-event";

const at = "2026-11-22T16:00:00.000Z";
const session: LiveSession = {
  ...{ id: anId(1), protocol: "messages", host: "claude-code", hostVersion: "2.1.330", isShared: true },
  ...{ key: { id: anId(2), name: "tomas-mbp" }, person: { id: anId(3), name: "Tomás" }, exchangeCount: 1 },
  ...{ startedAt: at, lastAt: at },
};

afterEach(() => vi.unstubAllGlobals());

function compare(comparison: HostComparison) {
  vi.stubGlobal("fetch", async () => Response.json(comparison));
  render(
    <InWorkspace viewerRole="viewer" cache={new QueryClient()}>
      <ComparePanel session={session} />
    </InWorkspace>,
  );
  return userEvent.setup();
}

const slot = (
  where: string,
  verdict: HostComparison["slots"][number]["verdict"],
  reason: string | null = null,
) => ({
  ...{ where, verdict, reason, host: '"one"' },
  dialect: verdict === "differs" ? '"two"' : '"one"',
});

it("sets what the host sent beside its dialect, with a verdict for each place", async () => {
  const user = compare({
    ...{ lacking: null, agreement: { version: "Claude Code 2.1.330", checked: "2026-11-22" } },
    slots: [
      slot("catalogue.place", "equal"),
      slot("answers[0] Skill", "words"),
      slot("answers[1] Skill", "differs", "It is known."),
    ],
  });
  const table = within(await screen.findByRole("table", { name: /What the host sent beside/ }));
  expect(table.getByRole("row", { name: /catalogue\.place/ })).toHaveTextContent("Equal");
  expect(table.getByRole("row", { name: /answers\[1\]/ })).toHaveTextContent(
    /It is known\..*one.*two.*Differs/,
  );
  await user.click(screen.getByRole("radio", { name: "Differs, 1" }));
  expect(table.getAllByRole("row")).toHaveLength(2);
});

it("says why there is nothing to compare", async () => {
  compare({ lacking: "The texts of this session are not kept.", agreement: null, slots: [] });
  expect(await screen.findByText("The texts of this session are not kept.")).toBeVisible();
});

it("shows the text that went by and leads to the version that it is", () => {
  const log = new SessionLog();
  const run = log.add("run-started", { host: { name: "Claude Code", version: "2.1.330" } });
  const event = log.add("skill-activated", {
    ...{ skill: aSkillRef({ name: "release-notes", version: 3, draftRevision: null }), result: "# Notes" },
    recognised: { as: "version", latestVersion: 5 },
  });
  render(
    <InWorkspace viewerRole="viewer" cache={new QueryClient()}>
      <LiveEvent event={event} events={log.events} run={run} viewerId={anId(9)} onSelect={() => {}} />
    </InWorkspace>,
  );
  expect(screen.getByText("v3, latest is v5")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open release-notes v3" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the latest, v5" })).toBeVisible();
  expect(screen.getByText("# Notes")).toBeVisible();
});
