import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { loadingHost } from "@/lib/dialects/loads/find-loader";
import { packageCaches } from "@/lib/library/caches/package-caches";
import { sha256 } from "@/lib/platform/crypto";
import { buildCatalogue, type Catalogue } from "@/lib/runtime/build-catalogue";
import type { Dialect } from "@/lib/runtime/dialect";
import type { PayloadOf } from "@/lib/runtime/events";
import { toDescribed } from "@/lib/runtime/inject-catalogue";
import { rehearsalWindowTokens } from "@/lib/runtime/limits";
import { loadSkills } from "@/lib/runtime/load-skills";
import { presentSkills } from "@/lib/runtime/present-skills";
import { isForModel } from "@/lib/runtime/session-setup";
import { countTokens } from "@/lib/tokens/count-tokens";
import { type AgentCatalogue, type CatalogueQuery, catalogueQuerySchema } from "./catalogue-schema";
import type { Presentation } from "./choose-presentation";
import { concernsAgent, sayChoice } from "./choose-skills";
import { readAgentRow } from "./internal/agent-rows";
import { assignmentSource, toSessionSkill } from "./internal/assignment-source";
import { readSeenChosen } from "./internal/chosen-skills";
import type { AgentSkill } from "./list-agent-skills";
import { presentAgent } from "./present-agent";
import type { Resolution } from "./schema";

/**
 * The exact catalogue of an agent, from the same function that a run uses: for its own budget, dialect and mode or
 * others. UNPROCESSABLE for a mode that the dialect does not present. Reads SKILL.md once for each digest, and
 * instructions in eager mode.
 */
export async function getCatalogue(
  context: Context,
  input: { agent: string } & CatalogueQuery,
): Promise<AgentCatalogue> {
  requirePermission(context, "agents.read");
  const query = catalogueQuerySchema.parse(input);
  const agent = await readAgentRow(context, input.agent);
  const presentation = await presentAgent(context, agent, query);
  return describeCatalogue(context, {
    ...presentation,
    budget: query.budget,
    skills: await readSeenChosen(context, agent.id),
  });
}

type Item = {
  skillId: string;
  skill: string;
  description: string;
  priority: number;
  archived: boolean;
  resolved: Resolution;
  /** Why the agent's rule keeps it out; null where it lets it in. */
  keptOut: string | null;
};

const toItem = ({ name: skill, choice, ...rest }: AgentSkill): Item => ({
  ...rest,
  skill,
  description: rest.resolved.kind === "none" ? "" : rest.resolved.description,
  keptOut: choice.in ? null : `It ${sayChoice(choice)}.`,
});

/** The catalogue of these skills: those that are assigned and on, or found and let in. */
export async function describeCatalogue(
  context: Context,
  {
    dialect,
    mode,
    limits,
    budget,
    skills: chosen,
  }: Presentation & { budget?: number | undefined; skills: readonly AgentSkill[] },
): Promise<AgentCatalogue> {
  const enabled = chosen.filter((one) => one.enabled && concernsAgent(one)).map(toItem);
  const budgetCharacters = budget ?? dialect.budgetCharacters(rehearsalWindowTokens);
  const offered = enabled.flatMap((item) => (item.keptOut === null ? (toSessionSkill(item) ?? []) : []));
  const source = assignmentSource(context, enabled);
  const host = { host: loadingHost(dialect), source, cache: packageCaches().loads };
  const loaded = await loadSkills(host, offered);
  const skills = loaded.skills.filter(isForModel);
  const refused = new Map(loaded.refused.map((skill) => [skill.skillId, skill]));
  const told = await presentSkills({
    skills,
    unavailable: [],
    mode,
    budgetCharacters,
    dialect,
    limits,
    source,
    countTokens,
    sha256,
  });
  const catalogue = buildCatalogue({
    dialect,
    skills: skills.map((skill) => toDescribed(skill, dialect)),
    budgetCharacters,
  });
  const isListed = told !== null && !told.onRequest && (told.mode === "inline" || told.mode === "router");
  const fareOf = (assignment: Item, refusal: string | null): Fare => {
    const absent = whyAbsent(assignment) ?? refusal;
    return isListed
      ? fareListed(assignment, catalogue, dialect, absent)
      : fareOtherwise(assignment, told, absent);
  };
  return {
    dialect: dialect.id,
    mode: told?.mode ?? mode,
    text: told?.text ?? "",
    tokens: told?.tokens ?? 0,
    // As tool descriptions, entries count though they are not in the text.
    characters: isListed ? catalogue.characters : (told?.characters ?? 0),
    budgetCharacters,
    budgetRule: dialect.budgetRule,
    ...toolsOf(told),
    cutFrom: isListed ? (enabled.find(({ skillId }) => skillId === catalogue.cutFrom)?.skill ?? null) : null,
    skills: enabled.map((assignment) => ({
      skill: assignment.skill,
      version: assignment.resolved.kind === "version" ? assignment.resolved.number : null,
      draftRevision: assignment.resolved.kind === "draft" ? assignment.resolved.revision : null,
      ...allowedBy(assignment),
      refusal: refused.get(assignment.skillId)?.refusal ?? null,
      ...fareOf(assignment, refused.get(assignment.skillId)?.detail ?? null),
    })),
  };
}

