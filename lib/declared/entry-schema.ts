import { z } from "zod";
import { assignmentFields, labelNameSchema, requireFollowed } from "@/lib/agents/schema";
import { rowNumber } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { unlessExtra } from "@/lib/kernel/unless-extra";

const wholeEntry = z
  .strictObject(
    {
      skill: storableText.trim().min(1, "Name a skill.").max(200),
      ...assignmentFields,
    },
    { error: (issue) => unlessExtra(issue) ?? "Name a skill, or write { skill: its name, enabled: false }." },
  )
  .superRefine(requireFollowed);
export type SkillEntry = z.output<typeof wholeEntry>;

/**
 * What of a skill an agent gets: `notes` follows latest; `notes@draft`, `notes@3` and `notes@stable` say otherwise. The long
 * form (`{ skill: notes, follows: label, label: stable, enabled: false }`) says also what is switched off.
 */
export const skillEntrySchema = z
  .unknown()
  .transform((entry, check) => (typeof entry === "string" ? readShort(entry, check) : entry))
  .pipe(wholeEntry);

function readShort(entry: string, check: z.core.$RefinementCtx): unknown {
  const [skill = "", followed, ...more] = entry.trim().split("@");
  if (more.length === 0 && (skill !== "" || followed === undefined)) {
    if (followed === undefined) return { skill };
    if (followed === "draft") return { skill, follows: "draft" };
    if (/^[0-9]+$/.test(followed) && rowNumber.safeParse(Number(followed)).success)
      return { skill, follows: "version", version: Number(followed) };
    if (labelNameSchema.safeParse(followed).success) return { skill, follows: "label", label: followed };
  }
  check.addIssue({
    code: "custom",
    message: `Write ${skill || "the skill"} alone for its latest version, or with @draft, @3 or @label behind it.`,
  });
  return z.NEVER;
}

/** The short form where it says the same. */
export function writeSkillEntry(entry: SkillEntry): string | SkillEntry {
  const { skill, follows, label, version } = entry;
  const behind = { latest: "", draft: "@draft", version: `@${version}`, label: `@${label}` }[follows];
  const short = skill + behind;
  const read = skillEntrySchema.safeParse(short).data;
  const isSame = JSON.stringify(read && toKey(read)) === JSON.stringify(toKey(entry));
  return isSame ? short : entry;
}

const toKey = ({ skill, enabled, follows, label, version }: SkillEntry) => [
  skill,
  enabled,
  follows,
  label,
  version,
];
