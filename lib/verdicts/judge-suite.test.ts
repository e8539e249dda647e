import { describe, expect, it } from "vitest";
import { type AskedCase, type EndedTrial, type Expected, judgeSuite } from "./judge-suite";

const skill = "triage";
const own: Expected = { kind: "skill", name: skill };
const not: Expected = { kind: "not-this" };
const asked = (expected: Expected, count: number, from = 0): AskedCase[] =>
  Array.from({ length: count }, (_, at) => ({ id: `c${from + at}`, expected }));
const trial = (id: string, outcome: EndedTrial["outcome"], ...activated: string[]): EndedTrial => ({
  case: id,
  outcome,
  activated,
  by: outcome === "stolen" || outcome === "fired" ? (activated[0] ?? null) : null,
  invalid: outcome === "invalid" ? { reason: "time-limit", message: "Too long." } : null,
});
const judge = (cases: AskedCase[], trials: EndedTrial[], scripted = false) =>
  judgeSuite({ skill, cases, trials, scripted });

/** As a model would do that activates this skill by that rule. */
const answered = (cases: AskedCase[], activates: (one: AskedCase) => boolean, repeats = 3) =>
  cases.flatMap((one) =>
    Array.from({ length: repeats }, () => {
      const should = one.expected === own;
      if (activates(one)) return trial(one.id, should ? "right" : "fired", skill);
      return trial(one.id, should ? "missed" : "right");
    }),
  );
const suite = [...asked(own, 10), ...asked(not, 10, 10)];

describe("models that are known", () => {
  it.each([
    ["always", () => true, 1, 0.5, 0.5],
    ["never", () => false, 0, null, 0.5],
    ["rightly", (one: AskedCase) => one.expected === own, 1, 1, 1],
  ] as const)(
    "one that activates %s gives its recall, precision and accuracy",
    (_, rule, recall, precision, accuracy) => {
      const figures = judge(suite, answered(suite, rule));
      expect([figures.recall?.share, figures.precision?.share ?? null, figures.accuracy?.share]).toEqual([
        recall,
        precision,
        accuracy,
      ]);
    },
  );
});

describe("a suite whose self-check failed", () => {
  it("has its figures, and no verdict but invalid; of scripts it says that no model answered", () => {
    const trials = answered(suite, (one) => one.expected === own);
    const unsound = { skill, cases: suite, trials, unsound: true };
    expect(judgeSuite({ ...unsound, scripted: false })).toMatchObject({ word: "invalid", measured: 20 });
    expect(judgeSuite({ ...unsound, scripted: true }).word).toBe("scripted");
    expect(judge(suite, trials).word).toBe("judged");
  });
});

describe("faults of other harnesses", () => {
  it("says that nothing fired, and of precision nothing, instead of recall 0 % and precision 100 %", () => {
    const figures = judge(
      suite,
      answered(suite, () => false),
    );
    expect(figures).toMatchObject({ nothingFired: true, precision: null, word: "invalid" });
    expect(
      judge(
        suite,
        answered(suite, () => true),
      ).nothingFired,
    ).toBe(false);
    const quiet = asked(not, 10);
    expect(
      judge(
        quiet,
        answered(quiet, () => false),
      ),
    ).toMatchObject({ nothingFired: false, word: "judged" });
  });

  it("is no broken measurement where a sibling was activated instead", () => {
    const cases = asked(own, 10);
    const figures = judge(
      cases,
      cases.map(({ id }) => trial(id, "stolen", "deploy")),
    );
    expect(figures).toMatchObject({ nothingFired: false, word: "judged", outcomes: { stolen: 10 } });
    expect(figures.cases[0]).toMatchObject({ outcome: "stolen", by: "deploy", right: 0, counted: 1 });
  });

  it("leaves a timeout out of every figure, and shows it", () => {
    const cases = asked(own, 12);
    const trials = answered(cases, () => true);
    const before = judge(cases, trials);
    const more = cases.slice(0, 3).map(({ id }) => trial(id, "invalid"));
    const after = judge(cases, [...trials, ...more]);
    expect([after.recall, after.precision, after.accuracy]).toEqual([
      before.recall,
      before.precision,
      before.accuracy,
    ]);
    expect(after.invalid).toEqual([{ reason: "time-limit", trials: 3, message: "Too long." }]);
    expect(after.invalidShare).toMatchObject({ count: 3, of: 39 });
    expect(after.cases[0]).toMatchObject({ outcome: "right", right: 3, counted: 3, invalid: 1 });
  });

  it("does not measure a case of which most trials are invalid, and calls many such cases an invalid measurement", () => {
    const cases = asked(own, 12);
    const failing = (count: number) => [
      ...cases
        .slice(0, count)
        .flatMap(({ id }) => [trial(id, "right", skill), trial(id, "invalid"), trial(id, "invalid")]),
      ...answered(cases.slice(count), () => true),
    ];
    const one = judge(cases, failing(1));
    expect(one.cases[0]).toMatchObject({ outcome: "invalid", right: 1, counted: 1, invalid: 2 });
    expect(one).toMatchObject({ measured: 11, word: "judged", outcomes: { right: 11, invalid: 1 } });
    expect(judge(cases, failing(8))).toMatchObject({ measured: 4, word: "invalid" });
    expect(
      judge(
        cases,
        cases.map(({ id }) => trial(id, "invalid")),
      ),
    ).toMatchObject({ recall: null, word: "invalid" });
  });

  it("takes the repeats of a case for one case: more of them narrow no interval", () => {
    const once = judge(
      suite,
      answered(suite, () => true, 1),
    );
    const often = judge(
      suite,
      answered(suite, () => true, 20),
    );
    expect(often.recall).toEqual(once.recall);
    expect(often.recall).toMatchObject({ count: 10, of: 10 });
    expect(often.recall?.low).toBeCloseTo(0.722, 3);
  });

  it("gives one case a wide interval, and no word of judgement", () => {
    const one = judge(
      asked(own, 1),
      answered(asked(own, 1), () => true),
    );
    expect(one.word).toBe("too-few");
    expect([one.recall?.low, one.recall?.high]).toEqual([expect.closeTo(0.2065, 3), 1]);
    const nine = asked(own, 9);
    expect(
      judge(
        nine,
        answered(nine, () => true),
      ).word,
    ).toBe("too-few");
    const ten = asked(own, 10);
    expect(
      judge(
        ten,
        answered(ten, () => true),
      ).word,
    ).toBe("judged");
  });

  it("observes in a dormancy case what it should not do, and counts it as fired", () => {
    const cases = asked({ kind: "nothing" }, 10);
    const figures = judge(
      cases,
      cases.map(({ id }, at) => (at < 4 ? trial(id, "fired", "deploy") : trial(id, "right"))),
    );
    expect(figures).toMatchObject({ outcomes: { fired: 4, right: 6 }, precision: null, recall: null });
    expect(figures.accuracy).toMatchObject({ count: 6, of: 10 });
    expect(figures.confusion.cells).toContainEqual(
      expect.objectContaining({
        expected: null,
        activated: "deploy",
        trials: 4,
        cases: ["c0", "c1", "c2", "c3"],
      }),
    );
  });
});

