import type { GateWord } from "./gate-remarks";
import { gateLines, inCode, joinLines } from "./markdown-text";
import { gateSuite, writeJunit } from "./write-junit";
import { writeSarif } from "./write-sarif";

type Unmeasured = GateWord & { skill: string };

/** What is told of a skill of which no run began, in each format: never what could be taken for a pass. */
const writers = {
  junit: ({ skill, ...gate }) => writeJunit("greenroom eval", [gateSuite(skill, skill, gate)]),
  sarif: ({ skill, ...gate }) =>
    writeSarif({ rules: {}, results: [], run: `unmeasured/${skill}`, gate, notes: [] }),
  markdown: ({ skill, ...gate }) => joinLines([`### Suite of ${inCode(skill)}`, "", ...gateLines(gate)]),
  benchmark: ({ skill, ...gate }) => joinLines([`# Benchmark of ${inCode(skill)}`, "", ...gateLines(gate)]),
} as const satisfies Record<string, (one: Unmeasured) => string>;

export const reportUnmeasured = (
  format: keyof typeof writers,
  { skill, code, reasons, remarks }: Unmeasured,
) => writers[format]({ skill, code, reasons, remarks });
