import { describe, expect, it } from "vitest";
import { describeChange } from "./describe-change";
import type { AgentSnapshot } from "./revision-schema";

type Item = AgentSnapshot["assignments"][number];

const item = (skill: string, overrides: Partial<Item> = {}): Item => ({
  skillId: skill,
  skill,
  enabled: true,
  priority: 1,
  follows: "latest",
  label: null,
  version: null,
  ...overrides,
});

const agent = (assignments: Item[], overrides: Partial<AgentSnapshot> = {}): AgentSnapshot => ({
  name: "Desk",
  slug: "desk",
  description: "",
  instructions: "",
  suggestedMessages: [],
  model: "rehearsal",
  mode: "inline",
  dialect: "standard",
  allowRequestPrompt: true,
  routerModel: null,
  tools: [],
  toolStubs: [],
  scripts: { mode: "workspace", allow: [] },
  capabilities: null,
  skillTypes: null,
  autoDiscover: false,
  allowedSkills: [],
  deniedSkills: [],
  environment: { os: null, bins: null, env: null },
  assignments,
  ...overrides,
});

describe("describeChange", () => {
  it("is silent when nothing changed", () => {
    expect(describeChange(agent([item("a")]), agent([item("a")]))).toBe("");
  });

  it("names settings by their words on screen", () => {
    const after = agent([], { mode: "search", suggestedMessages: ["Hello"] });
    expect(describeChange(agent([]), after)).toBe("Changed the suggested messages, catalogue mode");
  });

  it("writes a skill's name as it is, also at the beginning", () => {
    const before = agent([item("cro")]);
    const after = agent([item("cro", { follows: "label", label: "production" })]);
    expect(describeChange(before, after)).toBe("cro follows production instead of latest");
  });

  it("names a few of many, and counts the others", () => {
    const many = Array.from({ length: 45 }, (_, at) => item(`skill-${at}`));
    expect(describeChange(agent([]), agent(many))).toBe(
      "Assigned 45 skills: skill-0, skill-1, skill-2 and 42 more",
    );
    expect(describeChange(agent(many.slice(0, 5)), agent([]))).toBe(
      "Removed skill-0, skill-1, skill-2, skill-3, skill-4",
    );
  });

  it("names the one skill that moved, not those that made room", () => {
    const before = agent(["a", "b", "c", "d"].map((name) => item(name)));
    const after = agent(["a", "d", "b", "c"].map((name) => item(name)));
    expect(describeChange(before, after)).toBe("Moved d from 4 to 2");
  });

  it("says only that the order changed when several moved", () => {
    const before = agent(["a", "b", "c", "d"].map((name) => item(name)));
    const after = agent(["d", "c", "b", "a"].map((name) => item(name)));
    expect(describeChange(before, after)).toBe("Changed the order");
  });

  it("says what came, what went and what is followed differently", () => {
    const before = agent([item("a"), item("b"), item("gone")]);
    const after = agent([
      item("a", { enabled: false }),
      item("b", { follows: "version", version: 3 }),
      item("new"),
    ]);
    expect(describeChange(before, after)).toBe(
      "Assigned new; removed gone; turned a off; b follows v3 instead of latest",
    );
  });
});
