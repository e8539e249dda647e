import "server-only";
import { inTransaction } from "@/lib/db/transaction";
import type { Context } from "./context";
import { holdAdmission } from "./hold-admission";
import type { Permission } from "./permissions";
import { holdSkillPermission, type SkillReference } from "./skill-permission";

/**
 * `inTransaction` for an act that needs `permission` (null: `work` asks for what it needs). Holds first what lets the
 * actor do it, and hands on the context as it is then, with the role of this moment. Throws what `holdAdmission` says.
 */
export function inPermittedTransaction<T>(
  context: Context,
  permission: Permission | null,
  work: (context: Context) => Promise<T>,
  options: { timeoutMs?: number } = {},
): Promise<T> {
  return inTransaction(
    context,
    async (context) => work(await holdAdmission(context, permission ?? undefined)),
    options,
  );
}

/** The same for an act on one skill, which its co-maintainers may do too. Throws what `holdSkillPermission` says. */
export function inSkillTransaction<T>(
  context: Context,
  skill: SkillReference,
  permission: Permission,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return inTransaction(context, async (context) =>
    work(await holdSkillPermission(context, skill, permission)),
  );
}
