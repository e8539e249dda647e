import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defaultPolicy, noProof, type ProofPolicy } from "@/lib/reviews/policy-options";
import { anEffectRun } from "./fixtures/effect-shapes";
import { openEffect } from "./fixtures/open-effect";
import { openProof, suitePath } from "./fixtures/open-proof";
import { aSuiteRun, asListed, proportion } from "./fixtures/suite-shapes";

afterEach(() => vi.unstubAllGlobals());

const listed = (number: number, over: Parameters<typeof aSuiteRun>[0] = {}) =>
  asListed(aSuiteRun({ number, ...over }));
const version = { follows: "version" as const, version: 6, revision: null };
const scripted = {
  scripted: true,
  model: { id: "rehearsal", name: "Rehearsal", kind: "rules" as const, asks: null },
};
const others = { suiteDigest: "c".repeat(64), cases: 6 };
const runs = [
  listed(14, others),
  listed(13, scripted),
  listed(12, {
    ...others,
    dialects: [
      { id: "standard", name: "Standard", mode: "inline" },
      { id: "codex", name: "Codex", mode: "inline" },
    ],
    scores: [
      { dialect: "standard", recall: proportion(2, 8, 0.07, 0.59), precision: null },
      { dialect: "codex", recall: proportion(1, 8, 0.02, 0.47), precision: null },
    ],
  }),
  listed(9, { source: version }),
];
/** `triggers`: what the review policy asks of them. */
const open = (items = runs, search = "?tab=history", triggers: ProofPolicy["triggers"] = null) =>
  openProof({
    search,
    answers: {
      [`GET ${suitePath}/suite-runs`]: { items, nextCursor: null },
      "GET /policy": {
        ...defaultPolicy,
        proof: { ...noProof, triggers },
        declaredIn: null,
        updatedBy: null,
        updatedAt: null,
      },
    },
  });

const rowsIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

describe("the history of a trigger suite", () => {
  it("draws live runs alone, each leading to its run, and says the same in its table", async () => {
    open();
    const plot = await screen.findByRole("region", { name: "Recall in Standard" });
    const points = within(plot).getAllByRole("link");
    expect(points.map((point) => point.getAttribute("aria-label"))).toEqual([
      "Run 9, v6: 0.75 [0.41, 0.93]",
      "Run 12, r42: 0.25 [0.07, 0.59]",
      "Run 14, r42: 0.75 [0.41, 0.93]",
    ]);
    expect(points[1]).toHaveAttribute("href", "/w/meridian/skills/incident-triage/proof/12");
    expect(points[2]).toHaveAttribute("aria-current", "page");
    expect(rowsIn(screen.getByRole("table", { name: "Recall in Standard, the oldest first" }))).toEqual([
      expect.stringMatching(/^Run 9v60\.75\[0\.41, 0\.93\]4/),
      expect.stringMatching(/^Run 12r420\.25\[0\.07, 0\.59\]62 added: not comparable with the runs before/),
      expect.stringMatching(/^Run 14r420\.75\[0\.41, 0\.93\]6/),
    ]);
  });

  it("fills the dot of a draft, rings a version, and joins nothing across other cases", async () => {
    open();
    const plot = await screen.findByRole("region", { name: "Recall in Standard" });
    const dots = [...plot.querySelectorAll("circle")].map((dot) => dot.classList.contains("fill-ink"));
    expect(dots).toEqual([false, true, true]);
    expect(plot.querySelectorAll("line.stroke-line-control")).toHaveLength(1);
    expect(plot.querySelectorAll("line.stroke-line-strong")).toHaveLength(1);
  });

  it("draws scripted runs only when asked, dashed and named as no measurement", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("checkbox", { name: /^Show 1 scripted run/ }));
    await user.selectOptions(
      screen.getByLabelText("Agent and model"),
      "On-call assistant, Rehearsal (scripted)",
    );
    const plot = screen.getByRole("region", { name: "Recall in Standard" });
    expect(within(plot).getByRole("link")).toHaveAccessibleName("Run 13, r42, scripted: 0.75 [0.41, 0.93]");
    expect(plot.querySelector("circle")).toHaveAttribute("stroke-dasharray", "2 2");
    expect(screen.getByText("scripted, no measurement")).toBeVisible();
  });

  it("says so where nothing was measured, and where nothing has run", async () => {
    open([listed(14, { state: "stopped" }), listed(13, scripted)]);
    expect(await screen.findByText(/No run with a live model was carried out to its end/)).toBeVisible();
  });

  it("shows another host and precision, and what was not measured there as such", async () => {
    const { user } = open();
    await screen.findByRole("region", { name: "Recall in Standard" });
    await user.selectOptions(screen.getByLabelText("Host"), "Codex");
    expect(within(screen.getByRole("region", { name: "Recall in Codex" })).getAllByRole("link")).toHaveLength(
      1,
    );
    await user.selectOptions(screen.getByLabelText("Figure"), "Precision");
    expect(screen.getByRole("link", { name: "Run 12, r42: not measured" })).toBeVisible();
  });

  it("draws the policy's floor of the figure as a line of its own, and says it in words", async () => {
    const { user } = open(runs, "?tab=history", { recall: 0.6, precision: null });
    const words =
      "long dashes: the review policy asks for recall from 0.60, the whole interval at or above it";
    expect(await screen.findByText(words)).toBeVisible();
    const plot = screen.getByRole("region", { name: "Recall in Standard" });
    expect(within(plot).getByText("floor 0.60")).toBeVisible();
    const line = plot.querySelector("line[stroke-dasharray='8 4']");
    const quarters = [...plot.querySelectorAll("line.stroke-line")].map((tick) =>
      Number(tick.getAttribute("y1")),
    );
    const [bottom = 0, , , , top = 0] = quarters;
    expect(Number(line?.getAttribute("y1"))).toBeCloseTo(bottom + 0.6 * (top - bottom));
    expect(line?.getAttribute("y2")).toBe(line?.getAttribute("y1"));
    await user.selectOptions(screen.getByLabelText("Figure"), "Precision");
    expect(screen.queryByText(/the review policy asks/)).toBeNull();
    expect(screen.queryByText(/^floor/)).toBeNull();
    expect(document.querySelector("line[stroke-dasharray='8 4']")).toBeNull();
  });

  it("draws no floor where the policy asks for none", async () => {
    const { read } = open();
    await screen.findByRole("region", { name: "Recall in Standard" });
    await vi.waitFor(() => expect(read.map(({ call }) => call)).toContain("GET /policy"));
    expect(screen.queryByText(/floor|the review policy asks/)).toBeNull();
    expect(document.querySelector("line[stroke-dasharray='8 4']")).toBeNull();
  });

  it("is reached and walked with the keyboard", async () => {
    const { user } = open(runs, "");
    const tab = await screen.findByRole("tab", { name: "History" });
    screen.getByRole("tab", { name: /^Hosts/ }).focus();
    await user.keyboard("{ArrowRight}");
    expect(tab).toHaveFocus();
    expect(window.location.search).toBe("?tab=history");
    expect(screen.getByRole("link", { name: /^Run 12, r42/ })).toBeVisible();
  });
});

it("of tasks draws the share won of those that differ, with the verdict of each run", async () => {
  openEffect({ search: "?tab=history", run: anEffectRun() });
  const table = await screen.findByRole("table", {
    name: "Won, of tasks that differ in Standard, the oldest first",
  });
  expect(rowsIn(table)).toEqual([expect.stringMatching(/^Run 14r420\.50\[0\.09, 0\.91\]Not shown2/)]);
});
