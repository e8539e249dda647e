import "server-only";
import type { Context } from "./context";
import { maskNames } from "./mask-names";
import { findHiddenSkills } from "./skill-sight";

/** How the asker sees names of skills in what several skills came to together. */
export type ClosedNames = {
  isClosed: (skill: { skillId: string }) => boolean;
  /** Whether it is the name of a skill that is not open to the asker. */
  isName: (name: string) => boolean;
  /** The same value, in whose fields for names of skills such a name is not; each stands apart from the others as a number. */
  mask: <T>(value: T) => T;
};

/** Asks once for all that is shown. */
export async function readClosedNames(context: Context): Promise<ClosedNames> {
  const ids = await findHiddenSkills(context);
  const rows =
    ids.length === 0
      ? []
      : await context.db.skill.findMany({
          where: { id: { in: ids }, workspaceId: context.workspace.id },
          select: { name: true },
          orderBy: { id: "asc" },
        });
  const names = new Map(rows.map(({ name }, at) => [name, `closed skill ${at + 1}`]));
  const hidden = new Set(ids);
  return {
    isClosed: ({ skillId }) => hidden.has(skillId),
    isName: (name) => names.has(name),
    mask: (value) => maskNames(value, names),
  };
}
