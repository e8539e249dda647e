import { formatCount } from "@/lib/kernel/format-count";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import type { SuiteFigures } from "@/lib/verdicts/judge-suite";
import { describeExpected, describeOutcome, describeWord, type SuiteReport } from "./suite-report";

/** A summary for a comment: figures of each host, and the cases that are not right. */
export function reportMarkdown(report: SuiteReport): string {
  const { skill, number, agent, model } = report;
  return lines([
    `### Trigger suite of ${inCode(skill)}: run ${number}`,
    "",
    `Agent ${inCode(agent)}, model ${inCode(model)}. ${formatCount(report.repeats, "trial")} a case.`,
    "",
    ...figuresTable(report),
    "",
    ...problemsTable(report),
  ]);
}

/** `BENCHMARK.md`, to be kept beside a skill: what was measured, how, and how certain it is. */
export function reportBenchmark(report: SuiteReport): string {
  const { skill, number, digest, agent, model, path, repeats, cases } = report;
  return lines([
    `# Benchmark of ${inCode(skill)}`,
    "",
    `- Bytes: sha256 ${inCode(digest)}`,
    `- Run ${number}, agent ${inCode(agent)}, model ${inCode(model)}`,
    `- Suite: ${inCode(path)}, ${formatCount(cases.length, "case")}, ${formatCount(repeats, "trial")} each`,
    "",
    "## Is it found?",
    "",
    ...figuresTable(report),
    "",
    "Shares are of cases, each by the majority of its trials, with 95 % Wilson intervals. Trials that ended by a time limit, a provider's fault or a refusal count in no figure.",
    "",
    ...problemsTable(report),
  ]);
}

const lines = (all: readonly string[]): string => `${all.join("\n").trimEnd()}\n`;

function figuresTable({ hosts }: SuiteReport): string[] {
  return [
    "| Host | Recall | Precision | F1 | Right | Invalid trials | |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...hosts.map(({ dialect, figures }) =>
      row([
        inCode(dialect),
        share(figures.recall),
        share(figures.precision),
        share(figures.f1),
        share(figures.accuracy),
        figures.invalidShare ? `${figures.invalidShare.count} of ${figures.invalidShare.of}` : "none",
        describeWord(figures),
      ]),
    ),
  ];
}

function problemsTable({ skill, cases, hosts }: SuiteReport): string[] {
  const asked = new Map(cases.map((one) => [one.id, one.query]));
  const rows = hosts.flatMap(({ dialect, figures }) =>
    figures.cases.flatMap((one) => {
      const said = describeOutcome(one, skill);
      if (said === null) return [];
      return [
        row([
          inCode(asked.get(one.id) ?? one.id),
          describeExpected(one.expected, skill),
          inCode(dialect),
          inText(said),
        ]),
      ];
    }),
  );
  if (rows.length === 0) return ["Every measured case is right."];
  return ["| Message | Expected | Host | Outcome |", "| --- | --- | --- | --- |", ...rows];
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

type Share = Pick<NonNullable<SuiteFigures["f1"]>, "share" | "low" | "high"> & {
  count?: number;
  of?: number;
};

/** `0.90 [0.70, 0.97], 18 of 20`. */
function share(proportion: Share | null): string {
  if (!proportion) return "not measured";
  const { share: value, low, high, count, of } = proportion;
  const range = `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  return of === undefined ? range : `${range}, ${count} of ${of}`;
}

const longestShown = 200;

/** A text of somebody else's as code: no link, mention, image or table of theirs is drawn, and nothing hides in it. */
export function inCode(text: string): string {
  const line = markOnLine(text).toWellFormed().trim();
  const shown = line.length > longestShown ? `${line.slice(0, longestShown).toWellFormed()}…` : line;
  if (shown === "") return "(empty)";
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const room = longest > 0 ? " " : "";
  // In a table even code ends at a bar, and a backslash before it is taken for its escape.
  return `${fence}${room}${shown.replaceAll("|", "\\|")}${room}${fence}`;
}

/** The same among words of ours, where names of skills are all that is not. */
const inText = (text: string): string =>
  markOnLine(text)
    .toWellFormed()
    .replace(/[\\`*_[\]<>|&~#@!]/g, (sign) => `&#${sign.charCodeAt(0)};`);
