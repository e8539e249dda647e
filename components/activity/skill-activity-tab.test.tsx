import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { SkillActivity } from "@/lib/activity/schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { aGroup, aSkillActivity, someFigures } from "./fixtures/activity-shapes";
import { SkillActivityTab } from "./skill-activity-tab";

afterEach(() => vi.unstubAllGlobals());

const path = "GET /skills/incident-triage/activity";
const open = (activity: SkillActivity | Response = aSkillActivity()) =>
  openPage(<SkillActivityTab workspace="meridian" skill="incident-triage" />, {
    answers: { [path]: activity },
  });

describe("what happened with a skill", () => {
  it("says how often each thing happened, with the tokens of it", async () => {
    open();
    expect(await screen.findByText("Offered, not chosen", { selector: "dt" })).toBeVisible();
    const figure = (word: string) => screen.getByText(word, { selector: "dt" }).parentElement;
    expect(figure("Activated")).toHaveTextContent(/5in 4 conversations/);
    expect(figure("Already active")).toHaveTextContent("2,408 tokens saved, estimate");
    expect(figure("Activated again")).toHaveTextContent("1,204 tokens twice, estimate");
    expect(figure("Offered, not chosen")).toHaveTextContent(/12of 20 turns/);
  });

  it("draws a plot a host, each with its sum in words, and says the same as a table", async () => {
    const { user } = open();
    expect(
      await screen.findByRole("img", { name: "Claude Code: Activated, 4 on 2 days" }),
    ).toBeInTheDocument();
    expect(screen.getByRole("img", { name: "Codex: Activated, 1 on 1 day" })).toBeInTheDocument();
    expect(screen.getByText(/v6 came out 21 Nov/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "As a table" }));
    const table = screen.getByRole("table", { name: "Activated per day, the newest first" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "22 Nov 10",
      "21 Nov v6 came out00",
      "20 Nov 31",
    ]);
    expect(screen.queryByRole("img", { name: /Claude Code/ })).toBeNull();
  });

  it("shows another outcome, and says so where a plot is empty", async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText("Show"), "Offered, not chosen");
    expect(screen.getByRole("img", { name: "Claude Code: Offered, not chosen, 12 on 1 day" })).toBeVisible();
    expect(screen.getByRole("img", { name: "Codex: Offered, not chosen, 0 on 0 days" })).toBeVisible();
  });

  it("asks anew for another period and by what else", async () => {
    const { user, read } = open();
    await user.selectOptions(await screen.findByLabelText("Period"), "Last 90 days");
    await user.selectOptions(await screen.findByLabelText("By"), "Model");
    expect(await screen.findByRole("table", { name: /^Activity by/ })).toBeVisible();
    expect(read.map(({ query }) => query)).toContainEqual({ days: "30", by: "host" });
    expect(read.map(({ query }) => query)).toContainEqual({ days: "90", by: "model" });
  });

  it("gives the share of each row with its interval, and says of rules that they are no model", async () => {
    open(
      aSkillActivity({
        by: "model",
        groups: [
          aGroup({ key: "rules:Rehearsal", name: "Rehearsal", kind: "rules" }),
          aGroup({ key: "live:x", name: "Sonnet 6", kind: "live", figures: someFigures({ share: null }) }),
        ],
      }),
    );
    const table = await screen.findByRole("table", { name: "Activity by model, the busiest first" });
    const [, rules, live] = within(table).getAllByRole("row");
    expect(rules).toHaveTextContent("rules, no language model");
    expect(rules).toHaveTextContent("30 % 14.5 % to 51.9 %");
    expect(live).toHaveTextContent("It could not be chosen");
  });

  it("says why, the most frequent first, with the skill that was chosen instead", async () => {
    open();
    const why = await screen.findByRole("region", { name: "Offered, not chosen" });
    expect(
      within(why)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["No skill was chosen8", "status-update was chosen instead4"]);
    expect(screen.getByRole("region", { name: "Refused" })).toHaveTextContent("A path outside the package");
  });

  it("leads to the skills that fire with it", async () => {
    open();
    expect(await screen.findByRole("link", { name: "log-query" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/log-query",
    );
    expect(screen.getByRole("link", { name: "All skills" })).toHaveAttribute("href", "/w/meridian/activity");
  });

  it("says what is counted while nothing is, and what to do where the period is empty", async () => {
    open(aSkillActivity({ keptSince: null, groups: [], reasons: [], together: [] }));
    expect(await screen.findByText("Nothing happened with it yet")).toBeVisible();
    expect(screen.getByRole("link", { name: "Rehearse" })).toBeVisible();
  });

  it("keeps the choice of the period where nothing happened in it", async () => {
    open(aSkillActivity({ groups: [], reasons: [], together: [], conversations: 0 }));
    expect(await screen.findByText(/Nothing happened in this period/)).toBeVisible();
    expect(screen.getByLabelText("Period")).toBeVisible();
    expect(screen.getByText("No other skill was activated in the same conversation.")).toBeVisible();
  });

  it("draws eight rows at most, and says how many more there are", async () => {
    const groups = Array.from({ length: 10 }, (_, at) => aGroup({ key: `agent ${at}`, name: `Agent ${at}` }));
    open(aSkillActivity({ groups }));
    expect(await screen.findByText(/The busiest 8; 2 more rows/)).toBeVisible();
    expect(screen.getAllByRole("img")).toHaveLength(8);
  });

  it("says when it could not be read, with a way to try again", async () => {
    open(refusal(500, "INTERNAL", "It broke."));
    expect(await screen.findByText("What happened could not be read")).toBeVisible();
    expect(screen.getByRole("button", { name: /again/i })).toBeVisible();
  });
});
