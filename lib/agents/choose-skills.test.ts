import { describe, expect, it } from "vitest";
import { parseAccess } from "@/lib/access/skill-access";
import { parseSkill } from "@/lib/skills/parse-skill";
import { noNeeds, readNeeds } from "@/lib/skills/skill-needs";
import { mostAssignments } from "./agent-options";
import { choiceReasons } from "./choice-options";
import {
  type ChoiceCandidate,
  type ChoiceRule,
  chooseSkills,
  concernsAgent,
  looksAtNeeds,
  sayChoice,
  sayUnchecked,
} from "./choose-skills";
import { type ChoiceCase, openRule } from "./fixtures/choice-case";
import { choiceCases } from "./fixtures/choice-cases";

const [own, other] = ["0190a000-0000-7000-8000-000000000001", "0190a000-0000-7000-8000-000000000002"];
const accessOf = {
  all: {},
  this: { agents: [own] },
  "this-and-other": { agents: [other, own] },
  other: { agents: [other] },
  none: { agents: [] },
  "agents-alone": { people: { members: [], groups: [] } },
} as const satisfies Record<ChoiceCase["openTo"], unknown>;

const needsOf = (says: string) =>
  readNeeds(
    parseSkill(`---\nname: a\ndescription: A.\n${says}\n---\n\nDo it.\n`, { mode: "lenient" }).frontmatter,
  );

const chooseOne = (rule: Partial<ChoiceRule>, candidate: Partial<ChoiceCandidate> = {}) => {
  const [choice] = chooseSkills(
    { ...openRule, ...rule },
    [{ names: ["notes"], assigned: "on", needs: noNeeds, ...candidate }],
    own,
  );
  if (!choice) throw new Error("one candidate gave no answer");
  return choice;
};

describe("which skills an agent gets", () => {
  it.each(choiceCases)("$skill: $what", ({ rule, skill: name, says, assigned, openTo, ...expected }) => {
    const access = parseAccess(accessOf[openTo]);
    const choice = chooseOne(rule, { names: [name], assigned, needs: needsOf(says), access });
    expect(choice).toMatchObject({ in: expected.in, reason: expected.reason, items: expected.items });
    expect(sayChoice(choice)).toBe(expected.why);
  });

  it("is shown by at least forty cases, and by every reason but that of too many", () => {
    expect(choiceCases.length).toBeGreaterThanOrEqual(40);
    const shown = new Set(choiceCases.map(({ reason }) => reason));
    expect(choiceReasons.filter((reason) => !shown.has(reason))).toEqual(["too-many"]);
    expect(new Set(choiceCases.map(({ skill }) => skill)).size).toBe(choiceCases.length);
  });

  it("finds no more than an agent may have, in their order, and takes nothing assigned away for it", () => {
    const candidate = (name: string, assigned: ChoiceCandidate["assigned"]) => ({
      names: [name],
      assigned,
      needs: noNeeds,
    });
    const assigned = Array.from({ length: mostAssignments - 2 }, (_, at) =>
      candidate(`a${at}`, at === 0 ? "off" : "on"),
    );
    const found = ["b", "denied", "c", "d"].map((name) => candidate(name, "no"));
    const rule = { ...openRule, autoDiscover: true, deniedSkills: ["denied"] };
    const choices = chooseSkills(rule, [...assigned, ...found], own);
    const reasons = choices.slice(-4).map(({ reason }) => reason);
    expect(reasons).toEqual(["discovered", "denied", "discovered", "too-many"]);
    expect(choices.at(-1)).toMatchObject({ in: false, items: ["500"] });
    expect(sayChoice(choices.at(-1) ?? { reason: "off", items: [], total: 0 })).toBe(
      "has no room: an agent has at most 500 skills",
    );
    expect(choices.filter(({ reason }) => reason === "assigned")).toHaveLength(mostAssignments - 3);
  });

  it("goes by each name of a skill: denied by any of them, allowed by all", () => {
    const renamed = { names: ["fresh", "notes"] };
    expect(chooseOne({ deniedSkills: ["no*"] }, renamed)).toMatchObject({ in: false, items: ["no*"] });
    expect(chooseOne({ deniedSkills: ["fresh"] }, renamed)).toMatchObject({ in: false, reason: "denied" });
    for (const allowedSkills of [["fresh"], ["notes"]])
      expect(chooseOne({ allowedSkills }, renamed)).toMatchObject({ in: false, reason: "not-allowed" });
    expect(chooseOne({ allowedSkills: ["fresh", "notes"] }, renamed).in).toBe(true);
    expect(chooseOne({ allowedSkills: ["*"], deniedSkills: ["note"] }, renamed).in).toBe(true);
  });

  it("answers with the first of many allowed patterns and how many there are", () => {
    const allowedSkills = Array.from({ length: 200 }, (_, at) => `team-${at}-*`);
    const choice = chooseOne({ allowedSkills });
    expect(choice).toMatchObject({ reason: "not-allowed", total: 200, items: allowedSkills.slice(0, 5) });
    expect(sayChoice(choice)).toBe(
      "matches none of the 200 patterns that this agent is allowed, among them team-0-*, team-1-*, team-2-*, team-3-*, team-4-*",
    );
  });

  it("makes its rule ready once, however many skills it is asked of", () => {
    const reads = new Map<string, number>();
    const counted = (key: string, items: string[]) =>
      new Proxy(items, {
        get: (target, place, receiver) => {
          reads.set(key, (reads.get(key) ?? 0) + 1);
          return Reflect.get(target, place, receiver);
        },
      });
    const askOf = (skills: number) => {
      reads.clear();
      chooseSkills(
        {
          ...openRule,
          autoDiscover: true,
          allowedSkills: counted("allowed", ["team-*", "other"]),
          deniedSkills: counted("denied", ["*-secret"]),
          capabilities: counted("capabilities", ["web"]),
          environment: { os: null, bins: counted("bins", ["gh"]), env: counted("env", ["HOME"]) },
        },
        Array.from({ length: skills }, (_, at) => ({
          names: [`team-${at}`],
          assigned: "no",
          needs: { ...noNeeds, capabilities: ["web"], bins: ["gh"], env: ["HOME"] },
        })),
        own,
      );
      return [...reads];
    };
    expect(askOf(100)).toEqual(askOf(1));
    expect(reads.size).toBe(5);
  });

  it("names in a sentence the first of many, and has them all", () => {
    const items = ["a", "b", "c", "d", "e", "f", "g"];
    const choice = chooseOne({ capabilities: [] }, { needs: { ...noNeeds, capabilities: items } });
    expect(choice.items).toEqual(items);
    expect(sayChoice(choice)).toBe(
      "needs the capability a, b, c, d, e and 2 more, which this agent does not have",
    );
  });
});

