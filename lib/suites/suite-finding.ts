import { LineIndex } from "@/lib/skills/text-position";

/** `stops`: while it stands the file is not changed by us, for what it says is not certain. */
type SuiteRule = { severity: "error" | "warning" | "info"; stops: boolean; remedy: string };

export const suiteRules = {
  syntax: { severity: "error", stops: true, remedy: "Put this place right; until then no case is read." },
  "too-deep": { severity: "error", stops: true, remedy: "Write the cases as a flat list." },
  "too-large": { severity: "error", stops: true, remedy: "Divide the file." },
  "too-many-cases": { severity: "error", stops: true, remedy: "Keep the cases that tell something apart." },
  "many-cases": { severity: "warning", stops: false, remedy: "Keep the cases that tell something apart." },
  "unknown-form": {
    severity: "error",
    stops: true,
    remedy: "Write a list of {query, should_trigger}, as in evals/trigger-eval.json.",
  },
  "duplicate-key": { severity: "error", stops: true, remedy: "Keep one of them." },
  "duplicate-unread-key": { severity: "warning", stops: false, remedy: "Keep one of them." },
  "both-spellings": { severity: "error", stops: true, remedy: "Keep one of them." },
  "both-spellings-agree": { severity: "warning", stops: false, remedy: "Keep one of them." },
  "list-unread": { severity: "warning", stops: false, remedy: "Put all of them into one list." },
  "other-skill": {
    severity: "warning",
    stops: false,
    remedy: "Put the file into that skill, or correct the name in it.",
  },
  "wrong-type": { severity: "error", stops: true, remedy: "Write the value as its key asks for it." },
  "no-query": { severity: "error", stops: true, remedy: 'Add "query" with the message.' },
  "no-expectation": { severity: "error", stops: true, remedy: 'Add "should_trigger": true or false.' },
  "not-judged": {
    severity: "info",
    stops: false,
    remedy: "Say which skill should be activated, or keep it for graders.",
  },
  "expectation-in-words": {
    severity: "warning",
    stops: false,
    remedy: "Write true or false without quotes: other readers take every text for true.",
  },
  "empty-query": { severity: "error", stops: false, remedy: "Write the message, or remove the case." },
  "duplicate-case": { severity: "warning", stops: false, remedy: "Remove one; it counts once." },
  "contradicting-case": {
    severity: "error",
    stops: false,
    remedy: "Decide which holds; until then neither is run.",
  },
  "hidden-text": {
    severity: "warning",
    stops: false,
    remedy: "Take the hidden characters out, unless the case is about them.",
  },
  "not-storable": { severity: "error", stops: false, remedy: "Write the case without it." },
  "long-query": { severity: "warning", stops: false, remedy: "Shorten the message, or divide it." },
  "unknown-skill": { severity: "warning", stops: false, remedy: "Name a skill that the agent has." },
  "one-sided": {
    severity: "info",
    stops: false,
    remedy: "Add cases of the other kind; close misses tell most.",
  },
  "bad-grader": {
    severity: "error",
    stops: true,
    remedy: 'Write it as {"kind": "contains", "text": "…"}, or as another kind asks for it.',
  },
  "bad-pattern": { severity: "error", stops: false, remedy: "Write it in the syntax of RE2." },
  "bad-schema": { severity: "error", stops: false, remedy: "Keep to keywords of JSON Schema 2020-12." },
  "enforces-nothing": {
    severity: "error",
    stops: false,
    remedy: "Add a grader that an empty answer fails, as one for a text that only a good answer has.",
  },
  "needs-judge": {
    severity: "info",
    stops: false,
    remedy: "Add a grader that needs no model where one can tell; a judge costs, and has to be calibrated.",
  },
  "idle-grader": { severity: "warning", stops: false, remedy: "Remove it, or make it stricter." },
  "file-missing": {
    severity: "error",
    stops: false,
    remedy: "Add the file to the skill, or take it out here.",
  },
  "only-first-turn": { severity: "info", stops: false, remedy: "Only the first message is asked." },
  "columns-missing": {
    severity: "error",
    stops: true,
    remedy: "Begin with a line of column names: query,should_trigger.",
  },
  "row-length": { severity: "warning", stops: false, remedy: "Put texts with separators in double quotes." },
  "quote-open": { severity: "error", stops: true, remedy: "Close the quote; within a text write it twice." },
} as const satisfies Record<string, SuiteRule>;

export type SuiteRuleId = keyof typeof suiteRules;

/** Says one thing about a file of cases: what, where and what to do. Lines and columns count from 1, in UTF-16 units. */
export type SuiteFinding = {
  rule: SuiteRuleId;
  severity: SuiteRule["severity"];
  path: string;
  line: number;
  column: number;
  message: string;
  remedy: string;
};

/** Whether the file may not be changed before somebody has put this right. */
export const stopsWriting = ({ rule }: Pick<SuiteFinding, "rule">): boolean => suiteRules[rule].stops;

/** Of one rule in one file; how many more there are is said in one finding. */
const mostOfOneRule = 50;

/** Of one message, in UTF-16 units: what it quotes of the file may be as long as the file. */
const longestMessage = 400;

const clip = (message: string): string =>
  message.length > longestMessage ? `${message.slice(0, longestMessage).toWellFormed()}…` : message;

/** Collects what is said about one file. */
export class SuiteFindings {
  private readonly lines: LineIndex;
  private readonly path: string;
  private readonly found: SuiteFinding[] = [];
  private readonly counts = new Map<SuiteRuleId, number>();

  constructor(path: string, text: string) {
    this.path = path;
    this.lines = new LineIndex(text);
  }

  lineAt(offset: number): number {
    return this.lines.positionAt(offset).line;
  }

  add(rule: SuiteRuleId, offset: number, message: string): void {
    const count = (this.counts.get(rule) ?? 0) + 1;
    this.counts.set(rule, count);
    if (count > mostOfOneRule) return;
    const { severity, remedy } = suiteRules[rule];
    const position = this.lines.positionAt(offset);
    this.found.push({ rule, severity, path: this.path, ...position, message: clip(message), remedy });
  }

  /** In the order of the file; what was said of many is followed by how many more there are. */
  list(): SuiteFinding[] {
    const sorted = this.found.toSorted((left, right) => left.line - right.line || left.column - right.column);
    const more = [...this.counts].flatMap(([rule, count]) => {
      const last = sorted.findLast((one) => one.rule === rule);
      if (count <= mostOfOneRule || !last) return [];
      return [{ ...last, message: `The same holds for ${count - mostOfOneRule} more places of this file.` }];
    });
    return [...sorted, ...more];
  }
}
