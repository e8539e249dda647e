import { describe, expect, it } from "vitest";
import { firstTrigger } from "./first-trigger";

describe("what a message that is kept should do", () => {
  it.each([
    [{ activated: true, about: undefined, verdict: undefined }, "yes"],
    [{ activated: false, about: undefined, verdict: "down" }, ""],
    [{ activated: true, about: "suite", verdict: undefined }, "yes"],
    [{ activated: true, about: "suite", verdict: "up" }, "yes"],
    [{ activated: true, about: "suite", verdict: "down" }, "no"],
    [{ activated: false, about: "suite", verdict: "down" }, "yes"],
    [{ activated: false, about: "suite", verdict: undefined }, ""],
  ] as const)("of %j is “%s”", (judged, trigger) => expect(firstTrigger(judged)).toBe(trigger));
});
