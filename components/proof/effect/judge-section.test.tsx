import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  aCalibration,
  anEffectRun,
  aRunJudge,
  someEffectFigures,
  someJudged,
} from "../fixtures/effect-shapes";
import { openEffect as open } from "../fixtures/open-effect";
import { suitePath } from "../fixtures/open-proof";
import { anEstimate } from "../fixtures/suite-shapes";

const judgedRun = (calibration = aCalibration(), judged = someJudged()) =>
  anEffectRun({
    judge: aRunJudge({ calibration }),
    effectFigures: [someEffectFigures({ judged })],
  });
const section = () => screen.findByRole("region", { name: "Judge and people" });
const calibrated = aCalibration({
  labels: 34,
  pairs: 30,
  isCalibrated: true,
  kappa: 0.61,
  interval: { low: 0.33, high: 0.89 },
  agreement: 0.82,
  baseRate: 0.58,
  baseRates: [
    { label: "loss", person: 0.42, judge: 0.4 },
    { label: "win", person: 0.58, judge: 0.6 },
  ],
  betweenPeople: { pairs: 4, agreement: 0.75, kappa: 0.5 },
  text: "judged by Large, kappa 0.61 (34 labels, base rate 58 %)",
});

afterEach(() => vi.unstubAllGlobals());

describe("a judged run", () => {
  it("says beside its figures that nobody knows what the judge's word is worth, and how many labels there are", async () => {
    open({ run: judgedRun() });
    const region = await section();
    expect(region).toHaveTextContent("12 labels, by 2 people");
    expect(region).toHaveTextContent("judged by Large, uncalibrated: 12 of 30 labels.");
    expect(within(region).getByRole("meter", { name: /Labels until/ })).toHaveAttribute(
      "aria-valuetext",
      "12 of 30",
    );
    expect(await screen.findByRole("region", { name: "Result" })).toHaveTextContent(
      "Where graders cannot tell: judged by Large, uncalibrated: 12 of 30 labels.",
    );
  });

  it("says kappa with its interval, agreement, base rates and how far people agree, once there are enough", async () => {
    open({ run: judgedRun(calibrated) });
    const region = await section();
    expect(region).toHaveTextContent("judged by Large, kappa 0.61 (34 labels, base rate 58 %).");
    expect(region).toHaveTextContent("kappa 0.61 [0.33, 0.89]; agree on 82 %.");
    expect(region).toHaveTextContent("without 42 % and 40 %, with the skill 58 % and 60 %.");
    expect(region).toHaveTextContent("Two people agree on 75 % of 4 pairs that both labelled, kappa 0.50.");
    expect(within(region).queryByRole("meter")).toBeNull();
  });

  it("says what it came to in both arms, how often it turned round, and what is invalid", async () => {
    open({ run: judgedRun() });
    const region = await section();
    expect(region).toHaveTextContent("Found against without, tasks with a judge: 1 won, 0 the same, 1 lost.");
    expect(region).toHaveTextContent(
      "Given against without, tasks with a judge: 1 won, 1 the same, 0 lost, 1 not measured.",
    );
    expect(region).toHaveTextContent(
      "8 pairs judged, 3 told apart by graders. Turned round, 2 came out otherwise",
    );
    expect(region).toHaveTextContent(
      "1 pair invalid, the judge named no winner: Large named no winner: “Both.”",
    );
  });

  it("names a judge that decides nothing, and one of the family that it judges", async () => {
    const idle = { reason: "always-first", message: "It always prefers the answer that it is shown first." };
    const run = judgedRun(aCalibration(), someJudged({ idle }));
    open({ run: { ...run, judge: aRunJudge({ isOtherFamily: false }) } });
    const region = await section();
    expect(region).toHaveTextContent("The judge decides nothing");
    expect(region).toHaveTextContent("It always prefers the answer that it is shown first.");
    expect(region).toHaveTextContent("of the family that it judges");
  });

  it("counts the judge's pairs and calls in the line of costs, and stands in the list of runs", async () => {
    const { user } = open({ run: judgedRun(calibrated) });
    expect(await screen.findByRole("region", { name: "Cost" })).toHaveTextContent(
      "12 of 12 pairs judged, 20 calls, 2 kept",
    );
    await user.click(screen.getByRole("tab", { name: /Runs/ }));
    expect(await screen.findByRole("row", { name: /Run 14/ })).toHaveTextContent(
      "judged by Large, kappa 0.61",
    );
  });
});

describe("before a run", () => {
  it("the judge is chosen, its calls and price are told, and what is to be known of it", async () => {
    const judge = {
      id: "j",
      name: "Large",
      isOtherFamily: false,
      calls: { low: 0, high: 48 },
      usd: { low: 0, high: 0.3 },
    };
    const judgeNote = "Large is of the family that it judges: models prefer answers like their own.";
    const { user, sent } = open({
      run: null,
      answers: {
        "GET /agents": {
          items: [{ slug: "on-call", name: "On-call assistant" }],
          nextCursor: null,
          total: 1,
        },
        "GET /models": { items: [] },
        [`POST ${suitePath}/suite-runs/estimate`]: anEstimate({ judge, judgeNote }),
      },
    });
    const [run] = await screen.findAllByRole("button", { name: "Run tasks" });
    if (!run) throw new Error("It cannot be run.");
    await user.click(run);
    const dialog = await screen.findByRole("dialog", { name: "Run the tasks" });
    await within(dialog).findByRole("option", { name: "On-call assistant" });
    await user.selectOptions(within(dialog).getByRole("combobox", { name: /^Agent/ }), "on-call");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: /^Judge/ }), "none");
    await waitFor(() => expect(dialog).toHaveTextContent("Large, 0 to 48 of the calls"));
    expect(dialog).toHaveTextContent(judgeNote);
    await waitFor(() =>
      expect(sent.findLast(({ call }) => call.endsWith("/estimate"))?.body).toMatchObject({ judge: null }),
    );
  });
});

describe("a run without a judge", () => {
  it("has neither the section nor the tab", async () => {
    open();
    expect(await screen.findByRole("tab", { name: /Result/ })).toBeVisible();
    expect(screen.queryByRole("tab", { name: /Label/ })).toBeNull();
    expect(screen.queryByRole("region", { name: "Judge and people" })).toBeNull();
  });
});
