import { describe, expect, it } from "vitest";
import { readInvocation, usualInvocation } from "./invocation";
import { parseSkill } from "./parse-skill";

const read = (...lines: string[]) =>
  readInvocation(
    parseSkill(["---", "name: notes", "description: N.", ...lines, "---", "", "Body."].join("\n"), {
      mode: "lenient",
    }).frontmatter,
  );

describe("readInvocation", () => {
  it("allows both when nothing is said", () => expect(read()).toEqual(usualInvocation));

  it.each(["true", "yes", "on", "1", "TRUE", '"true"'])("keeps a skill from models for %s", (value) => {
    expect(read(`disable-model-invocation: ${value}`)).toEqual({ ...usualInvocation, modelInvocable: false });
  });

  it.each(["false", "no", "off", "0", "Off"])("keeps a skill from people for user-invocable: %s", (value) => {
    expect(read(`user-invocable: ${value}`)).toEqual({ ...usualInvocation, userInvocable: false });
  });

  it("reads the switches that say what is so anyway", () => {
    expect(read("disable-model-invocation: no", "user-invocable: yes")).toEqual(usualInvocation);
  });

  it("does not guess at what is no switch", () => {
    expect(read("disable-model-invocation: maybe", "user-invocable: [false]")).toEqual(usualInvocation);
  });

  it("takes when_to_use without the blanks around it", () => {
    expect(read("when_to_use: >-", "  After a merge,", "  before a release.").whenToUse).toBe(
      "After a merge, before a release.",
    );
  });
});
