import "server-only";
import type { Context } from "@/lib/access/context";
import { applyDeclaration } from "@/lib/declared/commands/apply-declaration";
import { wouldChange } from "@/lib/declared/declared-options";
import { findConfiguredText } from "@/lib/declared/find-configured-text";
import { markOnLine } from "@/lib/kernel/mark-hidden";
import { log } from "@/lib/platform/log";

/**
 * Applies the server's own file, all of it or nothing; where something keeps it back, its sources alone, since skills that its
 * agents name may come from them. Answers what kept it back; what was told `before` is not logged again.
 */
export async function declareConfiguration(
  context: Context,
  before: readonly string[] = [],
): Promise<string[]> {
  const found = await findConfiguredText(context);
  if (!found) return [];
  const { items, problems } = await applyDeclaration(context, found);
  const kept = problems.map(({ place, message }) => markOnLine(`${place}: ${message}`));
  for (const problem of kept.filter((one) => !before.includes(one))) log.warn(problem);
  if (kept.length === 0) {
    log.info(
      `Configuration: ${items.length} kept in ${found.file}, ${items.filter(wouldChange).length} changed.`,
    );
    return [];
  }
  const sources = await applyDeclaration(context, { ...found, sourcesOnly: true });
  const made = sources.applied ? sources.items.filter(wouldChange).length : 0;
  if (before.length === 0 || made > 0)
    log.info(
      `Nothing of ${found.file} was applied${made > 0 ? " but its sources" : ""}: it is looked at again.`,
    );
  return kept;
}
