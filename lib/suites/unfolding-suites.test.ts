import { describe, expect, it } from "vitest";
import { readSuite } from "./read-suite";
import { mostCharacters } from "./suite";

const read = (value: unknown, knownSkills?: string[]) =>
  readSuite({
    path: "evals/trigger-eval.json",
    text: JSON.stringify(value),
    skill: "triage",
    ...(knownSkills ? { knownSkills } : {}),
  });

/** Seconds that this process worked, whoever else the machine is busy with. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

const used = (value: string) => ({ type: "skill-used", value });
const otherKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`other_key_${at}`, 0]));

describe("a small file that unfolds to a large one", () => {
  it("has one prompt written out for every test: up to the size of a file, and no further", () => {
    const { cases, findings } = read({
      defaultTest: { assert: [used("triage")] },
      prompts: [`${"x".repeat(400_000)} {{q}}`],
      tests: Array.from({ length: 300 }, (_, at) => ({ vars: { q: `${at}` } })),
    });
    const written = cases.reduce((sum, { query }) => sum + query.length, 0);
    expect([cases.length, written < mostCharacters]).toEqual([13, true]);
    expect(findings.filter(({ rule }) => rule === "too-large")).toHaveLength(1);
  });

  it("has a variable many times in its prompt", () => {
    const { cases, findings } = read({
      prompts: ["{{q}}".repeat(5_000)],
      tests: [{ vars: { q: "x".repeat(20_000) }, assert: [used("triage")] }],
    });
    expect(cases).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toContain("too-large");
  });

  it("has a prompt that is long to read and comes to nothing", () => {
    const tests = Array.from({ length: 3_000 }, () => ({ vars: { q: "" }, assert: [used("triage")] }));
    let cases = 0;
    const seconds = secondsOf(() => {
      cases = read({ prompts: ["{{q}}".repeat(40_000)], tests }).cases.length;
    });
    expect(cases).toBe(26);
    expect(seconds).toBeLessThan(5);
  });

  it("still has prompts of the usual length written out", () => {
    const tests = Array.from({ length: 1_000 }, (_, at) => ({
      vars: { q: `${at}` },
      assert: [used("triage")],
    }));
    const { cases } = read({ prompts: [`${"x".repeat(500)} {{ q }}`], tests });
    expect(cases.length).toBe(1_000);
    expect(cases[7]?.query.endsWith(" 7")).toBe(true);
  });
});

describe("a file of many cases and many other things", () => {
  it("is read in proportion to their sum: scenarios beside other keys", () => {
    const scenarios = Array.from({ length: 4_000 }, (_, at) => ({ prompt: `q${at}` }));
    let read4000 = 0;
    const seconds = secondsOf(() => {
      read4000 = read({ ...otherKeys(40_000), scenarios }).cases.length;
    });
    expect(read4000).toBe(4_000);
    expect(seconds).toBeLessThan(5);
  });

  it("is read in proportion to their sum: assertions of all tests", () => {
    const assert = Array.from({ length: 20_000 }, (_, at) => used(at === 19_999 ? "triage" : `other-${at}`));
    const tests = Array.from({ length: 4_000 }, (_, at) => ({ vars: { q: `q${at}` } }));
    let own = 0;
    const seconds = secondsOf(() => {
      const { cases } = read({ defaultTest: { assert }, prompts: ["{{q}}"], tests });
      own = cases.filter(({ expected }) => expected.kind === "skill" && expected.name === "triage").length;
    });
    expect(own).toBe(4_000);
    expect(seconds).toBeLessThan(5);
  });

  it("is read in proportion to their sum: names of skills that are known", () => {
    const known = Array.from({ length: 100_000 }, (_, at) => `skill-${at}`);
    const cases = Array.from({ length: 5_000 }, (_, at) => ({
      query: `q${at}`,
      expected_skill: `gone-${at}`,
    }));
    expect(secondsOf(() => read(cases, known))).toBeLessThan(3);
  });

  it("is read in proportion to their sum: aliases of YAML", () => {
    const text = `x: &a ${"y".repeat(10)}\nshould_trigger: [${Array.from({ length: 5_000 }, () => "*a").join(", ")}]`;
    const yaml = (path: string) => readSuite({ path, text, skill: "triage" });
    expect(secondsOf(() => yaml("trigger_tests.yaml"))).toBeLessThan(5);
    expect(yaml("trigger_tests.yaml").cases).toHaveLength(5_000);
  });
});

it("lets no alias of a long text stand for more than a file may have", () => {
  const text = `x: &a ${"y".repeat(100_000)}\nshould_trigger: [${Array.from({ length: 100 }, () => "*a").join(", ")}]`;
  const { cases, findings } = readSuite({ path: "trigger_tests.yaml", text, skill: "triage" });
  expect([cases.length, findings.map(({ rule }) => rule)]).toEqual([0, ["too-large"]]);
});

it("quotes of a long key only its beginning", () => {
  const key = `query${"_".repeat(100_000)}`;
  const text = `[{"${key}":"a","prompt":"a","should_trigger":true}]`;
  const { findings } = readSuite({ path: "evals/trigger-eval.json", text, skill: "triage" });
  expect(findings.map(({ rule }) => rule)).toContain("both-spellings-agree");
  for (const { message } of findings) expect(message.length).toBeLessThan(500);
});
