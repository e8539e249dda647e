import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askAgain } from "@/components/layout/ask-again";
import { openProof, runPath, suitePath } from "./fixtures/open-proof";
import { aSuiteRun, asListed } from "./fixtures/suite-shapes";

afterEach(() => vi.unstubAllGlobals());

describe("cases that are written while the page is open", () => {
  const firstCase = () => screen.findByRole("textbox", { name: "Query of case 1" });

  it("are there still after a look at another tab", async () => {
    const { user } = openProof({ search: "?tab=edit" });
    await user.type(await firstCase(), " Today");
    await user.click(screen.getByRole("tab", { name: /^Cases/ }));
    await user.click(screen.getByRole("tab", { name: /^Edit cases/ }));
    expect(await firstCase()).toHaveValue("Is the SMS provider down? Today");
    expect(screen.getByText("Not saved")).toBeVisible();
  });

  it("stay when somebody starts a run, which is offered and not put in the place of what is shown", async () => {
    const begun = aSuiteRun({ number: 15, state: "running", endedAt: null });
    const { user, serve, cache } = openProof({ search: "?tab=edit" });
    await user.type(await firstCase(), " Today");
    serve({
      [`GET ${suitePath}/suite-runs`]: { items: [asListed(begun), asListed(aSuiteRun())], nextCursor: null },
      [`GET ${suitePath}/suite-runs/15`]: begun,
    });
    await cache.invalidateQueries();
    expect(await screen.findByRole("link", { name: "Show run 15" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/incident-triage/proof/15",
    );
    expect(await firstCase()).toHaveValue("Is the SMS provider down? Today");
    expect(screen.getByText(/^Run 14/)).toBeVisible();
  });
});

describe("a run that goes on", () => {
  const progress = { total: 12, queued: 5, running: 1, done: 5, invalid: 1 };

  it("is asked for its cases once more at its end, and never again", async () => {
    const running = aSuiteRun({ state: "running", endedAt: null, progress });
    const { serve, cache, read } = openProof({ run: running });
    const casesRead = () => read.filter(({ call }) => call === `GET ${runPath}/cases`).length;
    await screen.findByRole("button", { name: "Is the SMS provider down?" });
    serve({ [`GET ${runPath}`]: aSuiteRun() });
    const moved = { topics: new Map([["proof" as const, 0]]), sessions: null };
    await askAgain(cache, "meridian", moved);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
    await waitFor(() => expect(cache.isFetching()).toBe(0));
    const atItsEnd = casesRead();
    await askAgain(cache, "meridian", moved);
    await waitFor(() => expect(cache.isFetching()).toBe(0));
    expect(casesRead()).toBe(atItsEnd);
  });
});
