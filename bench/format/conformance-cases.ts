import { z } from "zod";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import { type ParsedSkill, parseSkill } from "@/lib/skills/parse-skill";
import { referenceErrors, referencePrompt, unexpectedFields } from "@/lib/skills/reference-validator";

const caseSchema = z.object({
  name: z.string(),
  kind: z.enum(["validate", "parse", "read", "find", "prompt"]),
  files: z.record(z.string(), z.string()),
  dir: z.string(),
  expectValid: z.boolean(),
  expectErrorsContain: z.array(z.string()).default([]),
  referenceErrors: z.array(z.string()).optional(),
  expectError: z.string().optional(),
  expectErrorCount: z.number().optional(),
  createDir: z.boolean().optional(),
  createAsFile: z.string().optional(),
  expect: z.record(z.string(), z.unknown()).optional(),
});

export type ConformanceCase = z.infer<typeof caseSchema>;

export const parseCases = (text: string): ConformanceCase[] => z.array(caseSchema).parse(JSON.parse(text));

/** Runs every case against the strict reading; 0 when all agree. */
export function checkCases(cases: readonly ConformanceCase[], json: boolean): number {
  const results = cases.map((one) => {
    const difference = differenceOf(one);
    return { name: one.name, kind: one.kind, difference, reason: difference === null ? null : reasonOf(one) };
  });
  const agreed = results.filter((result) => result.difference === null).length;
  if (json) {
    console.log(JSON.stringify({ agreed, cases: results.length, results }, null, 2));
  } else {
    for (const { name, kind, difference, reason } of results)
      if (difference !== null)
        console.log(`differs: ${kind} "${name}": ${difference}${reason ? ` [by design: ${reason}]` : ""}`);
    console.log(`conformance: ${agreed} of ${results.length}`);
  }
  return agreed === results.length ? 0 : 1;
}

/** Why a difference is meant: the reference takes any `---` for a fence, wherever it stands. */
function reasonOf(one: ConformanceCase): string | null {
  const text = one.files[findSkillFile(Object.keys(one.files)) ?? ""] ?? "";
  const lines = text.split(/\r\n|\n|\r/);
  if (!text.startsWith("---")) return null;
  if (!/^---[ ]*$/.test(lines[0] ?? ""))
    return "the opening fence is a line of its own; the reference reads on after ---";
  const closing = lines.findIndex((line, index) => index > 0 && line.includes("---"));
  if (closing > 0 && !/^---[ \t]*$/.test(lines[closing] ?? ""))
    return `a fence is a line of its own; the reference ends the frontmatter inside line ${closing + 1}`;
  return null;
}

/** Null when the case holds, else what differs. */
export function differenceOf(one: ConformanceCase): string | null {
  switch (one.kind) {
    case "validate":
      return validateDifference(one);
    case "parse":
    case "read":
      return readDifference(one);
    case "find": {
      const found = findSkillFile(Object.keys(one.files));
      return found === one.expect?.file ? null : `found ${found}, expected ${String(one.expect?.file)}`;
    }
    case "prompt":
      return promptDifference(one);
  }
}

type Parsed = { skill: ParsedSkill; errors: string[] } | { missing: true };

function parseCase(files: Record<string, string>, dir: string): Parsed {
  const path = findSkillFile(Object.keys(files));
  if (path === null) return { missing: true };
  const skill = parseSkill(files[path] ?? "", { mode: "strict", folderName: dir, path });
  return { skill, errors: referenceErrors(skill.issues, unexpectedFields(skill)) };
}

/** What skills-ref `validate` answers for the case's folder. */
function validationErrors(one: ConformanceCase): string[] {
  if (one.createAsFile !== undefined) return [`Not a directory: <root>/${one.dir}`];
  if (one.createDir === false) return [`Path does not exist: <root>/${one.dir}`];
  const parsed = parseCase(one.files, one.dir);
  return "missing" in parsed ? ["Missing required file: SKILL.md"] : parsed.errors;
}

