import { buildCatalogue, type CatalogueSkill, toldDescription } from "@/lib/runtime/build-catalogue";
import type { Invocation } from "@/lib/skills/invocation";
import type { DialectId } from "./dialect-heads";
import { dialectHeads, isDialectId } from "./dialect-heads";
import { findDialect } from "./find-dialect";

export type BudgetSimulation = {
  dialect: DialectId;
  /** `eager`: all instructions are in the prompt, so no description is ever cut. */
  presentation: "inline" | "eager";
  characters: number;
  budgetCharacters: number;
  budgetRule: string;
  /** In catalogue order. */
  truncated: { skillId: string; name: string; keptCharacters: number }[];
  omitted: { skillId: string; name: string }[];
};

/** A skill with what its author allows; absent, everything. */
export type SimulatedSkill = CatalogueSkill & Partial<Pick<Invocation, "modelInvocable" | "whenToUse">>;

/**
 * What each host would cut of these skills' descriptions in a window of so many tokens; of those that their authors
 * keep from models, nothing is told. Pure: nothing is read.
 */
export function simulateBudgets(
  simulated: readonly SimulatedSkill[],
  windowTokens: number,
): BudgetSimulation[] {
  const told = simulated.filter(({ modelInvocable = true }) => modelInvocable);
  return Object.keys(dialectHeads).flatMap((id): BudgetSimulation[] => {
    const dialect = findDialect(id);
    if (!dialect || !isDialectId(id)) return [];
    const budgetCharacters = dialect.budgetCharacters(windowTokens);
    const base = { dialect: id, budgetCharacters, budgetRule: dialect.budgetRule };
    if (!dialect.modes.includes("inline"))
      return [{ ...base, presentation: "eager", characters: 0, truncated: [], omitted: [] }];
    const skills = told.map(({ whenToUse = "", ...skill }) => ({
      ...skill,
      description: toldDescription({ ...skill, whenToUse }, dialect),
    }));
    const { characters, truncated, omitted } = buildCatalogue({ dialect, skills, budgetCharacters });
    return [
      {
        ...base,
        presentation: "inline",
        characters,
        truncated: truncated.map(({ skillId, name, keptCharacters }) => ({ skillId, name, keptCharacters })),
        omitted: omitted.map(({ skillId, name }) => ({ skillId, name })),
      },
    ];
  });
}
