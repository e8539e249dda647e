import { formatCount } from "@/lib/kernel/format-count";
import { gateLines, inCode, inText, joinLines, sayShare, table } from "./markdown-text";
import { describeExpected, describeOutcome, describeWord, type SuiteReport } from "./suite-report";

/** A summary for a comment: figures of each host, and the cases that are not right. */
export function reportMarkdown(report: SuiteReport): string {
  const { skill, number, agent, model } = report;
  return joinLines([
    `### Trigger suite of ${inCode(skill)}: run ${number}`,
    "",
    `Agent ${inCode(agent)}, model ${inCode(model)}. ${formatCount(report.repeats, "trial")} a case.`,
    "",
    ...gateLines(report.gate),
    "",
    ...figuresTable(report),
    "",
    ...problemsTable(report),
  ]);
}

/** `BENCHMARK.md`, to be kept beside a skill: what was measured, how, and how certain it is. */
export function reportBenchmark(report: SuiteReport): string {
  const { skill, number, digest, agent, model, path, repeats, cases } = report;
  return joinLines([
    `# Benchmark of ${inCode(skill)}`,
    "",
    `- Bytes: sha256 ${inCode(digest)}`,
    `- Run ${number}, agent ${inCode(agent)}, model ${inCode(model)}`,
    `- Suite: ${inCode(path)}, ${formatCount(cases.length, "case")}, ${formatCount(repeats, "trial")} each`,
    "",
    "## Is it found?",
    "",
    ...gateLines(report.gate),
    "",
    ...figuresTable(report),
    "",
    "Shares are of cases, each by the majority of its trials, with 95 % Wilson intervals. Trials that ended by a time limit, a provider's fault or a refusal count in no figure.",
    "",
    ...problemsTable(report),
  ]);
}

function figuresTable({ hosts }: SuiteReport): string[] {
  return table(
    ["Host", "Recall", "Precision", "F1", "Right", "Invalid trials", ""],
    hosts.map(({ dialect, figures }) => [
      inCode(dialect),
      sayShare(figures.recall),
      sayShare(figures.precision),
      sayShare(figures.f1),
      sayShare(figures.accuracy),
      figures.invalidShare ? `${figures.invalidShare.count} of ${figures.invalidShare.of}` : "none",
      describeWord(figures),
    ]),
  );
}

function problemsTable({ skill, cases, hosts }: SuiteReport): string[] {
  const asked = new Map(cases.map((one) => [one.id, one.query]));
  const rows = hosts.flatMap(({ dialect, figures }) =>
    figures.cases.flatMap((one) => {
      const said = describeOutcome(one, skill);
      if (said === null) return [];
      return [
        [
          inCode(asked.get(one.id) ?? one.id),
          inText(describeExpected(one.expected, skill)),
          inCode(dialect),
          inText(said),
        ],
      ];
    }),
  );
  if (rows.length === 0)
    return [
      hosts.some(({ figures }) => figures.measured > 0)
        ? "Every measured case is right."
        : "No case was measured.",
    ];
  return table(["Message", "Expected", "Host", "Outcome"], rows);
}
