// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { type EndedTrial, type Expected, judgeSuite } from "@/lib/verdicts/judge-suite";
import { inCode } from "./markdown-text";
import { reportJunit } from "./report-junit";
import { reportBenchmark, reportMarkdown } from "./report-markdown";
import { reportSarif } from "./report-sarif";
import type { SuiteReport } from "./suite-report";

const skill = "triage";
const own: Expected = { kind: "skill", name: skill };
const asked: {
  id: string;
  query: string;
  line: number;
  expected: Expected;
  trials: EndedTrial["outcome"][];
}[] = [
  { id: "a", query: "Pager", line: 2, expected: own, trials: ["right", "right", "missed"] },
  { id: "b", query: "Outage", line: 3, expected: own, trials: ["missed", "missed", "missed"] },
  { id: "c", query: "Logs", line: 4, expected: own, trials: ["stolen", "stolen", "right"] },
  { id: "d", query: "Weather", line: 5, expected: { kind: "not-this" }, trials: ["fired", "fired", "fired"] },
  {
    id: "e",
    query: "Ship it",
    line: 6,
    expected: { kind: "skill", name: "deploy" },
    trials: ["invalid", "invalid", "right"],
  },
  { id: "f", query: "Hello", line: 7, expected: { kind: "nothing" }, trials: [] },
];

function report(change: Partial<SuiteReport> = {}, query?: string): SuiteReport {
  const trials = asked.flatMap(({ id, expected, trials: outcomes }) =>
    outcomes.map((outcome): EndedTrial => {
      const activated =
        outcome === "right" && expected.kind === "skill"
          ? [expected.name]
          : outcome === "stolen"
            ? ["log-query"]
            : outcome === "fired"
              ? [skill]
              : [];
      const by = outcome === "stolen" || outcome === "fired" ? (activated[0] ?? null) : null;
      return {
        case: id,
        outcome,
        activated,
        by,
        invalid: outcome === "invalid" ? { reason: "time-limit", message: "Too long." } : null,
      };
    }),
  );
  const figures = judgeSuite({ skill, cases: asked, trials, scripted: false });
  return {
    skill,
    number: 14,
    digest: "d".repeat(64),
    agent: "desk",
    model: "m",
    path: "evals/trigger-eval.json",
    repeats: 3,
    cases: asked.map((one) => ({ id: one.id, line: one.line, query: query ?? one.query })),
    hosts: [{ dialect: "standard", figures }],
    gate: { code: 3, reasons: ["standard: too few cases to judge."], remarks: [] },
    ...change,
  };
}

/** The figures of the one case that expects another skill, of this name. */
const figuresWith = (name: string) =>
  judgeSuite({
    skill,
    scripted: false,
    cases: [{ id: "e", expected: { kind: "skill", name } }],
    trials: [{ case: "e", outcome: "fired", activated: [skill], by: skill, invalid: null }],
  });

const hostile =
  '</failure>"&<![CDATA[ \u0000 \u001b[2J \u202e \ud800 \r\n| `x` ![i](http://x) <img src=x> @team #1 ]]>';

describe("JUnit", () => {
  const read = (text: string) => {
    const document = new DOMParser().parseFromString(text, "text/xml");
    return [...document.querySelectorAll("testcase, parsererror")].map((one) => [
      one.getAttribute("name"),
      one.getAttribute("line"),
      one.firstElementChild?.tagName ?? null,
      one.firstElementChild?.getAttribute("message") ?? null,
    ]);
  };

  it("fails what is wrong, errs on what was not measured, and passes the rest", () => {
    expect(read(reportJunit(report()))).toEqual([
      ["Pager (should be activated)", "2", null, null],
      [
        "Outage (should be activated)",
        "3",
        "failure",
        "Missed: triage should be activated, and nothing was (right in 0 of 3).",
      ],
      [
        "Logs (should be activated)",
        "4",
        "failure",
        "Stolen by log-query: triage should be activated (right in 1 of 3).",
      ],
      [
        "Weather (should not be activated)",
        "5",
        "failure",
        "Fired: triage was activated; triage should not be activated (right in 0 of 3).",
      ],
      ["Ship it (should be left to deploy)", "6", "error", "Invalid: 2 of 3 trials count in no figure."],
      ["Hello (should activate no skill)", "7", "error", "Not tried."],
      ["gate", "1", "error", "Not measured. standard: too few cases to judge."],
    ]);
    expect(reportJunit(report())).toContain('tests="7" failures="3" errors="3"');
  });

  it.each([
    [0, null, null],
    [1, "failure", "Regression. Why."],
    [2, "failure", "A golden task failed. Why."],
  ] as const)("has the gate's word %d as a case", (code, tag, message) => {
    const gate = { code, reasons: code === 0 ? [] : ["Why."], remarks: [] };
    expect(read(reportJunit(report({ gate }))).at(-1)).toEqual(["gate", "1", tag, message]);
  });

  it("stays a document whatever a message holds", () => {
    expect(read(reportJunit(report({}, hostile)))).toHaveLength(7);
  });
});

