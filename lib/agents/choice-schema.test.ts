import { describe, expect, it } from "vitest";
import { parseRule, ruleOf, takeRule } from "./choice-schema";
import { openRule } from "./fixtures/choice-case";

describe("the stored rule of an agent", () => {
  it("is open where nothing was said", () => {
    expect(parseRule({})).toEqual(openRule);
  });

  it("keeps what was said, and what a later release adds does not spoil it", () => {
    const said = { ...openRule, capabilities: ["pdf"], deniedSkills: ["internal-*"] };
    expect(parseRule({ ...said, later: true })).toEqual(said);
  });

  it.each([null, [], "open", { deniedSkills: "internal-*" }, { autoDiscover: "yes" }])(
    "lets nothing in when it cannot be read: %j",
    (stored) => {
      expect(parseRule(stored)).toMatchObject({ autoDiscover: false, deniedSkills: ["*"] });
    },
  );
});

describe("the rule among other settings", () => {
  it("is taken out of them without what was not given", () => {
    const given = { name: "Reviewer", autoDiscover: true, capabilities: null };
    expect(takeRule(given)).toEqual([{ autoDiscover: true, capabilities: null }, { name: "Reviewer" }]);
  });

  it("is taken alone", () => {
    const agent = { name: "Reviewer", ...openRule };
    expect(ruleOf(agent)).toEqual(openRule);
  });
});
