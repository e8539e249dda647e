import "server-only";
import type { Context } from "@/lib/auth/context";
import { requirePermission } from "@/lib/auth/permissions";
import { findDialect } from "@/lib/dialects/find-dialect";
import { AppError } from "@/lib/kernel/app-error";
import { countTokens } from "@/lib/library/count-tokens";
import { buildCatalogue, type Catalogue } from "@/lib/runtime/build-catalogue";
import type { Dialect } from "@/lib/runtime/dialect";
import { catalogueBudget, rehearsalWindowTokens } from "@/lib/runtime/limits";
import { readAgent } from "./internal/agent-rows";
import { type AgentCatalogue, type Assignment, type CatalogueQuery, catalogueQuerySchema } from "./schema";

/** The exact catalogue text of an agent, from the same function that a run uses, for its own budget or another. */
export async function getCatalogue(
  context: Context,
  input: { agent: string } & CatalogueQuery,
): Promise<AgentCatalogue> {
  requirePermission(context, "agents.read");
  const { budget } = catalogueQuerySchema.parse(input);
  const agent = await readAgent(context.db, context, input.agent);
  const dialect = findDialect(agent.dialect);
  if (!dialect)
    throw new AppError("UNPROCESSABLE", `There is no dialect “${agent.dialect}” in this release.`);
  const enabled = agent.assignments.filter((assignment) => assignment.enabled);
  const catalogue = buildCatalogue({
    dialect,
    skills: enabled.filter(isOffered).map(({ skillId, skill, description, priority }) => ({
      skillId,
      name: skill,
      description,
      priority,
    })),
    budgetCharacters: budget ?? catalogueBudget(rehearsalWindowTokens),
  });
  return {
    text: catalogue.text,
    tokens: countTokens(catalogue.text),
    characters: catalogue.characters,
    budgetCharacters: catalogue.budgetCharacters,
    skills: enabled.map((assignment) => entryOf(assignment, catalogue, dialect)),
  };
}

const isOffered = ({ archived, resolved }: Assignment): boolean => !archived && resolved.kind !== "none";

/** How one skill fares: listed whole, shortened, or left out and why. */
function entryOf(
  { skillId, skill, resolved, archived }: Assignment,
  catalogue: Catalogue,
  dialect: Dialect,
): AgentCatalogue["skills"][number] {
  const listed = catalogue.listed.find((entry) => entry.skillId === skillId);
  const cut = catalogue.truncated.find((entry) => entry.skillId === skillId);
  const omitted = catalogue.omitted.find((entry) => entry.skillId === skillId);
  const absent = archived ? "Archived." : resolved.kind === "none" ? resolved.reason : null;
  return {
    skill,
    version: resolved.kind === "version" ? resolved.number : null,
    draftRevision: resolved.kind === "draft" ? resolved.revision : null,
    tokens: listed ? countTokens(dialect.catalogueEntry(listed)) : 0,
    truncated: cut !== undefined,
    omitted: listed === undefined,
    reason:
      absent ?? omitted?.reason ?? (cut ? `${cut.reason} ${cut.keptCharacters} characters are kept.` : null),
  };
}
