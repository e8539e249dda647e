// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { type EffectArm, type EffectTrial, judgeEffect } from "@/lib/verdicts/judge-effect";
import { sayVerdictReason } from "@/lib/verdicts/say-verdict-reason";
import type { EffectReport, ReportedHost } from "./effect-report";
import { reportEffectJunit } from "./report-effect-junit";
import { reportEffectBenchmark, reportEffectMarkdown } from "./report-effect-markdown";
import { reportEffectSarif } from "./report-effect-sarif";

const plain = (arm: "without" | "found" | "given" | "approved"): EffectArm => ({ arm, leftOut: null });
const lacking: EffectArm = { arm: "left-out", leftOut: "references/a|b.md" };
const arms = [plain("without"), plain("found"), plain("given"), plain("approved"), lacking];

/** p passed, f failed, - invalid; one letter a trial, in the order of the arms. */
const planted: Readonly<Record<string, { golden?: boolean; told: readonly string[] }>> = {
  helps: { golden: true, told: ["fff", "ppp", "ppp", "ppf", "ffp"] },
  breaks: { golden: true, told: ["ppp", "fff", "ppp", "ppp", "ppp"] },
  harms: { told: ["ppp", "ffp", "ppp", "fff", "ppp"] },
  hard: { told: ["fff", "fff", "fff", "fff", "fff"] },
  broken: { told: ["ppp", "---", "ppp", "ppp", "ppp"] },
  late: { told: ["", "", "", "", ""] },
};
const outcomes = { p: "passed", f: "failed", "-": "invalid" } as const;
const isOutcome = (letter: string): letter is keyof typeof outcomes => letter in outcomes;

const trials = Object.entries(planted).flatMap(([task, { told }]) =>
  arms.flatMap((arm, at) =>
    [...(told[at] ?? "")].flatMap((letter, repeat): EffectTrial[] =>
      isOutcome(letter) ? [{ task, ...arm, repeat: repeat + 1, outcome: outcomes[letter] }] : [],
    ),
  ),
);

function aHost(change: Partial<ReportedHost> = {}): ReportedHost {
  const tasks = Object.entries(planted).map(([id, { golden = false }]) => ({ id, golden }));
  const judged = judgeEffect({ tasks, arms, repeats: 3, trials, judged: null });
  const { verdict, reasons, counts } = judged.judged;
  const part = ({ up, down, p }: (typeof judged.parts)["worth"]) => ({ up: up.length, down: down.length, p });
  return {
    dialect: "standard",
    verdict: { word: verdict, reasons: reasons.map(sayVerdictReason) },
    arms: judged.arms,
    tasks: judged.tasks,
    overall: judged.overall,
    parts: {
      worth: part(judged.parts.worth),
      finding: part(judged.parts.finding),
      total: part(judged.parts.total),
    },
    counts,
    p: judged.p,
    agreement: { sameTasks: 0.9, otherTasks: 0.71 },
    power: { more: 12 },
    golden: judged.golden,
    graders: [
      { task: "helps", grader: 0, kind: "contains", idle: null },
      { task: "hard", grader: 0, kind: "regex", idle: null },
      { task: "hard", grader: 1, kind: "not-contains", idle: { message: "It passes in every arm." } },
    ],
    approved: judged.approved && {
      version: 4,
      outcome: judged.approved.outcome,
      gained: judged.approved.gained,
      lost: judged.approved.lost,
      p: judged.approved.test,
    },
    leftOut: judged.leftOut.map(({ path, effect, up, down, p }) => ({
      path,
      effect,
      worse: down,
      better: up,
      p,
    })),
    invalid: [{ arm: "found", why: "the time limit", trials: 3, message: "It took too long." }],
    ...change,
  };
}

const aReport = (change: Partial<EffectReport> = {}): EffectReport => ({
  skill: "triage",
  number: 14,
  digest: "d".repeat(64),
  agent: "desk",
  model: "large",
  path: "evals/evals.json",
  repeats: 3,
  tasks: Object.entries(planted).map(([id, { golden = false }], at) => ({
    id,
    name: id === "late" ? null : `${id}-task`,
    number: at + 1,
    prompt: "Do it.",
    golden,
    line: 3 + at,
  })),
  hosts: [aHost()],
  gate: { code: 2, reasons: ["standard: golden tasks failed: hard-task."], remarks: [] },
  cost: { usd: 0.31, trials: 75, asked: 80, kept: 1, tokens: { input: 12_300, output: 2_100 } },
  ...change,
});

