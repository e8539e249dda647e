import { buildCatalogue, type CatalogueSkill } from "@/lib/runtime/build-catalogue";
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

/** What each host would cut of these skills' descriptions in a window of so many tokens. Pure: nothing is read. */
export function simulateBudgets(skills: readonly CatalogueSkill[], windowTokens: number): BudgetSimulation[] {
  return Object.keys(dialectHeads).flatMap((id): BudgetSimulation[] => {
    const dialect = findDialect(id);
    if (!dialect || !isDialectId(id)) return [];
    const budgetCharacters = dialect.budgetCharacters(windowTokens);
    const base = { dialect: id, budgetCharacters, budgetRule: dialect.budgetRule };
    if (!dialect.modes.includes("inline"))
      return [{ ...base, presentation: "eager", characters: 0, truncated: [], omitted: [] }];
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
