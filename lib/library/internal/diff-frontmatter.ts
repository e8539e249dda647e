import { diffByWord } from "@/lib/diff/diff-words";
import type { DiffedFile } from "@/lib/diff/match-files";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { parseSkill } from "@/lib/skills/parse-skill";
import { shownValue } from "@/lib/skills/shown-value";
import type { PackageDiffFacts } from "../diffs/diff-schema";

type Document = {
  name: string;
  files: readonly DiffedFile[];
  textAt: (file: DiffedFile | undefined) => string | null;
};

/** The fields that differ, in the order of the newer file; those that are gone come last. */
export function diffFrontmatter(before: Document, after: Document): PackageDiffFacts["frontmatter"] {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...current.keys(), ...[...old.keys()].filter((field) => !current.has(field))];
  return fields.flatMap((field) => {
    const [was, is] = [old.get(field) ?? null, current.get(field) ?? null];
    if (was === is) return [];
    return [{ field, before: was, after: is, pieces: diffByWord(was ?? "", is ?? "") }];
  });
}

function fieldsOf({ name, files, textAt }: Document): Map<string, string> {
  const path = findSkillFile(files.map((file) => file.path));
  const text = textAt(files.find((file) => file.path === path));
  if (text === null) return new Map();
  const { frontmatter } = parseSkill(text, { mode: "lenient", folderName: name });
  return new Map([...frontmatter].map(([key, value]) => [key, shownValue(value)]));
}
