import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { isBlankText } from "@/lib/kernel/one-line-text";
import { isStorable } from "@/lib/kernel/storable-text";
import type { Grader } from "@/lib/verdicts/grader-schema";
import type { Expected } from "@/lib/verdicts/judge-suite";
import type { SuiteFinding } from "./suite-finding";

/** Where a package keeps its tasks (agentskills.io, docs/skill-creation/evaluating-skills.mdx). */
export const evalsPath = "evals/evals.json";
/** Messages that should or should not activate the skill. */
export const triggerEvalPath = "evals/trigger-eval.json";

/** Where a package keeps what it is measured by: its tasks with what passes them, its cases, their files. */
export const suitesFolder = "evals/";

/** More cases than this are told: each is several real sessions. */
export const manyCases = 1_000;
/** A file with more is refused whole. */
export const mostCases = 5_000;
/** UTF-16 units of a message; a longer one is told. */
export const longestQuery = 20_000;
/** A file with more characters is refused whole. */
export const mostCharacters = 5 * 1024 * 1024;

/** A message, and what should be activated by it. */
export type SuiteCase = {
  /** From its query and expectation alone: the same in every order, file and format. */
  id: string;
  query: string;
  expected: Expected;
  note?: string;
  /** 1-based, of the query. */
  line: number;
  /** Its place among the cases of its file, from 0: what a change of the file refers to. */
  at: number;
};

/** What an agent is asked to do, and how its answer is judged. */
export type SuiteTask = {
  id: string;
  /** As the file calls it; a number or a text there. */
  key: string | null;
  name: string | null;
  prompt: string;
  expectedOutput: string;
  files: string[];
  /** What must be true of the answer, one sentence each. */
  expectations: string[];
  graders: PlacedGrader[];
  /** It has to pass with the skill, whatever the average says. */
  golden: boolean;
  note: string | null;
  line: number;
  /** Its place among the tasks of its file, from 0: what a change of the file refers to. */
  at: number;
  /** In the file, in UTF-16 units. */
  offset: number;
};

/** A grader with its place in the file, in UTF-16 units. */
export type PlacedGrader = { grader: Grader; offset: number };

export type SuiteFormat = "trigger-eval" | "evals" | "waza" | "vally" | "promptfoo" | "adk" | "csv";

export type ReadSuite = {
  format: SuiteFormat | null;
  /** The skill that the file says it is for. */
  skill: string | null;
  cases: SuiteCase[];
  tasks: SuiteTask[];
  /** In the order of the file. */
  findings: SuiteFinding[];
};

const shortHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 12);

/** Tells expectations apart; no name of a skill has a colon. */
export const expectedKey = (expected: Expected): string =>
  expected.kind === "skill" ? `skill:${expected.name}` : expected.kind;

/** Two writings of the same characters are one query. */
export const caseId = (query: string, expected: Expected): string =>
  shortHash(`${expectedKey(expected)}\n${query.normalize("NFC")}`);

export const taskId = (prompt: string, expectedOutput: string): string =>
  shortHash(`${prompt.normalize("NFC")}\n${expectedOutput.normalize("NFC")}`);

/** The cases that a trial can be made of: that can be kept and asked, each once, and none of two that contradict. */
export function runnableCases(cases: readonly SuiteCase[]): SuiteCase[] {
  const idsOf = Map.groupBy(cases, ({ query }) => query.normalize("NFC"));
  const taken = new Set<string>();
  return cases.filter(({ id, query, expected }) => {
    const storable = isStorable(query) && (expected.kind !== "skill" || isStorable(expected.name));
    const contradicted = (idsOf.get(query.normalize("NFC")) ?? []).some((other) => other.id !== id);
    if (isBlankText(query) || !storable || contradicted || taken.has(id)) return false;
    taken.add(id);
    return true;
  });
}
