import { markHidden } from "@/lib/kernel/mark-hidden";
import { type GateWord, sayGate } from "./gate-remarks";

export type SarifLevel = "error" | "warning" | "note";
export type SarifRules<Rule extends string> = Readonly<Record<Rule, { level: SarifLevel; text: string }>>;

export type SarifResult<Rule extends string> = {
  rule: Rule;
  message: string;
  path: string;
  /** 1-based. */
  line: number;
  /** The same for the same finding in every run, and another for every other one. */
  fingerprint: string;
};

type Sarif<Rule extends string> = {
  rules: SarifRules<Rule>;
  results: readonly SarifResult<Rule>[];
  /** Of what runs this is one: what is told of one skill replaces nothing of another's. */
  run: string;
  /** What was not measured is no success, whatever was found in it. */
  gate: GateWord;
  notes: readonly { level: "note" | "warning"; message: string }[];
};

/** A SARIF 2.1.0 log of one run, whatever the texts in it hold. */
export function writeSarif<Rule extends string>({ rules, results, run, gate, notes }: Sarif<Rule>): string {
  const { word, why } = sayGate(gate);
  const gateNote = { level: gate.code === 0 ? ("note" as const) : ("warning" as const) };
  const ids = Object.keys(rules);
  const told: readonly [string, { level: SarifLevel; text: string }][] = Object.entries(rules);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Greenroom",
            rules: told.map(([id, { text }]) => ({ id, shortDescription: { text } })),
          },
        },
        automationDetails: { id: `greenroom/${toUri(run)}/` },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: gate.code !== 3,
            toolExecutionNotifications: [
              { ...gateNote, message: [`${word}.`, ...why].join(" ") },
              ...notes,
            ].map(({ level, message }) => ({
              level,
              message: { text: shown(message) },
            })),
          },
        ],
        results: results.map(({ rule, message, path, line, fingerprint }) => ({
          ruleId: rule,
          ruleIndex: ids.indexOf(rule),
          level: rules[rule].level,
          message: { text: shown(message) },
          locations: [
            { physicalLocation: { artifactLocation: { uri: toUri(path) }, region: { startLine: line } } },
          ],
          // GitHub tells results apart by this key alone.
          partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1` },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** As plain text: none of it is taken for a placeholder or an embedded link (SARIF 2.1.0, 3.11.5 and 3.11.6). */
const shown = (text: string): string =>
  markHidden(text)
    .toWellFormed()
    .replace(/[\\[\]]/g, "\\$&")
    .replace(/[{}]/g, "$&$&");

/** A relative reference (RFC 3986): no scheme, no host, whatever the path holds. */
function toUri(path: string): string {
  const parts = path
    .toWellFormed()
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  return parts.map((part) => encodeURIComponent(part)).join("/");
}
