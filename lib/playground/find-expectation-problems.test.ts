import { describe, expect, it } from "vitest";
import type { Expectations } from "./expectation-schema";
import { findExpectationProblems } from "./find-expectation-problems";

const offer = {
  agent: "Release desk",
  skills: ["release-notes", "release-note", "rollout-check"],
  unavailable: new Map([["incident-triage", "It is switched off for this agent."]]),
  files: new Map([
    ["release-notes", ["SKILL.md", "references/tone.md", "references/tune.md"]],
    ["rollout-check", []],
  ]),
  tools: ["activate_skill", "create_ticket"],
};
const said = (expected: Expectations) =>
  findExpectationProblems(expected, offer).map(({ path, message }) => `${path}: ${message}`);

describe("findExpectationProblems", () => {
  it("finds nothing in what the run can do and can leave", () => {
    expect(
      said({
        activations: ["release-notes"],
        notActivated: ["rollout-check"],
        reads: [{ skill: "release-notes", path: "references/tone.md" }],
        toolsCalled: [{ name: "create_ticket" }, { name: "create_ticket", inputContains: "x" }],
        toolsNotCalled: ["activate_skill"],
      }),
    ).toEqual([]);
  });

  it.each(["activations", "notActivated"] as const)("refuses a skill that is not offered in %s", (field) => {
    expect(findExpectationProblems({ [field]: ["relase-notes", "incident-triage", "zebra"] }, offer)).toEqual(
      [
        {
          path: `expect.${field}.0`,
          message:
            "This run does not offer the skill “relase-notes” to Release desk. Did you mean release-notes or release-note?",
          closest: ["release-notes", "release-note"],
        },
        {
          path: `expect.${field}.1`,
          message:
            "This run does not offer the skill “incident-triage” to Release desk. It is switched off for this agent.",
          closest: [],
        },
        {
          path: `expect.${field}.2`,
          message: "This run does not offer the skill “zebra” to Release desk.",
          closest: [],
        },
      ],
    );
  });

  it("refuses files that the package does not have, and names the nearest", () => {
    expect(
      said({
        reads: [
          { skill: "release-notes", path: "references/tone" },
          { skill: "rollout-check", path: "a.md" },
          { skill: "nobody", path: "a.md" },
        ],
      }),
    ).toEqual([
      "expect.reads.0.path: The skill “release-notes” has no file “references/tone” that this run can read. Did you mean references/tone.md or references/tune.md?",
      "expect.reads.1.path: The skill “rollout-check” has no file “a.md” that this run can read. It has no files that can be read.",
      "expect.reads.2.skill: This run does not offer the skill “nobody” to Release desk.",
    ]);
  });

  it("refuses tools that the model is not offered", () => {
    expect(said({ toolsCalled: [{ name: "create_tiket" }], toolsNotCalled: ["rm"] })).toEqual([
      "expect.toolsCalled.0.name: No tool “create_tiket” is offered to the model of Release desk in this run. Did you mean create_ticket?",
      "expect.toolsNotCalled.0: No tool “rm” is offered to the model of Release desk in this run.",
    ]);
  });

  it("refuses what is expected twice and what contradicts itself, all at once", () => {
    expect(
      findExpectationProblems(
        {
          activations: ["release-notes", "release-notes"],
          notActivated: ["release-notes"],
          outputIncludes: ["Tone", "tone"],
          outputMatches: ["a", "a"],
          reads: [
            { skill: "release-notes", path: "references/tone.md" },
            { skill: "release-notes", path: "references/tone.md" },
          ],
          toolsCalled: [
            { name: "create_ticket", inputEquals: { a: 1, b: 2 } },
            { name: "create_ticket", inputEquals: { b: 2, a: 1 } },
          ],
          toolsNotCalled: ["create_ticket"],
        },
        offer,
      ).map(({ path }) => path),
    ).toEqual([
      "expect.activations.1",
      "expect.reads.1",
      "expect.outputIncludes.1",
      "expect.outputMatches.1",
      "expect.toolsCalled.1",
      "expect.notActivated.0",
      "expect.toolsNotCalled.0",
    ]);
  });
});
