import type { AgentSkills } from "@/lib/agents/choice-schema";
import type { Assignment } from "@/lib/agents/schema";
import { asksRouter, putsBodies } from "@/lib/runtime/mode-steps";

/** Names of what an agent is set to. A value of a later release is shown as it is. */
const modeNames: Record<string, string> = {
  inline: "inline: all skills",
  search: "search: asked for by words",
  auto: "auto: inline up to a number, then search",
  router: "router: chosen first",
  eager: "eager: all instructions",
  preload: "preload: chosen first, with instructions",
};

export const modeName = (mode: string) => modeNames[mode] ?? mode;

/** What the catalogue text of an agent is: with a router no run is told all of it. */
export const catalogueTextTitle = (mode: string) =>
  asksRouter(mode) ? "Catalogue text, before the router chooses" : "Exact catalogue text";

/** The second line of an assignment: what the agent is told, or why it is told nothing. */
export function sayAssignment(
  row: Pick<Assignment, "enabled" | "follows" | "resolved" | "archived" | "description">,
): {
  text: string;
  isProblem: boolean;
} {
  const never = row.follows === "draft" ? " A draft is never delivered or exported." : "";
  if (!row.enabled) return { text: `Off: not in the catalogue.${never}`, isProblem: false };
  if (row.archived) return { text: "Archived: not in the catalogue.", isProblem: true };
  if (row.resolved.kind === "none") return { text: row.resolved.reason, isProblem: true };
  if (row.follows === "draft")
    return {
      text: row.resolved.modelInvocable
        ? `For the playground only.${never}`
        : `${keptFrom(row.resolved)}${never}`,
      isProblem: false,
    };
  if (!row.resolved.modelInvocable) return { text: keptFrom(row.resolved), isProblem: false };
  return { text: row.description, isProblem: false };
}

/** For a skill that its author keeps from the model; a model cannot ask for it, and perhaps nobody can. */
const keptFrom = ({ userInvocable }: { userInvocable: boolean }): string =>
  userInvocable
    ? "Not told to the model: only a person may activate it."
    : "Not told to the model, and no person may activate it either.";

/** What a rule says of an assigned skill: kept out, or with something that nobody checked. */
export type RowChoice = { text: string; isOut: boolean };
export type RowChoices = ReadonlyMap<string, RowChoice>;

/** Of assigned skills those of which there is something to say; one that is off says so itself. */
export function choicesOf(items: AgentSkills["items"]): RowChoices {
  return new Map(
    items.flatMap(({ skillId, choice, assigned }): [string, RowChoice][] => {
      if (!assigned || choice.reason === "off") return [];
      if (!choice.in) return [[skillId, { text: `Kept out: it ${choice.why}.`, isOut: true }]];
      return choice.leftOpen === "" ? [] : [[skillId, { text: `It ${choice.leftOpen}.`, isOut: false }]];
    }),
  );
}

type Weight = { metadataTokens: number; instructionTokens: number };

/** What a skill adds to the prompt that tells of it, an estimate: with its instructions where the mode puts them there. */
export const promptTokens = ({ metadataTokens, instructionTokens }: Weight, mode: string): number =>
  metadataTokens + (putsBodies(mode) ? instructionTokens : 0);

export const promptTokensTitle = (mode: string): string =>
  putsBodies(mode)
    ? "Tokens of its catalogue entry and its instructions, an estimate"
    : "Tokens of its catalogue entry, an estimate";

/** The same of an assignment, which adds nothing where the model is told nothing of it. */
export function tokensOf(
  { enabled, archived, resolved }: Pick<Assignment, "enabled" | "archived" | "resolved">,
  mode: string,
): number {
  return enabled && !archived && resolved.kind !== "none" && resolved.modelInvocable
    ? promptTokens(resolved, mode)
    : 0;
}