const hostile =
  '</failure>"&<![CDATA[ \u0000 \u001b[2J \u202e \ud800 \r\n| `x` ![i](http://x) <img src=x onerror=y> @team #1 ]]> http://evil.example --> ***';
const hostileReport = (): EffectReport =>
  aReport({
    skill: hostile,
    agent: hostile,
    model: hostile,
    tasks: aReport().tasks.map((task) => ({ ...task, name: hostile, prompt: hostile })),
    hosts: [
      aHost({
        invalid: [{ arm: "found", why: "the provider failed", trials: 1, message: hostile }],
        graders: [{ task: "hard", grader: 0, kind: hostile, idle: { message: hostile } }],
      }),
    ],
  });

describe("JUnit of tasks", () => {
  const read = (text: string) => {
    const document = new DOMParser().parseFromString(text, "text/xml");
    return [...document.querySelectorAll("testcase, parsererror")].map((one) => [
      one.getAttribute("name"),
      one.getAttribute("line"),
      one.firstElementChild?.tagName ?? null,
      one.firstElementChild?.getAttribute("message") ?? null,
    ]);
  };
  const armsOf = (without: string, found: string, given: string, published: string, lack: string) =>
    `without ${without}, found ${found}, given ${given}, published ${published}, without references/a|b.md ${lack}.`;

  it("has a case for each task: failed with the skill, not measured, or passed", () => {
    const text = reportEffectJunit(aReport());
    expect(read(text)).toEqual([
      ["helps-task (golden)", "3", null, null],
      [
        "breaks-task (golden)",
        "4",
        "failure",
        `Golden task failed with the skill: ${armsOf("3 of 3", "0 of 3", "3 of 3", "3 of 3", "3 of 3")}`,
      ],
      [
        "harms-task",
        "5",
        "failure",
        `Lost by the skill: ${armsOf("3 of 3", "1 of 3", "3 of 3", "0 of 3", "3 of 3")}`,
      ],
      [
        "hard-task",
        "6",
        "failure",
        `Failed with the skill: ${armsOf("0 of 3", "0 of 3", "0 of 3", "0 of 3", "0 of 3")}`,
      ],
      [
        "broken-task",
        "7",
        "error",
        `Not measured: too many trials count in no figure: ${armsOf("3 of 3", "none (3 invalid)", "3 of 3", "3 of 3", "3 of 3")}`,
      ],
      ["task 6", "8", "error", "Not tried."],
      ["gate", "1", "failure", "A golden task failed. standard: golden tasks failed: hard-task."],
    ]);
    expect(text).toContain('tests="7" failures="4" errors="2"');
  });

  it("stays a document of six cases and the gate whatever a name holds", () => {
    const cases = read(reportEffectJunit(hostileReport()));
    expect(cases).toHaveLength(7);
    expect(cases[0]?.[0]).toContain("</failure>");
  });
});

describe("SARIF of tasks", () => {
  const read = (report: EffectReport) => JSON.parse(reportEffectSarif(report)).runs[0];

  it("has a result for each task that does not pass and each idle grader, at the line of the task", () => {
    const { results, tool, invocations } = read(aReport());
    const lineOf = (one: { locations: { physicalLocation: { region: { startLine: number } } }[] }) =>
      one.locations[0]?.physicalLocation.region.startLine;
    expect(
      results.map((one: { ruleId: string; level: string } & Parameters<typeof lineOf>[0]) => [
        one.ruleId,
        one.level,
        lineOf(one),
      ]),
    ).toEqual([
      ["golden-failed", "error", 4],
      ["lost", "error", 5],
      ["failed", "warning", 6],
      ["unmeasured", "note", 7],
      ["untried", "note", 8],
      ["idle-grader", "note", 6],
    ]);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(results[5]).toMatchObject({
      message: { text: "“hard-task” in standard, grader 2 (not-contains). It passes in every arm." },
      locations: [{ physicalLocation: { artifactLocation: { uri: "evals/evals.json" } } }],
      partialFingerprints: { primaryLocationLineHash: "hard/1/standard:1" },
    });
    expect(invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [
        {
          level: "warning",
          message: { text: "A golden task failed. standard: golden tasks failed: hard-task." },
        },
        {
          level: "warning",
          message: { text: expect.stringContaining("triage in standard: Worse. 1 golden") },
        },
      ],
    });
  });

  it("says of an invalid measurement that it was none, and of a good one that it was", () => {
    const of = (word: ReportedHost["verdict"]["word"], code: 0 | 3) =>
      read(
        aReport({
          hosts: [aHost({ verdict: { word, reasons: [] } })],
          gate: { code, reasons: [], remarks: [] },
        }),
      ).invocations[0];
    expect(of("invalid-measurement", 3).executionSuccessful).toBe(false);
    expect(of("improved", 0).toolExecutionNotifications).toMatchObject([
      { level: "note" },
      { level: "note" },
    ]);
  });

  it("shows what a name hides, and stays JSON", () => {
    const [first] = read(hostileReport()).results;
    expect(first.message.text).toContain("\\[U+202E\\]");
    expect(first.message.text).not.toMatch(/[\0\u202e]/);
  });
});

