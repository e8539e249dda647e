import { markHidden } from "@/lib/kernel/mark-hidden";
import type { CaseOutcome } from "@/lib/verdicts/judge-suite";
import { describeOutcome, describeWord, type SuiteReport } from "./suite-report";

const rules = {
  missed: { level: "error", text: "A skill should have been activated and none was." },
  stolen: { level: "error", text: "Another skill was activated instead." },
  fired: { level: "error", text: "A skill was activated that should not have been." },
  invalid: { level: "note", text: "The case was not measured; it counts in no figure." },
} as const satisfies Record<Exclude<CaseOutcome, "right">, { level: string; text: string }>;

const ruleIds = Object.keys(rules) as (keyof typeof rules)[];

/** SARIF 2.1.0: a result for each case and host that is not right, at the line of the case in its file. */
export function reportSarif({ skill, path, cases, hosts }: SuiteReport): string {
  const asked = new Map(cases.map((one) => [one.id, one]));
  const results = hosts.flatMap(({ dialect, figures }) =>
    figures.cases.flatMap((one) => {
      const { outcome } = one;
      if (outcome === null || outcome === "right") return [];
      const { query = one.id, line = 1 } = asked.get(one.id) ?? {};
      return [
        {
          ruleId: outcome,
          ruleIndex: ruleIds.indexOf(outcome),
          level: rules[outcome].level,
          message: { text: shown(`“${query}” in ${dialect}. ${describeOutcome(one, skill) ?? ""}`) },
          locations: [
            { physicalLocation: { artifactLocation: { uri: toUri(path) }, region: { startLine: line } } },
          ],
          partialFingerprints: { "case/v1": `${one.id}/${dialect}` },
        },
      ];
    }),
  );
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Greenroom",
            rules: ruleIds.map((id) => ({ id, shortDescription: { text: rules[id].text } })),
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: hosts.every(({ figures }) => figures.word !== "invalid"),
            toolExecutionNotifications: hosts.map(({ dialect, figures }) => ({
              level: figures.word === "judged" ? "note" : "warning",
              message: { text: shown(`${skill} in ${dialect}: ${describeWord(figures)}`) },
            })),
          },
        ],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const shown = (text: string): string => markHidden(text).toWellFormed();

/** A relative reference (RFC 3986): no scheme, no host, whatever the path holds. */
function toUri(path: string): string {
  const parts = path
    .toWellFormed()
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  return parts.map((part) => encodeURIComponent(part)).join("/");
}
