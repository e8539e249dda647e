import { blocksPublishing } from "@/lib/findings/blocks-publishing";
import { stopsPublishing } from "@/lib/skills/stops-publishing";
import { type JunitCase, type JunitSuite, writeJunit } from "@/lib/suites/write-junit";
import type { SkillReport } from "./examine-skill";
import type { ReadFailure } from "./read-skills";

/** What could not be read: a suite that failed for each. */
export const unreadSuites = (failures: readonly ReadFailure[]): JunitSuite[] =>
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
  return writeJunit("greenroom validate", [...suites, ...unreadSuites(failures)]);
}

function casesOf({ folder, issues, findings, hosts }: SkillReport): JunitCase[] {
  const at = (path: string) => `${folder}/${path}`;
  const fatal = new Set<unknown>(issues.filter(stopsPublishing));
  const found = [...issues, ...findings].map((one) => {
    const { path, range, severity, rule, message } = one;
    const fails = fatal.has(one) || blocksPublishing(one);
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
