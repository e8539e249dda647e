import { checkFileSet } from "./check-file-set";
import { findSkillFile, skillFileName } from "./find-skill-file";
import { checkBody } from "./internal/check-body";
import { checkEntryPoints } from "./internal/check-entry-points";
import { checkLinks } from "./internal/check-links";
import { checkSiblings, type Sibling } from "./internal/check-siblings";
import { createReporter } from "./internal/reporter";
import { formatBytes, type PackageLimits, packageLimits } from "./limits";
import { type ParsedSkill, parseSkill } from "./parse-skill";
import { rules } from "./rules";
import { fileRange, type ParseMode, type SkillIssue } from "./skill-issue";
import { LineIndex } from "./text-position";

/** `text` is missing for binary files, and may be left out for files whose content takes no part. */
export type PackageFile = { path: string; size: number; text?: string };

export type ValidateInput = {
  folderName: string;
  files: readonly PackageFile[];
  /** Names are compared with these other skills of the same library or agent. */
  siblings?: readonly Sibling[];
  mode?: ParseMode;
  limits?: PackageLimits;
};

/**
 * Holds a whole package to every rule: SKILL.md, its body, links between files, paths, sizes, siblings.
 * `lenient` by default: errors are what keeps a package from being stored or used, warnings what strict hosts refuse.
 */
export function validatePackage(input: ValidateInput): { skill: ParsedSkill; issues: SkillIssue[] } {
  const { folderName, files, siblings = [], mode = "lenient", limits = packageLimits } = input;
  const paths = files.map((file) => file.path);
  const skillPath = findSkillFile(paths);
  const skillFile = files.find((file) => file.path === skillPath);
  const text = skillFile?.text ?? "";
  const skill = parseSkill(text, { mode, folderName, path: skillPath ?? skillFileName, limits });
  const fileSet = checkFileSet(files, limits).map(
    (problem): SkillIssue => ({
      rule: problem.rule,
      severity: rules[problem.rule][mode],
      path: problem.path ?? skillFileName,
      range: fileRange,
      message: problem.message,
    }),
  );
  const unreadable = whyUnreadable(skillFile, limits);
  if (skillPath === null || unreadable) {
    const { rule, message } = unreadable ?? missingFile;
    const issue: SkillIssue = {
      rule,
      severity: "error",
      path: skillPath ?? skillFileName,
      range: fileRange,
      message,
    };
    return { skill: { ...skill, loads: false, issues: [issue] }, issues: [issue, ...fileSet] };
  }
  const lines = new LineIndex(text);
  const { issues, report } = createReporter(lines, skillPath, mode);
  if (skillPath !== skillFileName)
    report("skill-file-case", 0, 0, `The file is called ${skillPath}; most hosts only find SKILL.md.`);
  const bodyStart = text.length - skill.body.length;
  checkSiblings(skill, siblings, text, report);
  checkBody(skill, bodyStart, report);
  checkLinks({ files, skillPath, text, bodyStart }, report);
  checkEntryPoints({ frontmatter: skill.frontmatter, paths, text, bodyStart }, report);
  return { skill, issues: [...skill.issues, ...issues, ...fileSet] };
}

/**
 * Whether a file's text takes part in the rules: SKILL.md, and other documents, as they may mention files. Of the rest
 * path and size are enough.
 */
export const takesPart = (path: string, skillPath: string | null): boolean =>
  path === skillPath || /\.(?:md|mdx|markdown|txt)$/i.test(path);

const missingFile = { rule: "skill-file-missing", message: "Missing required file: SKILL.md" } as const;

/** A SKILL.md that has bytes but no text is too large to read, or no text at all. */
function whyUnreadable(
  file: PackageFile | undefined,
  limits: PackageLimits,
): Pick<SkillIssue, "rule" | "message"> | null {
  if (!file || file.text !== undefined || file.size === 0) return null;
  const { path, size } = file;
  if (size > limits.skillFileBytes) {
    const message = `${path} has ${formatBytes(size)}; the limit is ${formatBytes(limits.skillFileBytes)}.`;
    return { rule: "skill-file-too-large", message };
  }
  return { rule: "skill-file-encoding", message: `${path} is not UTF-8 text, or contains a NUL character.` };
}
