/** What people call the parts of a case, folded (`foldKey`). The first of a pair is what this project writes. */
export const caseKeys = {
  query: ["query", "prompt"],
  /** Taken only where there is none of the above: a prompt may have an `input` beside it. */
  looseQuery: ["message", "input", "text", "request", "userprompt", "userinput", "question", "utterance"],
  expect: [
    ...["shouldtrigger", "expectedtrigger", "expecttrigger", "shouldactivate", "expectactivation"],
    ...["expectedactivation", "shouldfire"],
  ],
  looseExpect: ["expected", "expect", "trigger", "label"],
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
  ...["cases", "queries", "evals", "tests", "testcases", "items", "examples", "prompts"],
  ...["triggerevals", "triggertests", "triggers"],
] as const;

/** Objects around one of these. */
export const wrapperKeys = ["trigger", "triggers", "triggertests", "triggereval", "triggerevals"] as const;

export const skillNameKeys = ["skillname", "skill", "skillid"] as const;

/** What people write for yes and no where a table has no other way. */
export function readYesNo(text: string): boolean | null {
  switch (text.trim().toLowerCase().replace(/[_-]/g, " ")) {
    case "true":
    case "yes":
    case "y":
    case "1":
    case "trigger":
    case "should trigger":
    case "positive":
      return true;
    case "false":
    case "no":
    case "n":
    case "0":
    case "not":
    case "none":
    case "no trigger":
    case "should not trigger":
    case "negative":
      return false;
    default:
      return null;
  }
}

/** `plugin:skill` names the same skill as `skill`. */
export const bareName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);