describe("SARIF", () => {
  const read = (given: SuiteReport) => JSON.parse(reportSarif(given));

  it("has a result for each case that is not right, at its line", () => {
    const { version, runs } = read(report());
    expect(version).toBe("2.1.0");
    const [{ tool, results, invocations }] = runs;
    expect(results.map((one: { ruleId: string; level: string }) => [one.ruleId, one.level])).toEqual([
      ["missed", "error"],
      ["stolen", "error"],
      ["fired", "error"],
      ["invalid", "note"],
      ["untried", "note"],
    ]);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(results[1]).toMatchObject({
      message: {
        text: "“Logs” in standard. Stolen by log-query: triage should be activated (right in 1 of 3).",
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "evals/trigger-eval.json" },
            region: { startLine: 4 },
          },
        },
      ],
      partialFingerprints: { primaryLocationLineHash: "c/standard:1" },
    });
    expect(runs[0].automationDetails).toEqual({ id: "greenroom/trigger/triage/" });
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: "warning", message: { text: "Not measured. standard: too few cases to judge." } },
        { level: "warning" },
      ],
    });
  });

  it.each([
    [0, true],
    [1, true],
    [2, true],
    [3, false],
  ] as const)("is a success where something was measured: gate %d", (code, isSuccess) => {
    const { runs } = read(report({ gate: { code, reasons: [], remarks: [] } }));
    expect(runs[0].invocations[0].executionSuccessful).toBe(isSuccess);
  });

  it.each([
    ["a b/c#?.json", "a%20b/c%23%3F.json"],
    ["//host/x", "host/x"],
    ["javascript:alert(1)", "javascript%3Aalert(1)"],
    ["./evals/é.json", "evals/%C3%A9.json"],
    ["\ud800", "%EF%BF%BD"],
  ])("makes a relative reference of %s", (path, uri) => {
    expect(read(report({ path })).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      uri,
    );
  });

  it("takes no brace of a message for a place to fill in", () => {
    const { text } = read(report({}, "Fill {0} and {name}")).runs[0].results[0].message;
    expect(text).toContain("Fill {{0}} and {{name}}");
  });

  it("shows what a message hides, and stays JSON", () => {
    const { text } = read(report({}, hostile)).runs[0].results[0].message;
    expect(text).toContain("\\[U+202E\\]");
    expect(text).toContain("\\[U+0000\\]");
    expect(text).toContain("\ufffd");
  });

  it("has no link in a message, whatever a text holds", () => {
    const { results } = read(report({}, "See [this](http://x) \\[or](1)")).runs[0];
    expect(results[0].message.text).toContain("“See \\[this\\](http://x) \\\\\\[or\\](1)” in standard.");
  });
});

describe("Markdown", () => {
  it("tells the figures with their intervals, and what is not right", () => {
    const text = reportMarkdown(report());
    expect(text).toContain("### Trigger suite of `triage`: run 14");
    expect(text).toContain("| `standard` | 0.33 [0.06, 0.79], 1 of 3 | 0.50 [0.09, 0.91], 1 of 2 |");
    expect(text).toContain("Too few cases to judge: 4 of the 10 that are needed.");
    expect(text).toContain("| `Logs` | should be activated | `standard` | Stolen by log-query: triage");
    expect(text.endsWith("\n")).toBe(true);
  });

  it("says so when nothing is wrong, when nothing was measured and when nobody answered", () => {
    const none = judgeSuite({ skill, cases: [], trials: [], scripted: true });
    const text = reportBenchmark(report({ hosts: [{ dialect: "standard", figures: none }] }));
    expect(text).toContain("No case was measured.");
    expect(text).toContain("| not measured | not measured | not measured | not measured | none | Scripted");
    expect(text).toContain(`sha256 \`${"d".repeat(64)}\``);
    const quiet = judgeSuite({
      skill,
      scripted: false,
      cases: [{ id: "a", expected: own }],
      trials: [{ case: "a", outcome: "missed", activated: [], by: null, invalid: null }],
    });
    expect(reportMarkdown(report({ hosts: [{ dialect: "x", figures: quiet }] }))).toContain("nothing fired");
    const many = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, expected: own }));
    const found = judgeSuite({
      skill,
      scripted: false,
      cases: many,
      trials: many.map(({ id }) => ({
        case: id,
        outcome: "right",
        activated: [skill],
        by: null,
        invalid: null,
      })),
    });
    const gate = { code: 0, reasons: [], remarks: ["x: held to nothing."] } as const;
    const passed = reportMarkdown(report({ hosts: [{ dialect: "x", figures: found }], gate }));
    expect(passed).toContain("**Passes.**\n\n- x: held to nothing.");
    expect(passed).toContain("Every measured case is right.");
    expect(passed).toContain(
      "| `x` | 1.00 [0.72, 1.00], 10 of 10 | 1.00 [0.72, 1.00], 10 of 10 | 1.00 [0.84, 1.00] | 1.00 [0.72, 1.00], 10 of 10 | 0 of 10 | 10 cases measured. |",
    );
  });

  it("draws nothing of the name of a skill that a case expects", () => {
    const text = reportMarkdown(
      report({
        hosts: [{ dialect: "standard", figures: figuresWith("![x](http://x/y) | @team <img src=x>") }],
      }),
    );
    const row = text.split("\n").find((line) => line.startsWith("| `Ship it`")) ?? "";
    expect(row.split("|")).toHaveLength(6);
    expect(row).not.toMatch(/[<[@]/);
    expect(row).toContain("should be left to &#33;&#91;x&#93;");
  });

  it("draws nothing of what a message holds", () => {
    const text = reportMarkdown(report({}, hostile));
    const rows = text.split("\n").filter((line) => line.startsWith("| `` "));
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row.replaceAll("\\|", "").split("|")).toHaveLength(6);
    for (const hidden of ["\u0000", "\u001b", "\u202e", "\ud800"]) expect(text).not.toContain(hidden);
  });

  it.each([
    ["plain", "`plain`"],
    ["`", "`` ` ``"],
    ["a``b", "``` a``b ```"],
    ["a|b\\|c", "`a\\|b\\\\|c`"],
    ["one\r\ntwo", "`one two`"],
    [" ", "(empty)"],
    ["\u202e", "`[U+202E]`"],
    ["x".repeat(300), `\`${"x".repeat(200)}…\``],
  ])("writes %j as code", (text, code) => {
    expect(inCode(text)).toBe(code);
  });
});
