import { breaksSpecification, sayIssue } from "@/lib/skills/breaks-specification";
import type { SkillIssue } from "@/lib/skills/skill-issue";
import type { ImportNote } from "../import-schema";

/** What a strict start fails on: errors by the specification, and links that lead out of the package. */
export const failsStrictly = (issue: Pick<SkillIssue, "rule">): boolean =>
  breaksSpecification(issue) || issue.rule === "link-outside";

const mostSaid = 20;

/** The same as notes of a report, where nothing fails for them. */
export function standardNotes(breaches: readonly SkillIssue[]): string[] {
  const said = breaches.slice(0, mostSaid).map(sayIssue);
  const more = breaches.length - said.length;
  return more > 0 ? [...said, `${more} more like these.`] : said;
}

type Named = { name: string; writtenName: string | null; breaches: readonly SkillIssue[] };

/** A name that changes on the way in is said, never silent. */
export const sayKeptAs = ({ name, writtenName }: Omit<Named, "breaches">): string[] =>
  writtenName === null ? [] : [`It is called ${writtenName} in its SKILL.md, and is kept as ${name} here.`];

/** What the issues of an import do not say: another name here, and a folder of another name. `root`: empty at the top of an upload, which is no folder of the skill's. */
export function nameNotes(found: Named & { root: string }): ImportNote[] {
  const folder = found.root === "" ? [] : found.breaches.filter(({ rule }) => rule === "name-mismatch");
  return [
    ...sayKeptAs(found).map((message) => ({ rule: "name-changed", path: "SKILL.md", message })),
    ...folder.map((issue) => ({ rule: issue.rule, path: issue.path, message: sayIssue(issue) })),
  ];
}
