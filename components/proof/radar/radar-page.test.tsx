import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import type { Role } from "@/lib/access/permissions";
import type { RadarRunDetail } from "@/lib/radar/schema";
import type { Answers } from "@/lib/testing/browser/answer-server";
import { anId } from "@/lib/testing/sessions/session-log";
import { aRadarEstimate, aRadarRun, aRadarSkill, asListedRadar } from "../fixtures/radar-shapes";
import { RadarPage } from "./radar-page";

afterEach(() => vi.unstubAllGlobals());

type Options = {
  run?: RadarRunDetail | null;
  answers?: Answers;
  role?: Role;
  search?: string;
  models?: { id: string; name: string; archivedAt: null }[];
};

const connected = [
  { id: anId(91), name: "Sonnet 6", archivedAt: null },
  { id: anId(92), name: "Sonnet 5", archivedAt: null },
];

const open = ({
  run = aRadarRun(),
  answers = {},
  role = "owner",
  search = "",
  models = connected,
}: Options = {}) =>
  openPage(<RadarPage workspace="meridian" />, {
    role,
    address: `/w/meridian/radar${search}`,
    answers: {
      "GET /radar-runs": { items: run ? [asListedRadar(run)] : [], nextCursor: null },
      ...(run ? { [`GET /radar-runs/${run.number}`]: run } : {}),
      "GET /models": { items: models },
      "GET /agents": { items: [{ slug: "on-call", name: "On-call assistant" }], nextCursor: null, total: 1 },
      "GET /radar-skills": {
        items: [
          { skill: "incident-triage", suites: ["effect"] },
          { skill: "log-query", suites: ["trigger", "effect"] },
        ],
      },
      "POST /radar-runs/estimate": aRadarEstimate(),
      ...answers,
    },
  });

const skills = () =>
  screen.findByRole("table", {
    name: "What the new model makes of each skill, those that call for something first",
  });

describe("the radar", () => {
  it("says the word of each skill and why, with the figures of both models, each a way to its run", async () => {
    open();
    const table = await skills();
    const [, first, second, third] = within(table).getAllByRole("row");
    expect(first).toHaveTextContent(/incident-triage.*Unnecessary now14 of 14 pass without it/);
    expect(first).toHaveTextContent("With 14/14 [0.70, 1.00]Without 4/14");
    expect(second).toHaveTextContent(/log-query.*Found less.*Recall 10\/10.*Recall 4\/10/);
    expect(third).toHaveTextContent(/postmortem.*Not measuredNot reached/);
    const links = within(first ?? table).getAllByRole("link", { name: /run \d/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/w/meridian/skills/incident-triage/proof/5",
      "/w/meridian/skills/incident-triage/proof/8",
    ]);
  });

  it("has the whole name of a model at hand where its column is too narrow for it", async () => {
    open();
    for (const link of within(await skills()).getAllByRole("link", { name: /, run \d|run \d+, / })) {
      const said = /run \d+, (.+)$/.exec(link.textContent ?? "")?.[1] ?? "";
      expect(within(link).getByTitle(said)).toHaveClass("truncate");
    }
  });

  it("adds up what could be won back, and leads to the agent without changing anything", async () => {
    const { sent } = open();
    const region = await screen.findByRole("region", { name: "To win back" });
    expect(region).toHaveTextContent("84 tokens a request to win back");
    expect(region).toHaveTextContent("1 skill unnecessary now.");
    expect(region).toHaveTextContent("up to 1,204 tokens more in a conversation that loads them. Estimates");
    const remove = screen.getByRole("link", { name: /Remove from agent/ });
    expect(remove).toHaveAttribute("href", "/w/meridian/agents/on-call");
    expect(sent).toEqual([]);
  });

  it.each([
    ["harmful", "Harmful now"],
    ["undecided", "Not decided"],
    ["found-as-before", "Found as before"],
    ["found-more", "Found more"],
    ["better", "Better now"],
    ["needed", "Still needed"],
  ] as const)("says %s in words", async (word, said) => {
    open({
      run: aRadarRun({
        skills: [aRadarSkill({ word })],
        winBack: { skills: 0, catalogue: 0, activation: 0 },
      }),
    });
    expect(await skills()).toHaveTextContent(said);
    expect(screen.queryByRole("link", { name: /Remove from agent/ })).toBeNull();
    expect(screen.getByRole("region", { name: "To win back" })).toHaveTextContent("No skill is shown");
  });

  it("is walked with J and K", async () => {
    const { user } = open();
    await skills();
    await user.keyboard("j");
    expect(screen.getByRole("link", { name: "incident-triage" })).toHaveFocus();
    await user.keyboard("j");
    expect(screen.getByRole("link", { name: "log-query" })).toHaveFocus();
  });

  it("shows progress and spending, and is stopped while it goes on", async () => {
    const run = aRadarRun({
      state: "running",
      endedAt: null,
      progress: { total: 3, done: 1, running: 1, waiting: 1, skipped: 0, notReached: 0 },
    });
    const { user, sent } = open({ run, answers: { "POST /radar-runs/2/stop": asListedRadar(run) } });
    const cost = await screen.findByRole("region", { name: "Cost" });
    expect(cost).toHaveTextContent("1 of 3 runs, running");
    expect(cost).toHaveTextContent("$1.25 of $5.00 budget");
    await user.click(within(cost).getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(["POST /radar-runs/2/stop"]));
  });

  it("names why it ended early", async () => {
    open({
      run: aRadarRun({ state: "stopped", failure: "The budget is used up: 1 run of 3 was not reached." }),
    });
    const cost = await screen.findByRole("region", { name: "Cost" });
    expect(cost).toHaveTextContent("3 of 3 runs, stopped");
    expect(cost).toHaveTextContent("The budget is used up: 1 run of 3 was not reached.");
  });
});

