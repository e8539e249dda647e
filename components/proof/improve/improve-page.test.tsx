import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { refusal } from "@/lib/testing/browser/answer-server";
import { anAttempt, aSearch, common, id, type Options, openImprove, skill } from "../fixtures/open-improve";
import { ShortenPage } from "./shorten-page";

afterEach(() => vi.unstubAllGlobals());

describe("a search for a better description", () => {
  it("says its word first, then each text with what it changes and where it stands", async () => {
    openImprove();
    const search = await screen.findByRole("region", { name: "Search" });
    expect(search).toHaveTextContent(/^Suggested in review/);
    const accepted = within(search).getByRole("article", { name: "Text 1" });
    expect(accepted).toHaveTextContent(/Accepted.*6 gained, 0 lost/);
    expect(
      within(accepted)
        .getByText(/Use when checkout is down/)
        .closest("ins"),
    ).not.toBeNull();
    expect(within(accepted).getByRole("link", { name: "review 4" })).toHaveAttribute(
      "href",
      "/w/meridian/reviews/4",
    );
    expect(within(accepted).getByRole("link", { name: `run 15 of ${skill}` })).toBeVisible();
  });

  it("says why a text was refused, with figures before and after and the neighbour that lost a case", async () => {
    const { user } = openImprove();
    const text = await screen.findByRole("article", { name: "Text 2" });
    expect(text).toHaveTextContent(/A neighbour loses a case.*deploy loses 1 case/);
    const table = within(text).getByRole("table");
    expect(within(table).getByRole("row", { name: /Held out/ })).toHaveTextContent("0.88 7/8 [0.53, 0.98]");
    expect(within(table).getByRole("row", { name: /deploy/ })).toHaveTextContent("0 gained, 1 lost");
    expect(text).toHaveTextContent("p = 0.047");
    await user.click(within(text).getByText("deploy loses: 1 case"));
    expect(text).toHaveTextContent(/Roll back the release Right before, Stolen after by incident-triage/);
  });

  it("counts while it goes on, and stops", async () => {
    const search = aSearch({ state: "running", outcome: null, progress: { decided: 1, texts: 3 } });
    const { user, sent } = openImprove({ search, answers: { [`POST /improvements/${id}/stop`]: search } });
    const cost = await screen.findByRole("region", { name: "Cost" });
    expect(cost).toHaveTextContent(/1 of 3 texts decided.*\$1.25 of \$5.00 cap/);
    await user.click(within(cost).getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`POST /improvements/${id}/stop`));
  });

  it("says why an accepted text is no suggestion, and suggests it", async () => {
    const attempts = [anAttempt(1, { review: null, unsuggested: "The draft was changed there meanwhile." })];
    const search = aSearch({ outcome: "accepted", attempts });
    const { user, sent } = openImprove({
      search,
      answers: { [`POST /improvements/${id}/texts/1/suggest`]: search },
    });
    const text = await screen.findByRole("article", { name: "Text 1" });
    expect(text).toHaveTextContent("The draft was changed there meanwhile.");
    await user.click(within(text).getByRole("button", { name: "Suggest it in review" }));
    await waitFor(() =>
      expect(sent.map(({ call }) => call)).toContain(`POST /improvements/${id}/texts/1/suggest`),
    );
  });

  it.each([
    [{ outcome: "scripted", scripted: true }, /^Scripted, no verdict.*nothing is suggested/],
    [{ outcome: "out-of-reach" }, /^No gain could be shown.*told from luck/],
    [{ outcome: null, state: "failed", failure: "The writer did not answer: 529." }, /^Failed.*529/],
  ] as const)("says what %o means", async (more, words) => {
    openImprove({ search: aSearch(more) });
    expect(await screen.findByRole("region", { name: "Search" })).toHaveTextContent(words);
  });

  it("says what it is where there is none, and to whom it is not allowed", async () => {
    openImprove({ search: null, role: "viewer" });
    expect(await screen.findByRole("heading", { name: "Could it be found more often?" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Improve the description" })).toHaveAccessibleDescription(
      /author or above/,
    );
  });
});

describe("the dialog before a search", () => {
  const dialogOf = () => screen.findByRole("dialog", { name: "Improve the description" });

  it("says price, calls, minutes and how the cases are divided, and starts what was chosen", async () => {
    const { user, sent } = openImprove({
      search: null,
      answers: {
        "POST /improvements": aSearch({ state: "running" }),
        [`GET /improvements/${id}`]: aSearch(),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Improve the description" }));
    const dialog = await dialogOf();
    await waitFor(() => expect(dialog).toHaveTextContent("$1.00 to $3.00"));
    expect(dialog).toHaveTextContent(/289 to 673.*2 to 14 minutes.*14 to learn from, 10 held out/);
    expect(dialog).toHaveTextContent(/gains at least 6 held-out cases.*cases are not run.*notes/);
    const start = within(dialog).getByRole("button", { name: "Search, at most $5.00" });
    await waitFor(() => expect(start).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(start);
    await waitFor(() =>
      expect(sent.findLast(({ call }) => call === "POST /improvements")?.body).toEqual({
        kind: "improve",
        skill,
        agent: "on-call",
        repeats: 3,
        candidates: 3,
        capUsd: 5,
      }),
    );
    await waitFor(() => expect(window.location.search).toBe(`?search=${id}`));
  });

  it("shows in words why a suite cannot be divided, and starts nothing", async () => {
    const problem =
      "There are too few cases to learn from one part and judge on another: 2 more that should not to judge on.";
    const { user } = openImprove({ search: null, estimate: { problems: [problem], split: null } });
    await user.click(await screen.findByRole("button", { name: "Improve the description" }));
    const dialog = await dialogOf();
    await waitFor(() => expect(dialog).toHaveTextContent(problem));
    expect(within(dialog).getByRole("button", { name: "Search, at most $5.00" })).toHaveAccessibleDescription(
      problem,
    );
  });

  it("shows why a start was refused, and stays open", async () => {
    const { user } = openImprove({
      search: null,
      answers: { "POST /improvements": refusal(409, "CONFLICT", "5 searches go on here already.") },
    });
    await user.click(await screen.findByRole("button", { name: "Improve the description" }));
    const dialog = await dialogOf();
    const start = await within(dialog).findByRole("button", { name: "Search, at most $5.00" });
    await waitFor(() => expect(start).not.toHaveAttribute("aria-disabled", "true"));
    await user.click(start);
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("5 searches go on here already.");
  });
});

describe("a catalogue that is shortened", () => {
  const agent = { slug: "on-call", name: "On-call assistant", assignments: [{ skill }] };
  const open = (options: Options = {}) =>
    openPage(<ShortenPage workspace="meridian" agent="on-call" />, {
      address: "/w/meridian/agents/on-call/shorten",
      answers: { "GET /agents/on-call": agent, ...common(options) },
    });

  it("says of each skill from where to where, what is won back, and why it ended there", async () => {
    const search = aSearch({
      kind: "shorten",
      skill: null,
      to: 400,
      tokensWon: 90,
      attempts: [anAttempt(1, { length: 120 })],
      subjects: [
        {
          skill,
          characters: 480,
          tokens: 110,
          target: 120,
          why: null,
          description: "Decides how severe an incident is.",
          now: { characters: 118, tokens: 20 },
          ended: "It is as short as was asked for.",
        },
      ],
    });
    open({ search });
    const row = await screen.findByRole("row", { name: /480 to 118/ });
    expect(row).toHaveTextContent(/120 wanted.*90.*It is as short as was asked for/);
    expect(screen.getByText(/90 tokens \(estimate\) won back/)).toBeVisible();
    expect(screen.getByRole("article", { name: `Text 1 of ${skill}` })).toHaveTextContent("120 asked for");
  });

  it("begins where somebody says to how many characters, typed or as a host has room for", async () => {
    const { user, sent } = open({ search: null, estimate: { split: null } });
    await user.click(await screen.findByRole("button", { name: "Shorten the catalogue" }));
    const dialog = await screen.findByRole("dialog", { name: "Shorten the catalogue" });
    expect(within(dialog).getByRole("button", { name: "Search" })).toHaveAccessibleDescription(
      "Say to how many characters.",
    );
    await user.type(within(dialog).getByRole("textbox", { name: "To how many characters" }), "400");
    const host = await within(dialog).findByRole("combobox", { name: "Or what a host has room for" });
    await user.selectOptions(host, "8000");
    await waitFor(() =>
      expect(sent.findLast(({ call }) => call === "POST /improvements/estimate")?.body).toMatchObject({
        kind: "shorten",
        agent: "on-call",
        to: 8_000,
      }),
    );
  });
});