describe("Markdown of tasks", () => {
  it("tells verdict, reasons, golden tasks, parts, intervals, idle graders, invalid trials and cost", () => {
    const text = reportEffectMarkdown(aReport());
    for (const line of [
      "### Tasks of `triage`: run 14",
      "Agent `desk`, model `large`. 3 trials a task and arm. $0.3100, 75 trials, 80 calls and 1 kept answer, 12,300 tokens in and 2,100 tokens out.",
      "#### `standard`: Worse",
      "- 1 golden task failed with the skill. `breaks-task`",
      "- Found against without: 1 task won, 1 the same, 2 lost; exact p = 0.88.",
      "- A repeat on tasks of the kind says the same with a chance of 71 %.",
      "- 12 tasks more would decide it with a chance of 80 %.",
      "- Golden tasks: 1 of 2 passed.",
      "- Golden tasks failed: `breaks-task`",
      "| Without | 0.60 [0.23, 0.88], 3 of 5 | 9 of 15 | 0 |",
      "| Found | 0.25 [0.05, 0.70], 1 of 4 | 4 of 12 | 3 |",
      "| Without `references/a\\|b.md` | 0.60 [0.23, 0.88], 3 of 5 | 10 of 15 | 0 |",
      "| Being found (found less given) | −0.42 | 0 | 2 | p = 0.25 |",
      "| `references/a\\|b.md` |",
      "| `helps-task` (golden) | 0 of 3 | 3 of 3 | 3 of 3 | 2 of 3 | 1 of 3 | passes |",
      "| `broken-task` | 3 of 3 | none (3 invalid) | 3 of 3 | 3 of 3 | 3 of 3 | not measured |",
      "| `task 6` | none | none | none | none | none | not tried |",
      "- `hard-task`, `not-contains`: `It passes in every arm.`",
      "- Found: 3 trials, the time limit, such as `It took too long.`",
      "- Against v4: ",
    ])
      expect(text).toContain(line);
  });

  it("of a benchmark names bytes and method, and says what was not measured", () => {
    const bare = aHost({
      overall: null,
      approved: null,
      leftOut: [{ path: "a.md", effect: null, worse: [], better: [], p: 1 }],
      invalid: [],
      graders: [],
      agreement: null,
      power: { more: null },
      golden: { passed: [], failed: [], unmeasured: [] },
    });
    const text = reportEffectBenchmark(aReport({ hosts: [bare] }));
    expect(text).toContain(`- Bytes: sha256 \`${"d".repeat(64)}\``);
    expect(text).toContain("- Suite: `evals/evals.json`, 6 tasks, 3 trials in each arm");
    expect(text).toContain("with 95 % Wilson intervals");
    expect(text).toContain("No task was measured in all three arms.");
    expect(text).toContain("| `a.md` | not measured | 0 | 0 | p = 1 |");
    for (const none of ["Golden", "Against v", "Graders that", "count in no figure:"])
      expect(text).not.toContain(none);
  });

  it("names golden tasks that could not be measured", () => {
    const golden = { passed: [], failed: [], unmeasured: ["broken"] };
    const text = reportEffectMarkdown(aReport({ hosts: [aHost({ golden })] }));
    expect(text).toContain("- Golden tasks not measured: `broken-task`");
  });

  it("draws nothing of what a name, a model or a provider says, and keeps its tables", () => {
    const text = reportEffectBenchmark(hostileReport());
    for (const hidden of ["\u0000", "\u001b", "\u202e", "\ud800"]) expect(text).not.toContain(hidden);
    const outside = text.replace(/(`+)[^\n]*?[^`\n]\1(?!`)/g, "code");
    for (const drawn of ["<img", "![i]", "@team", "http://", "<!", "-->"])
      expect(outside).not.toContain(drawn);
    const rows = text.split("\n").filter((line) => line.startsWith("| `` "));
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(row.replaceAll("\\|", "").split("|")).toHaveLength(9);
  });
});
