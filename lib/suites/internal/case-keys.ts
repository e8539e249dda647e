/** What people call the parts of a case, folded (`foldKey`). The first of a pair is what this project writes. */
export const caseKeys = {
  query: ["query", "prompt"],
  /** Taken only where there is none of the above: a prompt may have an `input` beside it. */
  looseQuery: ["message", "input", "text", "request", "userprompt", "userinput", "question", "utterance"],
  expect: [
    "shouldtrigger",
    "expectedtrigger",
    "expecttrigger",
    "shouldactivate",
    "expectactivation",
    "expectedactivation",
    "shouldfire",
  ],
  looseExpect: ["expected", "expect", "trigger", "label", "type"],
  skill: ["expectedskill", "targetskill"],
  note: ["note", "notes", "reason", "rationale", "reasoning", "comment"],
} as const;

/** Lists of one kind each: what is in them says nothing of its own. */
export const classKeys = {
  trigger: ["shouldtrigger", "shouldtriggerprompts", "shouldactivate", "positive", "positives"],
  not: ["shouldnottrigger", "shouldnottriggerprompts", "shouldnotactivate", "negative", "negatives"],
} as const;

/** A list of cases that say themselves what is expected. */
export const listKeys = [
  "cases",
  "queries",
  "evals",
  "tests",
  "testcases",
  "items",
  "examples",
  "prompts",
  "triggerevals",
  "triggertests",
  "triggers",
] as const;

/** Objects around one of these. */
export const wrapperKeys = ["trigger", "triggers", "triggertests", "triggereval", "triggerevals"] as const;

export const skillNameKeys = ["skillname", "skill", "skillid"] as const;

const words = [
  ["true", "false"],
  ["yes", "no"],
  ["y", "n"],
  ["1", "0"],
  ["trigger", "not"],
  ["trigger", "none"],
  ["trigger", "no trigger"],
  ["should trigger", "should not trigger"],
  ["positive", "negative"],
] as const;

/** What people write for yes and no where a table has no other way; null for anything else. */
export function readYesNo(text: string): boolean | null {
  const said = text.trim().toLowerCase().replace(/[_-]/g, " ");
  if (words.some(([yes]) => yes === said)) return true;
  return words.some(([, no]) => no === said) ? false : null;
}

/** The same answer turned to `fires`, in the words of `text`; null where these have no counterpart. */
export function turnYesNo(text: string, fires: boolean): string | null {
  if (readYesNo(text) === fires) return text;
  const said = text.trim().toLowerCase();
  const pair = words.find((one) => one.some((word) => word === said.replace(/[_-]/g, " ")));
  if (!pair) return null;
  return pair[fires ? 0 : 1].replaceAll(" ", said.includes("-") ? "-" : "_");
}

/** `plugin:skill` names the same skill as `skill`. */
export const bareName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);
