import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunPool } from "@/lib/proof/reports/pool-schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { anEffectRun, someEffectFigures } from "./fixtures/effect-shapes";
import { openEffect } from "./fixtures/open-effect";
import { openProof, runPath } from "./fixtures/open-proof";
import { aRunPool, aSuiteRun, proportion, someFigures } from "./fixtures/suite-shapes";

afterEach(() => vi.unstubAllGlobals());

const [first] = aRunPool().runs;
const one = (number: number, over: Partial<RunPool["runs"][number]> = {}): RunPool["runs"] =>
  first ? [{ ...first, number, ...over }] : [];

const aPool = (over: Partial<RunPool> = {}): RunPool =>
  aRunPool({
    first: 11,
    runs: [
      ...one(11, { hosts: [] }),
      ...one(12, { repeatOf: 11, state: "stopped" }),
      ...one(14, { trials: 3, copies: 9 }),
    ],
    leftOut: [{ number: 13, reason: "scripted", message: "No language model answered it." }],
    figures: [{ ...someFigures({ recall: proportion(4, 8, 0.22, 0.78) }), cases: [] }],
    otherwise: [{ dialect: "standard", case: "c1", here: "right", pooled: "missed" }],
    ...over,
  });

const poolPath = `GET ${runPath}/pool`;
const shown = () => screen.findByRole("region", { name: "Runs of these bytes" });

describe("all runs of the bytes of a run", () => {
  it("say what they come to together, and what the run that is shown came to otherwise", async () => {
    openProof({ answers: { [poolPath]: aPool() } });
    const pooled = await shown();
    expect(pooled).toHaveTextContent(
      "3 runs of these bytespooled: recall 0.50 [0.22, 0.78], precision 0.86 [0.49, 0.97], no verdict yet",
    );
    expect(pooled).toHaveTextContent(
      "1 case came to something else in run 14 than over all runs. The first run of these bytes was run 11.",
    );
  });

  it("stand each in a table, with what was kept and what is left out and why", async () => {
    const { user } = openProof({ answers: { [poolPath]: aPool() } });
    await user.click(within(await shown()).getByText(/Each of them, and 1 run left out/));
    const table = screen.getByRole("table", { name: "Runs of these bytes, the first begun first" });
    const rows = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Run 11 first, .*12$/),
      expect.stringMatching(/^Run 12 A\/A of 11, stopped, .*No verdict yet9 of 1212$/),
      expect.stringMatching(/^Run 14 .*No verdict yet9 of 1239 kept, counted once$/),
    ]);
    expect(within(table).getByRole("link", { name: "Run 12" })).toHaveAttribute(
      "href",
      "/w/meridian/skills/incident-triage/proof/12",
    );
    expect(within(table).getByRole("link", { name: "Run 14" })).toHaveAttribute("aria-current", "page");
    expect(screen.getByText(/Run 13 is left out: No language model answered it/)).toBeInTheDocument();
  });

  it("are not asked for where there is one, and not shown where no other is known of this suite", async () => {
    const { read } = openProof({ run: aSuiteRun({ runsOfDigest: 1 }) });
    await screen.findByRole("region", { name: "Result" });
    expect(read.map(({ call }) => call).filter((call) => call.includes("/pool"))).toEqual([]);
  });

  it("of tasks name a verdict that only the run that is shown gives", async () => {
    const worse = someEffectFigures({ verdict: { word: "not-shown", reasons: [] } });
    openEffect({
      run: anEffectRun({
        effectFigures: [someEffectFigures({ verdict: { word: "improved", reasons: [] } })],
      }),
      answers: {
        [poolPath]: aPool({
          figures: [],
          effectFigures: [worse],
          otherwise: [{ dialect: "standard", case: "t1", here: "win", pooled: "tie" }],
        }),
      },
    });
    const pooled = await shown();
    expect(pooled).toHaveTextContent("pooled: Not shown, 1 won, 0 the same, 1 lost, effect 0.00");
    expect(pooled).toHaveTextContent("it alone says “Improved”, all together “Not shown”");
  });

  it("say so when they could not be read, and can be asked again", async () => {
    const { user, read } = openProof({ answers: { [poolPath]: () => refusal(500, "INTERNAL", "Broken.") } });
    const again = await screen.findByRole("button", { name: /Try again/ });
    const before = read.length;
    await user.click(again);
    await waitFor(() => expect(read.length).toBeGreaterThan(before));
  });
});
