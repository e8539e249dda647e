import "server-only";
import type { DatabaseContext } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { log } from "@/lib/platform/log";
import { foldName } from "@/lib/skills/fold-name";

/** Before a key that is not the fold of its name. No fold has it. */
const mark = "?";

/**
 * Gives skills from before names were folded the key of their fold, oldest first, in every workspace. One whose fold
 * an older skill has keeps its mark: both stay usable, the log names them, and a rename or the next start after the
 * older one went settles it. Safe on several servers at once. Answers how many are left.
 */
export async function foldSkillNames({ db }: DatabaseContext): Promise<number> {
  const rows = await db.skill.findMany({
    where: { nameKey: { startsWith: mark } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, nameKey: true, workspaceId: true },
  });
  let left = 0;
  for (const { id, name, nameKey, workspaceId } of rows) {
    try {
      await db.skill.updateMany({ where: { id, nameKey }, data: { nameKey: foldName(name) } });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      left += 1;
      const meant = { skill: name, workspaceId };
      log.warn(
        meant,
        "another skill's name differs from this one's only in case or form: rename one of them",
      );
    }
  }
  return left;
}
