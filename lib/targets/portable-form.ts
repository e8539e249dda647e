import type { PortablePackage } from "@/lib/bundles/portable-package";
import { skillFileName } from "@/lib/skills/find-skill-file";
import { referenceVerdict } from "@/lib/skills/reference-validator";
import { lineOfField, type SkillDocument } from "./skill-facts";
import type { TargetFile, TargetRemark } from "./target-plan";

type Form = { files: readonly TargetFile[]; changes: TargetRemark[]; refusals: TargetRemark[] };

/** What is written otherwise in the form that the specification knows, and how that is said. */
const rewritten: Readonly<Record<string, string>> = {
  "byte-order-mark": "The byte order mark goes.",
  "frontmatter-misplaced": "The frontmatter begins on the first line; what stands before it goes.",
  "frontmatter-fence": "The fence is three dashes.",
  "line-endings": "The frontmatter's lines end in LF.",
  "yaml-unquoted-value": "The value is put in quotes.",
  "allowed-tools-commas": "`allowed-tools` is separated by spaces.",
  "allowed-tools-type": "`allowed-tools` is one text, separated by spaces.",
  "metadata-type": "`metadata` becomes a map from text to text.",
  "metadata-value-type": "A value of `metadata` is written as text.",
};

/**
 * Only the six fields of the specification. A document that has no others stays as it is, byte for byte; of any other
 * every change is named, comments included, which no rewriting keeps.
 */
export function portableForm(
  name: string,
  files: readonly TargetFile[],
  { document, made }: { document: SkillDocument; made: PortablePackage },
): Form {
  const { file, text, skill } = document;
  const at = (rule: string, line: number | null, message: string): TargetRemark => ({
    rule,
    file: file.path,
    line,
    message,
  });
  const issueAt = (rule: string): number | null =>
    skill.issues.find((issue) => issue.rule === rule)?.range.startLine ?? null;
  const refusals = made.problems
    .filter(({ rule }) => rule !== "flag-lost")
    .map(({ rule, message }) => at(rule, issueAt(rule), message));
  const changes = [
    ...(file.path === skillFileName
      ? []
      : [at("skill-file-case", null, `${file.path} is called ${skillFileName}.`)]),
    ...skill.issues.flatMap(({ rule, range }) => {
      const message = rewritten[rule];
      return message === undefined ? [] : [at(rule, range.startLine, message)];
    }),
    ...made.moved.map(({ field, to }) => at("field-moved", lineOfField(text, field), sayMove(field, to))),
  ];
  if (refusals.length > 0) return { files: [], changes, refusals };
  const isPlain = changes.length === 0 && referenceVerdict(text, name).errors.length === 0;
  if (isPlain) return { files, changes: [], refusals: [] };
  return { files: made.files, changes: [...changes, ...commentChanges(document, at)], refusals: [] };
}

const sayMove = (field: string, to: string | null): string =>
  to === null ? `\`${field}\` is empty and left out.` : `\`${field}\` moves to \`${to}\`, as text.`;

function commentChanges(
  { text, skill }: SkillDocument,
  at: (rule: string, line: number | null, message: string) => TargetRemark,
): TargetRemark[] {
  const head = text.split(/\r\n?|\n/).slice(0, skill.bodyStartLine - 1);
  const lines = head.flatMap((line, index) => (/^\s*#|\s#\s/.test(line) ? [index + 1] : []));
  const [first] = lines;
  if (first === undefined)
    return [at("frontmatter-rewritten", 1, "The frontmatter is written anew; it says the same.")];
  const count = lines.length === 1 ? "A comment goes" : `${lines.length} comments go`;
  return [at("comments-dropped", first, `${count}: the frontmatter is written anew.`)];
}
