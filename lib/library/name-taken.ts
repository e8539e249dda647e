import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { AppError } from "@/lib/kernel/app-error";
import { foldName } from "@/lib/skills/fold-name";

/** The rule of names that are taken, in `details.reason` of the error and in reports. */
export const nameTakenRule = "name-taken";

/** The error of a name that is taken by the skill `holder`: the same name, or one that passes for it. */
export function nameTaken(name: string, holder: string, { advice = "", cause }: Extra = {}): AppError {
  const details = { reason: nameTakenRule, name, skill: holder };
  return new AppError("CONFLICT", `${takenBy(name, holder)}${advice}`, { details, cause });
}

type Extra = { advice?: string; cause?: unknown };

/** Why a name cannot be had, as a sentence. */
export const takenBy = (name: string, holder: string): string =>
  name === holder
    ? `There is a skill named ${holder} already.`
    : `There is a skill named ${holder} already; ${name} differs from it only in case or in the form of its letters.`;

/** The skill that has a name, or one that passes for it; the very name first. */
export async function findNameHolder(
  { db, workspace: { id: workspaceId } }: WorkspaceContext,
  name: string,
): Promise<string | null> {
  const rows = await db.skill.findMany({
    where: { workspaceId, OR: [{ name }, { nameKey: foldName(name) }] },
    select: { name: true },
  });
  return rows.find((row) => row.name === name)?.name ?? rows[0]?.name ?? null;
}

/**
 * Runs a write that takes a name; CONFLICT with the other skill's name, not a database error, when the name is
 * somebody else's by then.
 */
export async function orNameTaken<T>(context: Context, name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const holder = (await findNameHolder(context, name)) ?? name;
    throw nameTaken(name, holder, { advice: " Choose another name.", cause: error });
  }
}
