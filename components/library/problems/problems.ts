import { formatCount } from "@/components/ui/format";
import { blocksPublishing, shownSeverity } from "@/lib/findings/blocks-publishing";
import type { Finding } from "@/lib/findings/finding";
import { breaksSpecification } from "@/lib/skills/breaks-specification";
import { isSkillFile } from "@/lib/skills/find-skill-file";
import type { IssueFix, SkillIssue, TextRange } from "@/lib/skills/skill-issue";
import { stopsPublishing } from "@/lib/skills/stops-publishing";

/** One row of the Problems list: a broken rule of the format, or something a reviewer should see. */
export type Problem = {
  id: string;
  rule: string;
  severity: "error" | "warning" | "info";
  /** Stops publishing. */
  blocking: boolean;
  /** An error by the specification, which a policy may let stop publishing. */
  breaksSpecification: boolean;
  path: string;
  range: TextRange;
  message: string;
  fix?: IssueFix;
  /** Of a finding, which may be dismissed; rules of the format may not. */
  finding?: Finding;
};

export type ProblemCounts = { errors: number; warnings: number; infos: number };

const rank = { error: 0, warning: 1, info: 2 } as const;

/** Issues and findings as one list: worst first, then by file and place. */
export function listProblems(issues: readonly SkillIssue[], findings: readonly Finding[]): Problem[] {
  const problems = [
    ...issues.map(
      (issue): Omit<Problem, "id"> => ({
        ...issue,
        blocking: stopsPublishing(issue),
        breaksSpecification: breaksSpecification(issue),
      }),
    ),
    ...findings.map((finding): Omit<Problem, "id"> => {
      const { rule, path, range, message } = finding;
      return {
        rule,
        path,
        range,
        message,
        severity: shownSeverity(finding.severity),
        blocking: blocksPublishing(finding),
        breaksSpecification: false,
        finding,
      };
    }),
  ];
  return problems
    .toSorted(
      (left, right) =>
        rank[left.severity] - rank[right.severity] ||
        comparePaths(left.path, right.path) ||
        left.range.startLine - right.range.startLine ||
        left.range.startColumn - right.range.startColumn,
    )
    .map((problem, index) => ({ ...problem, id: `${problem.rule}:${problem.path}:${index}` }));
}

const comparePaths = (left: string, right: string): number => {
  if (left === right) return 0;
  if (isSkillFile(left)) return -1;
  return isSkillFile(right) || left > right ? 1 : -1;
};

export function countProblems(problems: readonly Problem[]): ProblemCounts {
  const count = (severity: Problem["severity"]) =>
    problems.filter((problem) => problem.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), infos: count("info") };
}

/** Counts errors and warnings per path, for the badges of the file tree. */
export function countByPath(problems: readonly Problem[]): Map<string, ProblemCounts> {
  const byPath = Map.groupBy(problems, (problem) => problem.path);
  return new Map([...byPath].map(([path, inFile]) => [path, countProblems(inFile)]));
}

const blockingWords: Readonly<Record<string, string>> = {
  "name-mismatch": "the name in SKILL.md",
  "description-placeholder": "a description of its own",
};

/** "2 errors and the name in SKILL.md": all that stands between this draft and a version; null when nothing does. */
export function describeBlockers(problems: readonly Problem[]): string | null {
  const blocking = problems.filter((problem) => problem.blocking);
  const errors = blocking.filter(({ severity }) => severity === "error").length;
  const words = [
    ...(errors === 0 ? [] : [formatCount(errors, "error")]),
    ...new Set(
      blocking.flatMap(({ severity, rule }) => (severity === "error" ? [] : (blockingWords[rule] ?? rule))),
    ),
  ];
  if (words.length === 0) return null;
  const last = words.at(-1) ?? "";
  return words.length === 1 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
