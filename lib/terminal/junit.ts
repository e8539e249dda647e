import { markHidden } from "@/lib/kernel/mark-hidden";
import { stopsPublishing } from "@/lib/skills/stops-publishing";
import type { SkillReport } from "./examine-skill";
import type { ReadFailure } from "./read-skills";

type Case = { name: string; file: string; line: number; failure: string | null };
export type Suite = { name: string; cases: readonly Case[] };

/** A JUnit report as CI servers read it, of what a command found. */
export const writeJunit = (command: "push" | "validate", suites: readonly Suite[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="greenroom ${command}" ${count(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(toLines),
    "</testsuites>",
    "",
  ].join("\n");

/** What could not be read: a suite that failed for each. */
export const unreadSuites = (failures: readonly ReadFailure[]): Suite[] =>
  failures.map(({ path, rule, message }) => ({
    name: path,
    cases: [{ name: rule, file: path, line: 1, failure: message }],
  }));

/**
 * The report of a validation: a suite for each skill, a failed case for each fault, and one case that passed where there
 * is none. Warnings are cases that passed, with the warning in their name.
 */
export function toJunit({
  skills,
  failures,
}: {
  skills: readonly SkillReport[];
  failures: readonly ReadFailure[];
}): string {
  const suites = skills.map((report) => ({ name: report.folder, cases: casesOf(report) }));
  return writeJunit("validate", [...suites, ...unreadSuites(failures)]);
}

function casesOf({ folder, issues, findings, hosts }: SkillReport): Case[] {
  const at = (path: string) => `${folder}/${path}`;
  const fatal = new Set<unknown>(issues.filter(stopsPublishing));
  const found = [...issues, ...findings].map((one) => {
    const { path, range, severity, rule, message } = one;
    const fails = fatal.has(one) || severity === "blocking";
    const name = fails ? rule : `${rule} (${severity}): ${message}`;
    return { name, file: at(path), line: range.startLine, failure: fails ? message : null };
  });
  const asked = hosts.map((fate) =>
    fate.state === "loaded"
      ? { name: `${fate.host} loads it`, file: at("SKILL.md"), line: 1, failure: null }
      : {
          name: `${fate.host}/${fate.rule}`,
          file: at(fate.path),
          line: fate.line ?? 1,
          failure: fate.message,
        },
  );
  const cases = [...found, ...asked];
  return cases.length > 0 ? cases : [{ name: "every rule", file: at("SKILL.md"), line: 1, failure: null }];
}

const count = (cases: readonly Case[]): string =>
  `tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== null).length}" errors="0"`;

function toLines({ name, cases }: Suite): string[] {
  return [
    `  <testsuite name="${escaped(name)}" ${count(cases)}>`,
    ...cases.flatMap(({ name: rule, file, line, failure }) => {
      const head = `    <testcase classname="${escaped(name)}" name="${escaped(rule)}" file="${escaped(file)}" line="${line}"`;
      return failure === null
        ? [`${head}/>`]
        : [
            `${head}>`,
            `      <failure message="${escaped(failure)}">${escaped(`${file}:${line}: ${failure}`)}</failure>`,
            "    </testcase>",
          ];
    }),
    "  </testsuite>",
  ];
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
