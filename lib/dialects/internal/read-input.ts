import type { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { SkillError, SkillRequest } from "@/lib/runtime/dialect";

export const unknownTool = (toolName: string): { ok: false; error: SkillError } =>
  err({
    rule: "unknown-tool",
    message: `Unknown tool: ${toolName.slice(0, 100)}`,
    skillName: null,
    path: null,
  });

/** A model's input, checked against the schema of the tool it called; what is wrong is named field by field. */
export function readInput<T>(
  toolName: string,
  schema: z.ZodType<T>,
  input: unknown,
  toRequest: (value: T) => SkillRequest,
): Result<SkillRequest, SkillError> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(toRequest(parsed.data));
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "input"}: ${message}`);
  return err({
    rule: "invalid-arguments",
    message: `Invalid arguments for ${toolName}: ${problems.join("; ")}`,
    skillName: null,
    path: null,
  });
}
