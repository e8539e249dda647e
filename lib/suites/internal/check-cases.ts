import { findHarmfulText } from "@/lib/kernel/hidden-text";
import { labelOfRun } from "@/lib/kernel/mark-hidden";
import { isBlankText } from "@/lib/kernel/one-line-text";
import { isStorable } from "@/lib/kernel/storable-text";
import { longestQuery, manyCases, type SuiteCase } from "../suite";
import type { SuiteFindings } from "../suite-finding";

/** A case with the offset of its query. */
export type PlacedCase = SuiteCase & { offset: number };

export type Checked = { skill: string; knownSkills: ReadonlySet<string> | null };

/** Says what is wrong with cases that could be read, whatever they were read from. */
export function checkCases(cases: readonly PlacedCase[], findings: SuiteFindings, checked: Checked): void {
  const seen = new Map<string, PlacedCase>();
  for (const one of cases) {
    checkQuery(one, findings);
    checkSkill(one, findings, checked);
    const query = one.query.normalize("NFC");
    const first = seen.get(query);
    if (!first) seen.set(query, one);
    else if (first.id === one.id)
      findings.add("duplicate-case", one.offset, `The same case stands in line ${first.line}.`);
    else
      findings.add(
        "contradicting-case",
        one.offset,
        `Line ${first.line} expects something else of the same message.`,
      );
  }
  if (cases.length > manyCases)
    findings.add("many-cases", 0, `There are ${cases.length} cases; each is several sessions with a model.`);
  checkSides(cases, findings, checked.skill);
}

/** Says what is wrong with a message alone, a case's or a task's. */
export function checkMessage(query: string, offset: number, findings: SuiteFindings): void {
  if (isBlankText(query)) findings.add("empty-query", offset, "The message is empty.");
  if (query.length > longestQuery) {
    const message = `The message has ${query.length} characters; more than ${longestQuery} are rather a file than what a person asks.`;
    findings.add("long-query", offset, message);
  }
  const [hidden] = findHarmfulText(query);
  if (hidden) findings.add("hidden-text", offset, `The message hides ${labelOfRun(hidden)}.`);
  else if (!query.isWellFormed())
    findings.add("hidden-text", offset, "The message holds half of a character, which cannot be sent.");
  if (!isStorable(query)) findings.add("not-storable", offset, unstorable("message"));
}

function checkQuery({ query, expected, offset }: PlacedCase, findings: SuiteFindings): void {
  checkMessage(query, offset, findings);
  if (isStorable(query) && expected.kind === "skill" && !isStorable(expected.name))
    findings.add("not-storable", offset, unstorable("name of the skill"));
}

const unstorable = (what: string): string =>
  `The ${what} holds a NUL character or half of a character, and is not tried.`;

function checkSkill({ expected, offset }: PlacedCase, findings: SuiteFindings, checked: Checked): void {
  if (expected.kind !== "skill" || expected.name === checked.skill || !checked.knownSkills) return;
  if (checked.knownSkills.has(expected.name)) return;
  findings.add("unknown-skill", offset, `There is no skill “${expected.name}” here.`);
}

/** Of cases of one kind alone, either precision or recall cannot be told. */
function checkSides(cases: readonly PlacedCase[], findings: SuiteFindings, skill: string): void {
  const own = cases.filter(({ expected }) => expected.kind === "skill" && expected.name === skill).length;
  if (cases.length === 0 || (own > 0 && own < cases.length)) return;
  const message = own === 0 ? "No case should activate the skill." : "Every case should activate the skill.";
  findings.add("one-sided", 0, message);
}
