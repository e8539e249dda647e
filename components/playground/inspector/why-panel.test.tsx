import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { CurrentWorkspace } from "@/components/layout/current-workspace";
import { standardDialect } from "@/lib/dialects/standard";
import type { Described } from "@/lib/runtime/explain-turn";
import { anAssignedSkill, anId, ines, SessionLog } from "@/lib/testing/sessions/session-log";
import { groupTurns } from "../transcript/transcript";
import { WhyPanel } from "./why-panel";

const counting = anAssignedSkill(10, "cycle-count");
const cleanup = anAssignedSkill(11, "csv-cleanup");
const notes = anAssignedSkill(12, "release-notes");
const whole = "Detects the delimiter of an export and cleans a file of CSV.";
const described: Described[] = [
  { ...counting, description: "Counts bins with a scanner." },
  { ...cleanup, description: whole },
];
const listed = [
  { name: "cycle-count", description: "Counts bins with a scanner." },
  { name: "csv-cleanup", description: "Detects the delimiter…" },
  { name: "release-notes", description: "Writes notes." },
];

const message = "The scanner export is unreadable, clean the CSV file";

function aLog(mode: "inline" | "search" = "inline"): SessionLog {
  const log = new SessionLog();
  log.add("run-started", {
    message,
    offered: [counting, cleanup, notes],
    unavailable: [{ skillId: anId(13), name: "archived-one", reason: "archived" }],
  });
  log.add("catalogue-injected", {
    mode,
    text: mode === "inline" ? standardDialect.catalogue(listed.map(standardDialect.catalogueEntry), 0) : "",
    truncated:
      mode === "inline"
        ? [{ skillId: cleanup.skillId, name: cleanup.name, keptCharacters: 22, reason: "The budget is 900." }]
        : [],
  });
  return log;
}

function show(log: SessionLog, asked: string | null = null, known = described) {
  log.add("model-step");
  log.add("run-finished");
  const [turn] = groupTurns(log.events);
  if (!turn) throw new Error("There is no turn.");
  const chosen: string[] = [];
  const workspace = {
    id: anId(1),
    slug: "meridian",
    name: "Meridian",
    role: "admin" as const,
    createdAt: "",
  };
  render(
    <CurrentWorkspace
      workspace={workspace}
      session={{ user: { ...ines, email: "ines@example.test", isOperator: false }, workspaces: [workspace] }}
    >
      <WhyPanel
        events={log.events}
        turn={turn}
        described={known}
        skill={asked}
        onSkill={(name) => chosen.push(name)}
      />
    </CurrentWorkspace>,
  );
  return chosen;
}

