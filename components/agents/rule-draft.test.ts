import { expect, it } from "vitest";
import { bareAgent } from "./fixtures/bare-agent";
import { sayRule, toRule, toRuleDraft } from "./rule-draft";

const full = {
  ...bareAgent,
  autoDiscover: true,
  allowedSkills: ["pdf-*"],
  deniedSkills: ["*-secret", "old"],
  capabilities: ["web", "code"],
  skillTypes: [],
  environment: { os: "linux", bins: ["gh"], env: [] },
};

it("goes into a form and comes back as it was", () => {
  for (const agent of [bareAgent, full]) {
    const { autoDiscover, allowedSkills, deniedSkills, capabilities, skillTypes, environment } = agent;
    expect(toRule(toRuleDraft(agent))).toEqual({
      autoDiscover,
      allowedSkills,
      deniedSkills,
      capabilities,
      skillTypes,
      environment,
    });
  }
});

it("takes what was typed line by line, each once, and tells nothing from not said", () => {
  const draft = { ...toRuleDraft(bareAgent), capabilities: " web \n\nweb\ncode", bins: "" };
  expect(toRule(draft)).toMatchObject({
    capabilities: ["web", "code"],
    skillTypes: null,
    environment: { os: null, bins: [], env: null },
  });
});

it("is told in words, only what it says", () => {
  expect(sayRule(bareAgent)).toEqual([]);
  expect(sayRule(full)).toEqual([
    ["Allowed", "pdf-*"],
    ["Denied", "*-secret, old"],
    ["Can do", "web, code"],
    ["Types", "none"],
    ["System", "linux"],
    ["Programs", "gh"],
    ["Variables", "none"],
  ]);
});