describe("a run that is named by its address", () => {
  it("is shown in the place of the newest", async () => {
    const older = aRadarRun({ number: 1, model: { id: anId(92), name: "Sonnet 5" } });
    open({ search: "?run=1", answers: { "GET /radar-runs/1": older } });
    expect(await skills()).toHaveTextContent("Sonnet 5");
    const list = await screen.findByRole("table", { name: "Radar runs, the newest first" });
    expect(within(list).getByRole("link", { name: "Run 2" })).toHaveAttribute(
      "href",
      "/w/meridian/radar?run=2",
    );
  });
});

describe("a new run", () => {
  const dialog = () => screen.findByRole("dialog", { name: "Try a new model on the skills" });

  it("is the one thing to do where nothing has run", async () => {
    const { user } = open({ run: null });
    expect(
      await screen.findByRole("heading", { name: "What does a new model make of the skills?" }),
    ).toBeVisible();
    const [button] = screen.getAllByRole("button", { name: "Try a new model" });
    if (!button) throw new Error("It cannot be started.");
    await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(button);
    expect(await dialog()).toHaveTextContent("Choose the new model.");
  });

  it("needs a connected model, and leads to where one is connected", async () => {
    open({ run: null, models: [] });
    const way = await screen.findByRole("link", { name: "Connect a model" });
    expect(way).toHaveAttribute("href", "/w/meridian/settings/models");
    expect(screen.getByText(/none is connected yet/)).toBeVisible();
    await waitFor(() =>
      expect(screen.getAllByRole("button", { name: "Try a new model" })[0]).toHaveAttribute(
        "aria-disabled",
        "true",
      ),
    );
  });

  it("comes with the model that a link names, says price and what is left out, and starts with some skills", async () => {
    const { user, sent, push } = open({
      search: `?new=${anId(91)}`,
      answers: { "POST /radar-runs": asListedRadar(aRadarRun({ number: 3 })) },
    });
    const opened = await dialog();
    const chosen = within(opened).getByRole("combobox", { name: "New model" });
    await waitFor(() => expect(chosen).toHaveValue(anId(91)));
    await waitFor(() => expect(opened).toHaveTextContent("$0.1 to $0.2"));
    expect(opened).toHaveTextContent("1 run left out");
    expect(opened).toHaveTextContent("postmortem: No agent has this skill.");
    await user.click(within(opened).getByRole("checkbox", { name: /incident-triage/ }));
    expect(within(opened).getByRole("checkbox", { name: /^All that have tasks/ })).toBePartiallyChecked();
    await user.selectOptions(within(opened).getByRole("combobox", { name: /Held against/ }), anId(92));
    const start = () => within(opened).getByRole("button", { name: "Start, at most $5.00" });
    await waitFor(() => expect(start()).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(start());
    await waitFor(() => expect(push).toHaveBeenCalledWith("/w/meridian/radar?run=3"));
    expect(sent.findLast(({ call }) => call === "POST /radar-runs")?.body).toEqual({
      model: anId(91),
      against: anId(92),
      skills: ["log-query"],
      repeats: 3,
      capUsd: 5,
    });
  });

  it("says why it cannot start", async () => {
    const problem = "Nobody has said what Sonnet 6 costs, so no limit can be kept.";
    open({
      search: `?new=${anId(91)}`,
      answers: { "POST /radar-runs/estimate": aRadarEstimate({ problems: [problem] }) },
    });
    const opened = await dialog();
    await waitFor(() => expect(opened).toHaveTextContent(problem));
    expect(within(opened).getByRole("button", { name: /^Start/ })).toHaveAttribute("aria-disabled", "true");
  });
});
