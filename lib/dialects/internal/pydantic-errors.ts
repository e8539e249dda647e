import { err, ok, type Result } from "@/lib/kernel/result";
import type { SkillError } from "@/lib/runtime/dialect";

type Problem = { type: string; loc: string[]; msg: string; input: unknown };

/** A field of a tool's input. `object` is given as such, as the JSON text of one, or as null. */
export type PydanticField = { name: string; kind: "text" | "object"; isRequired: boolean };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A call's input as pydantic checks it, or what it says of each field that is wrong, as JSON in a fence. */
export function checkFields(
  given: unknown,
  fields: readonly PydanticField[],
): Result<Record<string, unknown>, SkillError> {
  const input = isObject(given) ? given : {};
  const problems: Problem[] = [];
  const read: Record<string, unknown> = {};
  for (const { name, kind, isRequired } of fields) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) {
      if (isRequired) problems.push({ type: "missing", loc: [name], msg: "Field required", input });
      continue;
    }
    const checked = kind === "text" ? checkText(name, value) : checkObject(name, value);
    if (checked.ok) read[name] = checked.value;
    else problems.push(checked.error);
  }
  for (const [name, value] of Object.entries(input))
    if (!fields.some((field) => field.name === name))
      problems.push({
        type: "extra_forbidden",
        loc: [name],
        msg: "Extra inputs are not permitted",
        input: value,
      });
  return problems.length === 0 ? ok(read) : err(toError(problems));
}

const checkText = (name: string, value: unknown): Result<string, Problem> =>
  typeof value === "string"
    ? ok(value)
    : err({ type: "string_type", loc: [name], msg: "Input should be a valid string", input: value });

function checkObject(name: string, value: unknown): Result<Record<string, unknown> | null, Problem> {
  if (value === null || isObject(value)) return ok(value);
  const wrong = (type: string, msg: string) => err({ type, loc: [name], msg, input: value });
  if (typeof value !== "string") return wrong("dict_type", "Input should be a valid dictionary");
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? ok(parsed) : wrong("value_error", "Value error, it must be a JSON object");
  } catch {
    return wrong("value_error", "Value error, it is not valid JSON");
  }
}

function toError(problems: readonly Problem[]): SkillError {
  const count = `${problems.length} validation error${problems.length === 1 ? "" : "s"}`;
  const message = `${count}:\n\`\`\`json\n${JSON.stringify(problems, null, 2)}\n\`\`\``;
  return { rule: "invalid-arguments", message, skillName: null, path: null };
}
