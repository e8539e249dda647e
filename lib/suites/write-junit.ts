import { markHidden } from "@/lib/kernel/mark-hidden";
import { type GateWord, sayGate } from "./gate-remarks";

/** `failure`: it is wrong; `error`: nothing can be said of it. Neither: it passed. */
export type JunitCase = { name: string; file: string; line: number; failure: string | null; error?: string };
export type JunitSuite = { name: string; cases: readonly JunitCase[] };

/** What the gate says, as a case of its own: a report is green only where the gate passes. */
export const gateSuite = (of: string, file: string, gate: GateWord): JunitSuite => {
  const { word, why } = sayGate(gate);
  const said = [`${word}.`, ...why].join(" ");
  const common = { name: "gate", file, line: 1 };
  const told = {
    0: { ...common, failure: null },
    1: { ...common, failure: said },
    2: { ...common, failure: said },
    3: { ...common, failure: null, error: said },
  } as const satisfies Record<GateWord["code"], JunitCase>;
  return { name: of, cases: [told[gate.code]] };
};

/** A JUnit report as CI servers read it, whatever the texts in it hold. */
export function writeJunit(name: string, suites: readonly JunitSuite[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(name)}" ${totals(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(toLines),
    "</testsuites>",
    "",
  ].join("\n");
}

function totals(cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const errors = cases.filter(({ error }) => error !== undefined).length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
}

function toLines({ name, cases }: JunitSuite): string[] {
  const names = distinct(cases);
  return [
    `  <testsuite name="${escaped(name)}" ${totals(cases)}>`,
    ...cases.flatMap((one, at) => {
      const { name: own, file, line, failure, error } = one;
      const rule = names[at] ?? own;
      const head = `    <testcase classname="${escaped(name)}" name="${escaped(rule)}" file="${escaped(file)}" line="${line}"`;
      const told = failure ?? error;
      if (told === undefined) return [`${head}/>`];
      const tag = failure === null ? "error" : "failure";
      return [
        `${head}>`,
        `      <${tag} message="${escaped(told)}">${escaped(`${file}:${line}: ${told}`)}</${tag}>`,
        "    </testcase>",
      ];
    }),
    "  </testsuite>",
  ];
}

/** CI servers keep one case of each name: from the second of a name on it has its number, "Pages the owner (2)". */
function distinct(cases: readonly JunitCase[]): string[] {
  const taken = new Set(cases.map(({ name }) => name));
  const seen = new Set<string>();
  return cases.map(({ name }) => {
    let own = name;
    for (let number = 2; seen.has(own); number += 1) {
      const next = `${name} (${number})`;
      own = taken.has(next) && !seen.has(next) ? own : next;
    }
    seen.add(own);
    return own;
  });
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** For attributes and text; what XML 1.0 cannot hold, and what nobody sees, stands as a mark. */
const escaped = (text: string): string =>
  markHidden(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"\n\t]/g, (character) => entities[character] ?? character)
    .replaceAll("\r", "");
