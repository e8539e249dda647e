import { dialectHeads, isDialectId, modesOf } from "@/lib/dialects/dialect-heads";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import type { CreateComparison } from "@/lib/sessions/comparison-schema";

/** How a skill stands in one column: as assigned, as its draft, as one version or label, or not at all. */
export type SkillStanding =
  | "assigned"
  | "draft"
  | "latest"
  | "none"
  | `version:${number}`
  | `label:${string}`;

/** One side of a comparison as its form holds it; an empty text leaves the agent's own setting. */
export type ColumnChoice = {
  agent: string;
  standing: SkillStanding;
  dialect: string;
  mode: string;
  model: string;
};

type Column = NonNullable<CreateComparison["columns"]>[number];
type OverlayInput = NonNullable<Column["overlay"]>[number];

const allModes = Object.values(dialectHeads).flatMap(({ modes }): readonly CatalogueMode[] => modes);

/** What an API column is made of; `skill` is the one skill that the comparison is about, or empty. */
export function toColumn(
  { agent, standing, dialect, mode, model }: ColumnChoice,
  skill: string,
): CreateComparison["columns"][number] {
  const overlay = skill === "" ? null : overlayOf(skill, standing);
  // Of any dialect: which one the agent has is not known here, and the form offers only its modes.
  const known = allModes.find((one) => one === mode);
  return {
    agent,
    ...(overlay ? { overlay: [overlay] } : {}),
    ...(dialect === "" ? {} : { dialect }),
    ...(known ? { mode: known } : {}),
    ...(model === "" ? {} : { model }),
  };
}

function overlayOf(skill: string, standing: SkillStanding): OverlayInput | null {
  if (standing === "assigned") return null;
  if (standing === "draft" || standing === "latest" || standing === "none")
    return { skill, follows: standing };
  const [kind, value = ""] = standing.split(":", 2);
  return kind === "version"
    ? { skill, follows: "version", version: Number(value) }
    : { skill, follows: "label", label: value };
}

/** The modes a column may choose: those of its dialect, or of the agent's when it leaves that alone. */
export const columnModes = (chosen: string, agentDialect: string): readonly string[] =>
  modesOf(chosen === "" ? agentDialect : chosen);

/** A column with another dialect; a mode that it does not have falls back to the dialect's own. */
export function withDialect(column: ColumnChoice, dialect: string, agentDialect: string): ColumnChoice {
  const modes = columnModes(dialect, agentDialect);
  return {
    ...column,
    dialect,
    mode: modes.includes(column.mode) ? column.mode : dialect === "" ? "" : (modes[0] ?? ""),
  };
}

/** In what two columns differ, in words; empty when they are the same. */
export function differencesOf(left: ColumnChoice, right: ColumnChoice, skill: string): string[] {
  return [
    left.agent === right.agent ? "" : "agent",
    skill === "" || left.standing === right.standing ? "" : skill,
    left.dialect === right.dialect ? "" : "dialect",
    left.mode === right.mode ? "" : "mode",
    left.model === right.model ? "" : "model",
  ].filter(Boolean);
}

export const dialectTitle = (id: string): string => (isDialectId(id) ? dialectHeads[id].title : id);