describe("a case", () => {
  const cases = asked(own, 1);
  const outcome = (...trials: EndedTrial[]) => judge(cases, trials).cases[0]?.outcome;

  it("is what most of its trials came to; by halves it is not right", () => {
    const [right, missed] = [trial("c0", "right", skill), trial("c0", "missed")];
    const stolen = trial("c0", "stolen", "deploy");
    expect(outcome(right, right, missed)).toBe("right");
    expect(outcome(right, missed)).toBe("missed");
    expect(outcome(missed, stolen)).toBe("stolen");
    expect(outcome(missed, missed, stolen)).toBe("missed");
    expect(outcome()).toBeNull();
  });

  it("by halves has neither found its skill nor kept quiet", () => {
    const both = [...asked(own, 1), ...asked(not, 1, 1)];
    const trials = [
      trial("c0", "right", skill),
      trial("c0", "missed"),
      trial("c1", "fired", skill),
      trial("c1", "right"),
    ];
    const figures = judge(both, trials);
    expect([figures.recall?.share, figures.precision?.share]).toEqual([0, 0]);
  });

  it("names who was activated instead most often, and what came besides", () => {
    const [one] = judge(cases, [
      trial("c0", "stolen", "a", "x"),
      trial("c0", "stolen", "b"),
      trial("c0", "stolen", "b"),
      trial("c0", "invalid", "z"),
    ]).cases;
    expect(one).toMatchObject({ outcome: "stolen", by: "b", alsoActivated: ["x"] });
    expect(one?.activated).toEqual([
      { skill: "a", trials: 1 },
      { skill: "x", trials: 1 },
      { skill: "b", trials: 2 },
    ]);
  });

  it("of a sibling counts against this skill's precision only where this skill was activated", () => {
    const siblings = asked({ kind: "skill", name: "deploy" }, 2);
    const figures = judge(siblings, [trial("c0", "right", "deploy"), trial("c1", "fired", skill)]);
    expect(figures).toMatchObject({
      recall: null,
      precision: { count: 0, of: 1 },
      accuracy: { count: 1, of: 2 },
    });
  });
});

describe("matrices", () => {
  it("counts trials by what was expected and first activated, and what came besides", () => {
    const cases = [...asked(own, 2), ...asked(not, 1, 2)];
    const { confusion, together } = judge(cases, [
      trial("c0", "right", skill, "deploy"),
      trial("c0", "right", "deploy", skill),
      trial("c1", "missed"),
      trial("c2", "right", "deploy"),
      trial("c2", "invalid", skill),
    ]);
    expect(confusion).toEqual({
      names: [skill, "deploy"],
      cells: [
        { expected: skill, notThis: false, activated: skill, trials: 1, also: 1, cases: ["c0"] },
        { expected: skill, notThis: false, activated: "deploy", trials: 1, also: 1, cases: ["c0"] },
        { expected: skill, notThis: false, activated: null, trials: 1, also: 0, cases: ["c1"] },
        { expected: null, notThis: true, activated: "deploy", trials: 1, also: 0, cases: ["c2"] },
      ],
    });
    expect(together).toEqual([{ skills: ["deploy", skill], trials: 2, cases: ["c0"] }]);
  });
});

describe("cases that ask for anything but this skill", () => {
  it("have a row of their own beside those that ask for no skill at all", () => {
    const cases = [...asked(not, 1), ...asked({ kind: "nothing" }, 1, 1)];
    const { confusion } = judge(cases, [trial("c0", "right", "deploy"), trial("c1", "fired", "deploy")]);
    expect(confusion.cells).toEqual([
      { expected: null, notThis: true, activated: "deploy", trials: 1, also: 0, cases: ["c0"] },
      { expected: null, notThis: false, activated: "deploy", trials: 1, also: 0, cases: ["c1"] },
    ]);
  });
});

describe("a scripted run", () => {
  it("is never judged, whatever else is said of it", () => {
    expect(
      judge(
        suite,
        answered(suite, () => false),
        true,
      ),
    ).toMatchObject({ word: "scripted", nothingFired: true });
  });
});
