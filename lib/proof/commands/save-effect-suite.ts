import "server-only";
import type { Context } from "@/lib/access/context";
import { requireSkillPermission } from "@/lib/access/skill-permission";
import { AppError } from "@/lib/kernel/app-error";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getSkillId } from "@/lib/library/get-skill-id";
import { readPackageFile } from "@/lib/library/read-packages";
import { textOf } from "@/lib/skills/file-text";
import { evalsPath } from "@/lib/suites/suite";
import { type TaskEdit, writeTaskSuite } from "@/lib/suites/write-task-suite";
import { getEffectSuite } from "../suites/get-effect-suite";
import { type EffectSuite, type SaveEffectSuite, saveEffectSuiteSchema } from "../suites/suite-schema";

/**
 * Saves exactly these tasks into the draft, through the library's one way to save: what did not change keeps its bytes, and
 * what of a task is unknown here stays. CONFLICT when the draft was changed meanwhile, UNPROCESSABLE when the file that is
 * there cannot be read.
 */
export async function saveEffectSuite(
  context: Context,
  input: SaveEffectSuite & { skill: string },
): Promise<EffectSuite> {
  const { skill } = input;
  await requireSkillPermission(context, { skill }, "library.edit");
  const { tasks, revision } = saveEffectSuiteSchema.parse(input);
  const skillId = await getSkillId(context, skill);
  const file = await readPackageFile(context, { skillId }, evalsPath);
  const before = file ? textOf(file.bytes) : null;
  if (file && before === null)
    throw new AppError("UNPROCESSABLE", `${evalsPath} is left as it is: it is not text in UTF-8.`);
  const wanted = tasks.map(({ from, ...task }): TaskEdit => (from === undefined ? task : { ...task, from }));
  const written = writeTaskSuite({ path: evalsPath, text: before, skill }, wanted);
  if (!written.ok) {
    const [first] = written.error;
    const why = first ? ` Line ${first.line}: ${first.message} ${first.remedy}` : "";
    throw new AppError("UNPROCESSABLE", `${evalsPath} is left as it is.${why}`);
  }
  if (written.value !== before)
    await changeDraft(context, {
      skill,
      baseRevision: revision,
      changes: [{ op: "write", path: evalsPath, text: written.value }],
    });
  return getEffectSuite(context, { skill });
}
