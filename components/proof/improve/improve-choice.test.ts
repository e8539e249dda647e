import { describe, expect, it } from "vitest";
import { firstImproveChoice, type ImproveChoice, improveProblem, toImproveRequest } from "./improve-choice";

const improve = firstImproveChoice({ kind: "improve", skill: "triage", agent: "desk" });
const shorten: ImproveChoice = {
  ...firstImproveChoice({ kind: "shorten", skill: "", agent: "desk" }),
  to: "400",
};

describe("what the dialog before a search holds", () => {
  it("is sent as it is meant, without what is left to the agent", () => {
    expect(toImproveRequest(improve)).toEqual({
      kind: "improve",
      agent: "desk",
      skill: "triage",
      repeats: 3,
      candidates: 3,
      capUsd: 5,
    });
    expect(toImproveRequest({ ...shorten, cap: "", model: "m", proposer: "w" })).toEqual({
      kind: "shorten",
      agent: "desk",
      model: "m",
      proposer: "w",
      repeats: 3,
      to: 400,
      capUsd: null,
    });
  });

  it.each([
    [{ ...improve, agent: "" }, /Choose the agent/],
    [{ ...improve, repeats: "0" }, /from 1 to 20/],
    [{ ...improve, candidates: "6" }, /from 1 to 5/],
    [{ ...improve, cap: "-1" }, /cap is an amount/],
    [{ ...shorten, to: "" }, /how many characters/],
    [{ ...shorten, to: "1.5" }, /how many characters/],
  ])("is told what is wrong with it", (choice, words) => {
    expect(improveProblem(choice)).toMatch(words);
  });

  it("is right as it begins, once it is said to how many characters", () => {
    expect([improveProblem(improve), improveProblem(shorten)]).toEqual([undefined, undefined]);
  });
});