describe("what is nothing of an agent's", () => {
  it("is what its rule passes over, and nothing that somebody assigned", () => {
    const [found, denied] = chooseSkills(
      { ...openRule, autoDiscover: true, deniedSkills: ["x"] },
      [
        { names: ["notes"], assigned: "no", needs: noNeeds },
        { names: ["x"], assigned: "no", needs: noNeeds },
      ],
      own,
    );
    if (!found || !denied) throw new Error("two candidates gave fewer answers");
    expect(concernsAgent({ assigned: false, choice: found })).toBe(true);
    expect(concernsAgent({ assigned: false, choice: denied })).toBe(false);
    expect(concernsAgent({ assigned: true, choice: denied })).toBe(true);
  });
});

describe("what is not checked", () => {
  const needs = {
    ...noNeeds,
    os: ["darwin"],
    bins: ["gh"],
    anyBins: ["npm", "pnpm"],
    env: ["TOKEN"],
    config: ["browser.enabled"],
    capabilities: ["web"],
  };

  it("is everything that nobody has said of the agent, and keeps nothing out", () => {
    const { in: isIn, unchecked } = chooseOne({}, { needs });
    expect(isIn).toBe(true);
    expect(unchecked.map(({ need }) => need)).toEqual([
      "os",
      "bins",
      "any-bins",
      "env",
      "config",
      "capabilities",
    ]);
    expect(sayUnchecked(unchecked)).toBe(
      "runs on darwin; needs the programs gh; needs one of the programs npm, pnpm; needs the environment variables TOKEN; needs the settings browser.enabled; needs the capabilities web (not checked: nobody has said what this agent has)",
    );
  });

  it("is nothing of what was said, but for settings, which no rule knows", () => {
    const { unchecked } = chooseOne(
      {
        capabilities: ["web"],
        environment: { os: "darwin", bins: ["gh", "npm"], env: ["TOKEN"] },
      },
      { needs },
    );
    expect(unchecked).toEqual([{ need: "config", items: ["browser.enabled"] }]);
    expect(sayUnchecked([])).toBe("");
  });

  it("is nothing of a machine that the skill is always offered on, nor of a skill that stays out", () => {
    const { unchecked } = chooseOne({ capabilities: ["web"] }, { needs: { ...needs, always: true } });
    expect(unchecked).toEqual([{ need: "os", items: ["darwin"] }]);
    expect(chooseOne({ capabilities: [] }, { needs }).unchecked).toEqual([]);
  });
});

describe("whether what skills need can make a difference", () => {
  it("is only so where something was said of the agent", () => {
    expect(looksAtNeeds(openRule)).toBe(false);
    expect(looksAtNeeds({ ...openRule, autoDiscover: true, deniedSkills: ["a"] })).toBe(false);
    expect(looksAtNeeds({ ...openRule, capabilities: [] })).toBe(true);
    expect(looksAtNeeds({ ...openRule, skillTypes: [] })).toBe(true);
    expect(looksAtNeeds({ ...openRule, environment: { os: null, bins: null, env: [] } })).toBe(true);
  });
});
