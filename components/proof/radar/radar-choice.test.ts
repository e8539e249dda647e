import { describe, expect, it } from "vitest";
import { firstRadarChoice, isAwaited, radarProblem, radarRefusal, toRadarRequest } from "./radar-choice";

const choice = firstRadarChoice("new-model");

describe("what is chosen for a radar run", () => {
  it("is all skills within a budget, unless told otherwise", () => {
    expect(radarProblem(choice)).toBeUndefined();
    expect(toRadarRequest(choice)).toEqual({ model: "new-model", repeats: 3, capUsd: 5 });
    const more = { ...choice, against: "old", agent: "desk", skills: ["a"], cap: " ", repeats: "1" };
    expect(toRadarRequest(more)).toEqual({
      model: "new-model",
      against: "old",
      agent: "desk",
      skills: ["a"],
      repeats: 1,
      capUsd: null,
    });
  });

  it.each([
    [{ model: "" }, "Choose the new model."],
    [{ against: "new-model" }, "The earlier model is the new one. Choose another, or none."],
    [{ skills: [] }, "Choose at least one skill."],
    [{ repeats: "0" }, "Trials each are a number from 1 to 20."],
    [{ repeats: "1.5" }, "Trials each are a number from 1 to 20."],
    [{ cap: "-1" }, "The cap is an amount in US dollars above 0 and at most 10,000, or empty."],
  ])("cannot run with %o", (part, said) => {
    expect(radarProblem({ ...choice, ...part })).toBe(said);
  });

  it("waits for what it would cost, and is refused for what stands in its way", () => {
    const asked = {
      data: { problems: ["No price."] },
      isPending: false,
      isPlaceholderData: false,
      error: null,
    };
    expect(isAwaited({ ...asked, isPending: true })).toBe(true);
    expect(radarRefusal({ ...asked, isPlaceholderData: true })).toBe(
      "What it would cost is being worked out.",
    );
    expect(radarRefusal(asked)).toBe("No price.");
    expect(radarRefusal({ ...asked, data: { problems: [] } })).toBeUndefined();
    expect(radarRefusal({ ...asked, error: new Error("Gone.") })).toBe("Gone.");
  });
});