/** Those of the host, and those that come with bodies which stand in the prompt from the start. */
function toolsOf(told: Awaited<ReturnType<typeof presentSkills>>) {
  const own = told?.eager ?? [];
  return {
    tools: [
      ...(told?.tools ?? []),
      ...own.flatMap(({ tools = [] }) => tools.map(({ definition }) => definition)),
    ],
    toolTokens: own.reduce((sum, { toolTokens = 0 }) => sum + toolTokens, told?.toolTokens ?? 0),
  };
}

type Fare = Pick<
  AgentCatalogue["skills"][number],
  "tokens" | "truncated" | "omitted" | "overBudget" | "keptCharacters" | "reason"
>;

function whyAbsent({ archived, resolved, keptOut }: Item): string | null {
  if (keptOut !== null) return keptOut;
  if (archived) return "Archived.";
  if (resolved.kind === "none") return resolved.reason;
  return resolved.modelInvocable ? null : "Not told to the model: only a person may activate it.";
}

const allowedBy = ({ resolved }: Item) =>
  resolved.kind === "none"
    ? { modelInvocable: true, userInvocable: true }
    : { modelInvocable: resolved.modelInvocable, userInvocable: resolved.userInvocable };

/** How one skill fares: listed whole, shortened, or left out and why. */
function fareListed({ skillId }: Item, catalogue: Catalogue, dialect: Dialect, absent: string | null): Fare {
  const listed = catalogue.listed.find((entry) => entry.skillId === skillId);
  const cut = catalogue.truncated.find((entry) => entry.skillId === skillId);
  const omitted = catalogue.omitted.find((entry) => entry.skillId === skillId);
  return {
    tokens: listed ? countTokens(dialect.catalogueEntry(listed)) : 0,
    truncated: cut !== undefined,
    omitted: listed === undefined,
    overBudget: cut !== undefined || omitted !== undefined,
    keptCharacters: cut?.keptCharacters ?? null,
    reason:
      absent ?? omitted?.reason ?? (cut ? `${cut.reason} ${cut.keptCharacters} characters are kept.` : null),
  };
}

/** The same where nothing is listed: found by a search, or whole in the prompt. */
function fareOtherwise(
  assignment: Item,
  told: PayloadOf<"catalogue-injected"> | null,
  absent: string | null,
): Fare {
  const nothing = { tokens: 0, truncated: false, overBudget: false, keptCharacters: null };
  if (absent !== null || told === null) return { ...nothing, omitted: true, reason: absent };
  if (told.onRequest)
    return { ...nothing, omitted: false, reason: "Named when the model asks for the list, not before." };
  if (told.mode === "search") return { ...nothing, omitted: false, reason: "Found by a search, not listed." };
  const omitted = told.omitted.find(({ skillId }) => skillId === assignment.skillId);
  const eager = told.eager?.find(({ skill }) => skill.skillId === assignment.skillId);
  return {
    ...nothing,
    tokens: eager?.tokens ?? 0,
    overBudget: omitted !== undefined,
    omitted: eager === undefined,
    reason: omitted?.reason ?? null,
  };
}
