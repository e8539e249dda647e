import "server-only";
import type { Context } from "@/lib/access/context";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { AppError } from "@/lib/kernel/app-error";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getSkillId } from "@/lib/library/get-skill-id";
import { readPackageFile } from "@/lib/library/read-packages";
import { textOf } from "@/lib/skills/file-text";
import { triggerEvalPath } from "@/lib/suites/suite";
import { writeTriggerSuite } from "@/lib/suites/write-trigger-suite";
import { getTriggerSuite } from "../suites/get-trigger-suite";
import { type SaveSuite, saveSuiteSchema, type TriggerSuite } from "../suites/suite-schema";

/**
 * Saves exactly these cases into the draft, through the library's one way to save: what did not change keeps its bytes.
 * CONFLICT when the draft was changed meanwhile, UNPROCESSABLE when the file that is there cannot be read.
 */
export async function saveTriggerSuite(
  context: Context,
  input: SaveSuite & { skill: string },
): Promise<TriggerSuite> {
  const { skill } = input;
  await requireSkillPermission(context, { skill }, "library.edit");
  const { cases, revision } = saveSuiteSchema.parse(input);
  const skillId = await getSkillId(context, skill);
  const file = await readPackageFile(context, { skillId }, triggerEvalPath);
  const before = file ? textOf(file.bytes) : null;
  if (file && before === null)
    throw new AppError("UNPROCESSABLE", `${triggerEvalPath} is left as it is: it is not text in UTF-8.`);
  const written = writeTriggerSuite(
    { path: triggerEvalPath, text: before, skill },
    cases.map(({ query, expected, note }) => ({ query, expected, note: note ?? null })),
  );
  if (!written.ok) {
    const [first] = written.error;
    const why = first ? ` Line ${first.line}: ${first.message} ${first.remedy}` : "";
    throw new AppError("UNPROCESSABLE", `${triggerEvalPath} is left as it is.${why}`);
  }
  if (written.value !== before)
    await changeDraft(context, {
      skill,
      baseRevision: revision,
      changes: [{ op: "write", path: triggerEvalPath, text: written.value }],
    });
  return getTriggerSuite(context, { skill });
}