describe("why a turn activated nothing", () => {
  it("ranks every skill on one scale with the threshold, and opens the one that a cut kept back", () => {
    show(aLog());
    expect(screen.getByText("Nothing was activated")).toBeVisible();
    expect(screen.getByText(/3 candidates, none reached 0.50/)).toBeVisible();
    const ranked = within(screen.getByRole("list", { name: "Candidates, best first" }));
    expect(ranked.getAllByRole("button")).toHaveLength(2);
    const open = ranked.getByRole("button", { expanded: true });
    expect(open).toHaveTextContent("csv-cleanup");
    expect(open).toHaveTextContent("description cut to 22 characters");
    expect(screen.getByText(/did not fit its budget: 1 description cut/)).toBeVisible();
    expect(screen.getByText("cut at 22 characters")).toBeVisible();
    expect(screen.getByText("Lost with the cut")).toBeVisible();
    expect(screen.getByText(/instead of 0\.\d\d with whole descriptions/)).toBeVisible();
    expect(screen.getByRole("link", { name: "See the budget" })).toHaveAttribute(
      "href",
      "/w/meridian/agents/on-call",
    );
  });

  it("puts a skill that the cut left without any word before the ranking, open", () => {
    const bare = [
      { name: "cycle-count", description: "Counts bins with a scanner." },
      { name: "tidy", description: "Puts…" },
    ];
    const tidy = anAssignedSkill(14, "tidy");
    const log = new SessionLog();
    log.add("run-started", { message, offered: [counting, tidy] });
    log.add("catalogue-injected", {
      text: standardDialect.catalogue(bare.map(standardDialect.catalogueEntry), 0),
      truncated: [{ skillId: tidy.skillId, name: "tidy", keptCharacters: 4, reason: "The budget is 900." }],
    });
    show(log, null, [...described, { ...tidy, description: whole }]);
    const kept = within(screen.getByRole("list", { name: "Kept back by the cut, best first" }));
    expect(kept.getByRole("button", { expanded: true })).toHaveTextContent("tidy");
    const ranked = screen.getByRole("list", { name: "Candidates, best first" });
    expect(within(ranked).queryByText("tidy")).toBeNull();
    expect(screen.queryByText(/at 0: no word in common/)).toBeNull();
  });

  it("says what would change it, with the outcome of each as it was tried", () => {
    show(aLog());
    const changes = within(screen.getByRole("region", { name: "What would change it for csv-cleanup" }));
    const rows = changes.getAllByRole("listitem").map((row) => row.textContent ?? "");
    expect(rows[0]).toMatch(/^Tell its description whole.*0\.\d\d, activated/);
    expect(rows[1]).toMatch(/^Put .* first in its description0\.\d\d, /);
    expect(changes.getByRole("link", { name: "Edit" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/csv-cleanup/edit",
    );
  });

  it("says scores and no verdict where a language model decides", () => {
    const log = new SessionLog();
    const model = { id: anId(30), name: "Large", kind: "live", windowTokens: 128_000 } as const;
    log.add("run-started", { message, offered: [counting, cleanup], model });
    log.add("catalogue-injected", {
      text: standardDialect.catalogue(listed.slice(0, 2).map(standardDialect.catalogueEntry), 0),
      truncated: [{ skillId: cleanup.skillId, name: "csv-cleanup", keptCharacters: 22, reason: "Budget." }],
    });
    show(log);
    expect(screen.getByText(/the model decides by itself$/)).toBeVisible();
    const changes = within(screen.getByRole("region", { name: /^What would change it/ }));
    expect(changes.getAllByText(/^0\.\d\d instead of 0\.\d\d$/)).not.toHaveLength(0);
    expect(changes.queryByText(/activated|Remove/)).toBeNull();
  });

  it("says of each skill why in a sentence, also of those that were not offered", async () => {
    const user = userEvent.setup();
    const chosen = show(aLog(), "archived-one");
    expect(screen.getByText("It is archived.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /cycle-count/ }));
    expect(chosen).toEqual(["cycle-count"]);
  });

  it("closes what is open, and shows the same as a table", async () => {
    const user = userEvent.setup();
    show(aLog());
    await user.click(screen.getByRole("button", { expanded: true }));
    expect(screen.queryByRole("button", { expanded: true })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Table" }));
    const rows = within(screen.getByRole("table", { name: "Every skill of the turn" })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^RankSkill/),
      expect.stringMatching(/^1c\S+0\.\d\d/),
      expect.stringMatching(/^2c\S+0\.\d\d/),
      expect.stringContaining("release-notes0.00not chosen"),
      expect.stringContaining("archived-one–not offered"),
    ]);
  });

  it("goes by the search where one looked, and names what was activated", () => {
    const log = aLog("search");
    const fields = { name: 0, description: 6, body: 0, triggers: 0 };
    log.add("skills-searched", {
      query: "clean csv",
      candidates: [{ skillId: cleanup.skillId, name: cleanup.name, score: 6, fields }],
      chosen: [cleanup.name],
    });
    log.add("skill-activated", { skill: cleanup });
    show(log, "csv-cleanup");
    expect(screen.getByText("1 skill was activated")).toBeVisible();
    expect(screen.getByRole("button", { expanded: true })).toHaveTextContent("0.60");
    expect(screen.getByText("The model activated it.")).toBeVisible();
    expect(screen.getByText(/Scores are those of the search that the model made/)).toBeVisible();
  });

  it("says so when the agent had no skill, and where to assign one", () => {
    const log = new SessionLog();
    log.add("run-started", { offered: [], unavailable: [] });
    show(log);
    expect(screen.getByText(/had no skill in this turn/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Assign one" })).toBeVisible();
  });
});
