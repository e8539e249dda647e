import { QueryClient } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { LiveSession } from "@/lib/gateway/live-schema";
import type { HostComparison } from "@/lib/live/comparison-schema";
import { anId, aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import type { TakenWording, WordingPreview } from "@/lib/wordings/schema";
import { ComparePanel } from "./compare-panel";
import { LiveEvent } from "./live-event";

const at = "2026-11-22T16:00:00.000Z";
const session: LiveSession = {
  id: anId(1),
  protocol: "messages",
  host: "claude-code",
  hostVersion: "2.1.330",
  isShared: true,
  key: { id: anId(2), name: "tomas-mbp" },
  person: { id: anId(3), name: "Tomás" },
  exchangeCount: 1,
  startedAt: at,
  lastAt: at,
};

afterEach(() => vi.unstubAllGlobals());

const taken: TakenWording = {
  dialect: "claude-code",
  hostVersion: "2.1.330",
  person: { id: anId(4), name: "Ada" },
  takenAt: "2026-11-23T10:00:00.000Z",
  texts: 1,
  digest: "a".repeat(64),
};

/** The panel before an admin; `serve` answers what is not the comparison, or null. */
function compare(
  comparison: HostComparison,
  serve: (url: string, init?: RequestInit) => Promise<Response | null> = async () => null,
) {
  vi.stubGlobal(
    "fetch",
    async (url: string, init?: RequestInit) => (await serve(url, init)) ?? Response.json(comparison),
  );
  render(
    <InWorkspace viewerRole="admin" cache={new QueryClient()}>
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
  where,
  verdict,
  reason,
  host: '"one"',
  dialect: verdict === "differs" ? '"two"' : '"one"',
  texts: verdict === "equal" ? null : { host: "Launching skill: notes", dialect: "Loaded skill: notes" },
});

it("sets what the host sent beside its dialect, with a verdict for each place", async () => {
  const user = compare({
    lacking: null,
    agreement: { version: "Claude Code 2.1.330", checked: "2026-11-22" },
    wording: null,
    slots: [
      slot("catalogue.place", "equal"),
      slot("answers[0] Skill", "words"),
      slot("answers[1] Skill", "differs", "It is known."),
    ],
  });
  const table = within(await screen.findByRole("table", { name: /What the host sent beside/ }));
  expect(table.getByRole("row", { name: /catalogue\.place/ })).toHaveTextContent("Equal");
  expect(table.getByRole("row", { name: /answers\[1\]/ })).toHaveTextContent(
    /It is known\..*Differs.*one.*two/,
  );
  await user.click(screen.getByRole("radio", { name: "Differs, 1" }));
  expect(table.getAllByRole("row")).toHaveLength(2);
});

it("shows the texts of a place as one, on demand", async () => {
  const user = compare({
    lacking: null,
    agreement: null,
    wording: null,
    slots: [slot("answers[0] Skill", "words")],
  });
  expect(screen.queryByText(/Launching/)).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Show the texts of answers[0] Skill" }));
  expect((await screen.findByText("Launching")).closest("ins")).not.toBeNull();
  expect(screen.getByText("Loaded").closest("del")).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "Hide the texts of answers[0] Skill" }));
  expect(screen.queryByText("Launching")).toBeNull();
});

it("takes the host's own sentences after they were read, exactly these", async () => {
  const preview: WordingPreview = {
    lacking: null,
    dialect: "claude-code",
    hostVersion: "2.1.330",
    digest: "a".repeat(64),
    taken: [{ where: "answers[0] Skill", host: "Launching notes", dialect: "Loaded notes" }],
    refused: [
      { where: "catalogue", reason: "The list of skills itself is not the same." },
      { where: "tools.Read.description", reason: "The host sent nothing of the kind." },
      { where: "tools.Read.properties.limit", reason: "The host sent nothing of the kind." },
    ],
  };
  const sent: unknown[] = [];
  const user = compare({ lacking: null, agreement: null, wording: null, slots: [] }, async (url, init) => {
    if (!url.endsWith("/wording")) return null;
    if (init?.method === "POST") sent.push(JSON.parse(String(init.body)));
    return Response.json(init?.method === "POST" ? taken : preview);
  });
  await user.click(await screen.findByRole("button", { name: "Use this host’s own sentences" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("Launching")).toBeVisible();
  expect(dialog.getByText(/list of skills itself/)).toBeVisible();
  expect(dialog.getByText("The host sent nothing of the kind.").closest("li")).toHaveTextContent(
    /kind\.tools\.Read\.descriptiontools\.Read\.properties\.limit$/,
  );
  await user.click(dialog.getByRole("button", { name: "Use 1 text" }));
  await vi.waitFor(() => expect(sent).toEqual([{ digest: preview.digest }]));
});

it("says whose words the dialect speaks, and gives it its own back", async () => {
  const asked: string[] = [];
  const user = compare({ lacking: null, agreement: null, wording: taken, slots: [] }, async (url, init) => {
    if (init?.method !== "DELETE") return null;
    asked.push(url);
    return new Response(null, { status: 204 });
  });
  await vi.waitFor(() =>
    expect(document.body.textContent).toMatch(/Words of Claude Code 2\.1\.330, taken by Ada on 2026-11-23/),
  );
  await user.click(screen.getByRole("button", { name: "Give Claude Code its own words back" }));
  await user.click(await screen.findByRole("button", { name: "Give them back" }));
  await vi.waitFor(() => expect(asked).toEqual([expect.stringMatching(/\/wordings\/claude-code$/)]));
});

it("says why there is nothing to compare", async () => {
  compare({ lacking: "The texts of this session are not kept.", agreement: null, wording: null, slots: [] });
  expect(await screen.findByText("The texts of this session are not kept.")).toBeVisible();
});

it("shows the text that went by and leads to the version that it is", () => {
  const log = new SessionLog();
  const run = log.add("run-started", { host: { name: "Claude Code", version: "2.1.330" } });
  const event = log.add("skill-activated", {
    skill: aSkillRef({ name: "release-notes", version: 3, draftRevision: null }),
    result: "# Notes",
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
