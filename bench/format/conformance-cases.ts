import { z } from "zod";
import { findSkillFile } from "@/lib/skills/find-skill-file";
import type { FrontmatterValue, ParsedSkill } from "@/lib/skills/parse-skill";
import { referencePrompt, referenceProperties, referenceVerdict } from "@/lib/skills/reference-validator";
import { print, printJson } from "../print-text";

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

/** Runs every case against the reference's verdict; 0 when all agree. */
export function checkCases(cases: readonly ConformanceCase[], json: boolean): number {
  const results = cases.map((one) => {
    return { name: one.name, kind: one.kind, difference: differenceOf(one) };
  });
  const agreed = results.filter((result) => result.difference === null).length;
  if (json) {
    printJson({ agreed, cases: results.length, results });
  } else {
    for (const { name, kind, difference } of results)
      if (difference !== null) print(`differs: ${kind} "${name}": ${difference}`);
    print(`conformance: ${agreed} of ${results.length}`);
  }
  return agreed === results.length ? 0 : 1;
}

/** Null when the case holds, else what differs. */
export function differenceOf(one: ConformanceCase): string | null {
  switch (one.kind) {
    case "validate":
      return validateDifference(one);
    case "parse":
      return readDifference(one, parseErrors);
    case "read":
      return readDifference(one, readErrors);
    case "find": {
      const found = findSkillFile(Object.keys(one.files));
      return found === one.expect?.file ? null : `found ${found}, expected ${String(one.expect?.file)}`;
    }
    case "prompt":
      return promptDifference(one);
  }
}

type Parsed = { skill: ParsedSkill; errors: string[]; path: string } | { missing: true };

function parseCase(files: Record<string, string>, dir: string): Parsed {
  const path = findSkillFile(Object.keys(files));
  return path === null ? { missing: true } : { ...referenceVerdict(files[path] ?? "", dir), path };
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

/** `parse_frontmatter`: only errors that leave no fields count. */
const parseErrors = /^(?:SKILL\.md |Invalid YAML)/;

/** `read_properties`: and those that leave no name or no description. */
const readErrors =
  /^(?:SKILL\.md |Invalid YAML|Missing required field|Field '(?:name|description)' must be a non-empty)/;

function readDifference(one: ConformanceCase, relevant: RegExp): string | null {
  const parsed = parseCase(one.files, one.dir);
  const errors =
    "missing" in parsed
      ? [`SKILL.md not found in ${one.dir}`]
      : parsed.errors.filter((error) => relevant.test(error));
  if (one.expectError !== undefined || !one.expectValid) {
    if (errors.length === 0) return "read without an error";
    const missed = one.expectErrorsContain.find(
      (expected) => !errors.some((error) => contains(error, expected)),
    );
    return missed === undefined ? null : `no error says "${missed}": ${errors.join(" | ")}`;
  }
  if ("missing" in parsed || errors.length > 0) return `answered ${errors.join(" | ")}`;
  const { frontmatter, body } = parsed.skill;
  const properties = one.kind === "read" ? referenceProperties(frontmatter) : frontmatter;
  return propertyDifference(properties, body, one.expect ?? {});
}

function propertyDifference(
  properties: ReadonlyMap<string, FrontmatterValue>,
  body: string,
  expected: Record<string, unknown>,
): string | null {
  for (const [key, value] of Object.entries(expected)) {
    if (key === "bodyContains") {
      if (!body.includes(String(value))) return `the body lacks ${String(value)}`;
      continue;
    }
    const actual = key === "body" ? body.trim() : (properties.get(key) ?? null);
    if (JSON.stringify(comparable(actual)) !== JSON.stringify(comparable(value)))
      return `${key} is ${JSON.stringify(comparable(actual))}, expected ${JSON.stringify(value)}`;
  }
  return null;
}

/** Maps and objects as sorted pairs, so that the order of keys takes no part. */
function comparable(value: unknown): unknown {
  if (value instanceof Map) return comparable(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => [key, comparable(item)]);
}

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
    const properties = referenceProperties(parsed.skill.frontmatter);
    const text = (key: string): string => String(properties.get(key) ?? "");
    return [{ name: text("name"), description: text("description"), location: `/${folder}/${parsed.path}` }];
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