function validateDifference(one: ConformanceCase): string | null {
  const errors = validationErrors(one);
  const shown = errors.length === 0 ? "no errors" : errors.join(" | ");
  if ((errors.length === 0) !== one.expectValid) return `answered ${shown}`;
  for (const expected of one.expectErrorsContain)
    if (!errors.some((error) => contains(error, expected))) return `no error says "${expected}": ${shown}`;
  const { referenceErrors: reference } = one;
  if (reference === undefined) return null;
  if (reference.length !== errors.length)
    return `${errors.length} errors instead of ${reference.length}: ${shown}`;
  const different = reference.find((expected, index) => !contains(errors[index] ?? "", expected));
  return different === undefined ? null : `expected "${different}": ${shown}`;
}

/** After this prefix the text is the YAML parser's own. */
const yamlPrefix = "Invalid YAML in frontmatter:";

const contains = (error: string, expected: string): boolean =>
  expected.startsWith(yamlPrefix) ? error.startsWith(yamlPrefix) : error.includes(expected);

/** `read_properties`: only errors that leave no name or no description count. */
const readErrors =
  /^(?:SKILL\.md |Invalid YAML|Missing required field|Field '(?:name|description)' must be a non-empty)/;

function readDifference(one: ConformanceCase): string | null {
  const parsed = parseCase(one.files, one.dir);
  const errors =
    "missing" in parsed
      ? [`SKILL.md not found in ${one.dir}`]
      : parsed.errors.filter((error) => readErrors.test(error));
  if (one.expectError !== undefined || !one.expectValid) {
    if (errors.length === 0) return "read without an error";
    const missed = one.expectErrorsContain.find(
      (expected) => !errors.some((error) => contains(error, expected)),
    );
    return missed === undefined ? null : `no error says "${missed}": ${errors.join(" | ")}`;
  }
  if ("missing" in parsed || errors.length > 0) return `answered ${errors.join(" | ")}`;
  return propertyDifference(parsed.skill, one.expect ?? {});
}

function propertyDifference(skill: ParsedSkill, expected: Record<string, unknown>): string | null {
  const { bodyContains, ...properties } = expected;
  if (typeof bodyContains === "string" && !skill.body.includes(bodyContains))
    return `the body lacks ${bodyContains}`;
  for (const [key, value] of Object.entries(properties)) {
    const actual = key === "metadata" ? skill.metadata : skill.frontmatter.get(key);
    if (JSON.stringify(sorted(actual)) !== JSON.stringify(sorted(value)))
      return `${key} is ${JSON.stringify(actual)}, expected ${JSON.stringify(value)}`;
  }
  return null;
}

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).sort() : value;

const promptSchema = z.object({
  equals: z.string().optional(),
  contains: z.array(z.string()).default([]),
  notContains: z.array(z.string()).default([]),
  count: z.record(z.string(), z.number()).default({}),
});

function promptDifference(one: ConformanceCase): string | null {
  const byFolder = new Map<string, Record<string, string>>();
  for (const [path, text] of Object.entries(one.files)) {
    const slash = path.lastIndexOf("/");
    const folder = slash < 0 ? one.dir : path.slice(0, slash);
    byFolder.set(folder, { ...byFolder.get(folder), [path.slice(slash + 1)]: text });
  }
  const skills = [...byFolder].flatMap(([folder, files]) => {
    const parsed = parseCase(files, folder);
    if ("missing" in parsed) return [];
    return [
      { name: parsed.skill.name, description: parsed.skill.description, location: `/${folder}/SKILL.md` },
    ];
  });
  const prompt = referencePrompt(skills);
  const expected = promptSchema.parse(one.expect ?? {});
  if (expected.equals !== undefined && prompt !== expected.equals)
    return `the prompt is ${JSON.stringify(prompt)}`;
  for (const text of expected.contains) if (!prompt.includes(text)) return `the prompt lacks ${text}`;
  for (const text of expected.notContains) if (prompt.includes(text)) return `the prompt has ${text}`;
  for (const [text, count] of Object.entries(expected.count))
    if (prompt.split(text).length - 1 !== count) return `the prompt has not ${count} x ${text}`;
  return null;
}
