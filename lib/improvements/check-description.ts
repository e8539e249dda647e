import { findFindings } from "@/lib/findings/find-findings";
import { findHarmfulText } from "@/lib/kernel/hidden-text";
import { describeRun } from "@/lib/kernel/mark-hidden";
import { err, ok, type Result } from "@/lib/kernel/result";
import { isStorable } from "@/lib/kernel/storable-text";
import { toStorable } from "@/lib/kernel/to-storable";
import { setFrontmatterField } from "@/lib/skills/edit-frontmatter";
import { parseSkill } from "@/lib/skills/parse-skill";
import { improvementLimits } from "./improvement-options";

const path = "SKILL.md";

export type Fitting = { description: string; skillFile: string };
export type Unfit = { description: string; reason: string };

type Checked = {
  /** Of the skill as it stands. */
  skillFile: string;
  description: string;
  /** Descriptions that are tried already. */
  known: readonly string[];
  /** Characters that were asked for; null where none were. */
  most: number | null;
};

export const charactersOf = (text: string): number => [...text].length;

/**
 * Whether a text that a model wrote can be a skill's description: it is only ever text in one field, and everything else
 * of the file stays as it is. What hides something, breaks the format or brings a finding is refused, saying why.
 */
export function checkDescription(written: string, checked: Checked): Result<Fitting, Unfit> {
  const description = toStorable(written).replace(/\s+/gu, " ").trim();
  const unfit = (reason: string) =>
    err({ description: description.slice(0, improvementLimits.description * 2).toWellFormed(), reason });
  const characters = charactersOf(description);
  const most = checked.most ?? improvementLimits.description;
  const [hidden] = findHarmfulText(written);
  if (characters === 0) return unfit("It is empty.");
  if (hidden) return unfit(`It has characters that nobody sees (${describeRun(hidden)}).`);
  if (characters > improvementLimits.description)
    return unfit(
      `It has ${characters} characters; a description has at most ${improvementLimits.description}.`,
    );
  if (characters > most) return unfit(`It has ${characters} characters; at most ${most} were asked for.`);
  if (description === checked.description) return unfit("It is what stands already.");
  if (checked.known.includes(description)) return unfit("It is one that is tried already.");
  const skillFile = setFrontmatterField(checked.skillFile, "description", description);
  const broken = whatBreaks(checked.skillFile, skillFile, description);
  return broken === null && isStorable(skillFile)
    ? ok({ description, skillFile })
    : unfit(broken ?? "It cannot be stored.");
}

function whatBreaks(before: string, after: string, description: string): string | null {
  const [was, is] = [before, after].map((text) => parseSkill(text, { mode: "lenient" }));
  if (!was || !is) return "It cannot be read.";
  const isSame = is.body === was.body && is.name === was.name && is.description === description;
  const errors = (skill: typeof is) => skill.issues.filter(({ severity }) => severity === "error").length;
  if (!isSame || errors(is) > errors(was)) return "It cannot stand in the head of the skill's file.";
  const known = new Set(findingsOf(before).map(({ rule }) => rule));
  const finding = findingsOf(after).find(({ rule }) => !known.has(rule));
  return finding ? `It would bring a finding: ${finding.message}` : null;
}

const findingsOf = (text: string) => findFindings([{ path, size: text.length, text }]);
