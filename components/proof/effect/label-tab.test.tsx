import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LabelPair, LabelPairList } from "@/lib/proof/judges/labelling-schema";
import { refusal } from "@/lib/testing/browser/answer-server";
import { anId } from "@/lib/testing/sessions/session-log";
import {
  aCalibration,
  anEffectRun,
  aRunJudge,
  someEffectFigures,
  someJudged,
} from "../fixtures/effect-shapes";
import { openEffect } from "../fixtures/open-effect";
import { runPath } from "../fixtures/open-proof";

const aPair = (at: number, over: Partial<LabelPair> = {}): LabelPair => ({
  id: anId(9_000 + at),
  task: `Task ${at}: which ink?`,
  criterion: "It names the ink.",
  first: `Blue ${at}`,
  second: `No idea ${at}`,
  label: null,
  ...over,
});

const list = (items: LabelPair[]): LabelPairList => ({
  items,
  nextCursor: null,
  calibration: aCalibration(),
});

function open(items = [aPair(1), aPair(2), aPair(3)], more: Parameters<typeof openEffect>[0] = {}) {
  const labelled = (label: string, labels: number) => ({
    label,
    calibration: aCalibration({ labels, text: `judged by Large, uncalibrated: ${labels} of 30 labels` }),
  });
  return openEffect({
    run: anEffectRun({ judge: aRunJudge(), effectFigures: [someEffectFigures({ judged: someJudged() })] }),
    search: "?tab=label",
    ...more,
    answers: {
      [`GET ${runPath}/labels`]: list(items),
      [`PUT ${runPath}/labels/${anId(9_001)}`]: labelled("first", 13),
      [`PUT ${runPath}/labels/${anId(9_002)}`]: labelled("second", 14),
      [`PUT ${runPath}/labels/${anId(9_003)}`]: labelled("tie", 15),
      ...more.answers,
    },
  });
}

const pair = (name: string) => screen.findByRole("region", { name });

afterEach(() => vi.unstubAllGlobals());

describe("labelling pairs", () => {
  it("shows two answers, what they are answers to and by what they are compared, and not which is which", async () => {
    open();
    const shown = await pair("Pair 1 of 3");
    expect(shown).toHaveTextContent("Task 1: which ink?");
    expect(shown).toHaveTextContent("It names the ink.");
    expect(within(shown).getByRole("region", { name: "Answer A" })).toHaveTextContent("Blue 1");
    expect(within(shown).getByRole("region", { name: "Answer B" })).toHaveTextContent("No idea 1");
    expect(shown).not.toHaveTextContent(/without|found|given|Large/);
    expect(await screen.findByText("12 of 30 labels")).toBeVisible();
  });

  it("is done with 1, 2 and 3, walks with J and K, and counts", async () => {
    const { user, sent } = open();
    await pair("Pair 1 of 3");
    await user.keyboard("1");
    await pair("Pair 2 of 3");
    expect(await screen.findByText("13 of 30 labels")).toBeVisible();
    await user.keyboard("2");
    await pair("Pair 3 of 3");
    await user.keyboard("3");
    expect(await screen.findByText("That was the last pair. Thank you.")).toBeVisible();
    expect(await screen.findByText("15 of 30 labels")).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ label: "first" }, { label: "second" }, { label: "tie" }]);
    await user.keyboard("kk");
    const second = await pair("Pair 2 of 3");
    await waitFor(() =>
      expect(within(second).getByRole("button", { name: /B is better/ })).toHaveAttribute(
        "aria-pressed",
        "true",
      ),
    );
    await user.keyboard("j");
    await pair("Pair 3 of 3");
  });

  it("is done with buttons too, and a second word takes the place of the first", async () => {
    const { user, sent } = open([aPair(1, { label: "tie" })]);
    const shown = await pair("Pair 1 of 1");
    expect(within(shown).getByRole("button", { name: /No difference/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await user.click(within(shown).getByRole("button", { name: /A is better/ }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ label: "first" }]));
  });

  it("says why there is nothing to label", async () => {
    open([]);
    expect(await screen.findByText("No pair to label")).toBeVisible();
  });

  it("is led to from the figures of the judge", async () => {
    const { user } = open(undefined, { search: "" });
    await user.click(await screen.findByRole("button", { name: "Label pairs" }));
    await pair("Pair 1 of 3");
    expect(screen.getByRole("tab", { name: /Label ?12 of 30/ })).toHaveAttribute("aria-selected", "true");
  });

  it("is led to from a recorded session", async () => {
    const { user } = open(undefined, { search: "" });
    const session = await screen.findByRole("complementary", { name: "Recorded session" });
    await user.click(within(session).getByRole("button", { name: "Label answers" }));
    await pair("Pair 1 of 3");
  });

  it("that the server refuses is told, and is not shown as given", async () => {
    const refused = refusal(404, "NOT_FOUND", "There is no such pair.");
    const { user, sent } = open([aPair(1), aPair(2)], {
      answers: { [`PUT ${runPath}/labels/${anId(9_001)}`]: refused },
    });
    await pair("Pair 1 of 2");
    await user.keyboard("1");
    await pair("Pair 2 of 2");
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.keyboard("k");
    const first = await pair("Pair 1 of 2");
    expect(within(first).getByRole("button", { name: /A is better/ })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
  });
});
