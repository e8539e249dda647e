import { readJson } from "@/lib/kernel/read-json";
import type { Grader } from "@/lib/verdicts/grader-schema";

export type GraderKind = Grader["kind"];

/**
 * A grader as it is edited: every field that some kind has, as it is typed, so that another kind finds again what both
 * have. `key` names it while the page is open.
 */
export type GraderRow = {
  key: number;
  kind: GraderKind;
  text: string;
  /** Absent where the file does not say it. */
  ignoreCase: boolean | undefined;
  pattern: string;
  flags: string | undefined;
  /** A schema, or what a tool was called with. */
  json: string;
  path: string;
  tool: string;
  skill: string;
  tokens: string;
  criterion: string;
};

/** What each kind asks for, as the choice of kinds says it. */
export const graderWords = {
  contains: "The answer contains",
  "not-contains": "The answer does not contain",
  regex: "The answer matches a pattern",
  "not-regex": "The answer matches no such pattern",
  "json-schema": "The answer is JSON of a schema",
  "file-exists": "A file is made",
  "file-equals": "A file has this text",
  "tool-called": "A tool is called",
  "tool-not-called": "A tool is not called",
  activated: "A skill is activated",
  "not-activated": "A skill is not activated",
  read: "A file of a skill is read",
  "tokens-at-most": "Tokens are at most",
  judge: "A judge compares the answers",
} as const satisfies Record<GraderKind, string>;

export const isGraderKind = (kind: string): kind is GraderKind => Object.hasOwn(graderWords, kind);

let lastKey = 0;

export function newGrader(kind: GraderKind = "contains"): GraderRow {
  lastKey += 1;
  return {
    key: lastKey,
    kind,
    text: "",
    ignoreCase: undefined,
    pattern: "",
    flags: undefined,
    json: "",
    path: "",
    tool: "",
    skill: "",
    tokens: "",
    criterion: "",
  };
}

const jsonText = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

export function toGraderRow(grader: Grader): GraderRow {
  const row = newGrader(grader.kind);
  switch (grader.kind) {
    case "contains":
    case "not-contains":
      return { ...row, text: grader.text, ignoreCase: grader.ignoreCase };
    case "regex":
    case "not-regex":
      return { ...row, pattern: grader.pattern, flags: grader.flags };
    case "json-schema":
      return { ...row, json: jsonText(grader.schema) };
    case "file-exists":
      return { ...row, path: grader.path };
    case "file-equals":
      return { ...row, path: grader.path, text: grader.text };
    case "tool-called":
      return { ...row, tool: grader.tool, json: jsonText(grader.with) };
    case "tool-not-called":
      return { ...row, tool: grader.tool };
    case "activated":
    case "not-activated":
      return { ...row, skill: grader.skill };
    case "read":
      return { ...row, skill: grader.skill, path: grader.path };
    case "tokens-at-most":
      return { ...row, tokens: String(grader.tokens) };
    case "judge":
      return { ...row, criterion: grader.criterion };
  }
}

/** What is wrong with a grader as it is typed; patterns and schemas are tried by the server. */
export function graderProblem(row: GraderRow): string | undefined {
  const { kind, text, pattern, json, path, tool, skill, tokens, criterion } = row;
  switch (kind) {
    case "contains":
    case "not-contains":
      return text === "" ? "Write the text that is looked for." : undefined;
    case "regex":
    case "not-regex":
      return pattern === "" ? "Write the pattern." : undefined;
    case "json-schema":
      return readJson(json) === null ? "Write the schema as JSON." : undefined;
    case "file-exists":
    case "file-equals":
      return path === "" ? "Name the file." : undefined;
    case "tool-called":
      if (tool === "") return "Name the tool.";
      return json.trim() !== "" && readJson(json) === null
        ? "Write what it is called with as JSON, or nothing."
        : undefined;
    case "tool-not-called":
      return tool === "" ? "Name the tool." : undefined;
    case "activated":
    case "not-activated":
      return skill === "" ? "Choose the skill." : undefined;
    case "read":
      return skill === "" ? "Choose the skill." : path === "" ? "Name the file." : undefined;
    case "tokens-at-most":
      return Number.isInteger(Number(tokens)) && Number(tokens) >= 1
        ? undefined
        : "Write a whole number of tokens.";
    case "judge":
      return criterion.trim() === "" ? "Write what a good answer is like." : undefined;
  }
}

/** As it is saved; only of a row without a problem. */
export function toGrader(row: GraderRow): Grader {
  const { kind, text, ignoreCase, pattern, flags, json, path, tool, skill } = row;
  switch (kind) {
    case "contains":
    case "not-contains":
      return { kind, text, ...(ignoreCase === undefined ? {} : { ignoreCase }) };
    case "regex":
    case "not-regex":
      return { kind, pattern, ...(flags === undefined ? {} : { flags }) };
    case "json-schema":
      return { kind, schema: readJson(json)?.value };
    case "file-exists":
      return { kind, path };
    case "file-equals":
      return { kind, path, text };
    case "tool-called":
      return { kind, tool, ...(json.trim() === "" ? {} : { with: readJson(json)?.value }) };
    case "tool-not-called":
      return { kind, tool };
    case "activated":
    case "not-activated":
      return { kind, skill };
    case "read":
      return { kind, skill, path };
    case "tokens-at-most":
      return { kind, tokens: Number(row.tokens) };
    case "judge":
      return { kind, criterion: row.criterion };
  }
}
