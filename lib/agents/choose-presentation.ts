import { findDialect } from "@/lib/dialects/find-dialect";
import { AppError } from "@/lib/kernel/app-error";
import type { CatalogueMode, Dialect } from "@/lib/runtime/dialect";
import type { RuntimeLimits } from "@/lib/runtime/limits";
import { requirePresentation } from "./internal/require-presentation";

/** By which host's rules an agent's skills are told, and how much of them at once. */
type Chosen = { dialect: Dialect; mode: CatalogueMode };

/** How an agent's skills are told here: with the limits of the workspace as well. */
export type Presentation = Chosen & { limits: RuntimeLimits };

type Asked = { dialect?: string | undefined; mode?: CatalogueMode | undefined };

/**
 * The agent's own presentation, or what is asked for instead, for pages and runs alike. A mode that is asked for must
 * be one of the dialect's (UNPROCESSABLE); the agent's own gives way to the dialect's first.
 */
export function choosePresentation(own: { dialect: string; mode: string }, asked: Asked = {}): Chosen {
  const id = asked.dialect ?? own.dialect;
  const dialect = findDialect(id);
  if (!dialect) throw new AppError("UNPROCESSABLE", `There is no dialect “${id}” in this release.`);
  if (asked.mode !== undefined) requirePresentation({ dialect: id, mode: asked.mode });
  const mode = dialect.modes.find((known) => known === (asked.mode ?? own.mode)) ?? dialect.modes[0];
  return { dialect, mode };
}
