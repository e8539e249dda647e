import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { readSight } from "@/lib/access/skill-sight";
import { listSiblings, readDraft } from "@/lib/library/drafts/read-draft";
import { loadNeeds } from "@/lib/library/load-needs";
import { followsNext, unlessUntold } from "@/lib/library/which-version/resolve-follow";
import { noNeeds, type SkillNeeds } from "@/lib/skills/skill-needs";
import type { AgentCatalogue } from "./catalogue-schema";
import { discovers } from "./choice-options";
import { concernsAgent, type SkillChoice, sayChoice } from "./choose-skills";
import { describeCatalogue } from "./get-catalogue";
import {
  type AgentImpact,
  type Impact,
  type ImpactQuery,
  impactQuerySchema,
  type SkillFare,
} from "./impact-schema";
import { type AgentCandidates, readCandidates, withChoices } from "./internal/chosen-skills";
import { findImpactCollisions } from "./internal/find-impact-collisions";
import type { AgentSkill } from "./list-agent-skills";
import { presentAgent } from "./present-agent";
import type { Resolution } from "./schema";

/**
 * What publishing a skill's draft would change for every agent that has it, or
 * finds it by its rule: from the very functions that tell an agent
 * its catalogue. Followers of a label change when the label would be moved as well. Reads instructions for agents in
 * eager mode alone.
 */
export async function getImpact(context: Context, input: { skill: string } & ImpactQuery): Promise<Impact> {
  requirePermission(context, "agents.read");
  const { labels } = impactQuerySchema.parse(input);

  const draft = await readDraft(context, input.skill);
  const { skillId } = draft;
  const workspaceId = context.workspace.id;
  const [agents, newest, similar, isInSight] = await Promise.all([
    context.db.agent.findMany({
      where: { workspaceId, OR: [{ assignments: { some: { skillId } } }, discovers] },
      select: { id: true, slug: true, name: true, dialect: true, mode: true },
      orderBy: { name: "asc" },
    }),
    context.db.version.findFirst({
      where: { skillId, workspaceId },
      orderBy: { number: "desc" },
      select: { number: true },
    }),
    listSiblings(context, draft),
    readSight(context),
  ]);
  const nextVersion = (newest?.number ?? 0) + 1;
  const published: Published = {
    skillId,
    nextVersion,
    labels,
    draft: await readDraftFacts(context, skillId),
    needs: [...(await loadNeeds(context, [{ kind: "draft", skillId, digest: "" }])).values()][0] ?? noNeeds,
  };
  const impacts: AgentImpact[] = [];
  for (const agent of agents) {
    const candidates = await readCandidates(context, agent.id, { also: skillId });
    impacts.push(...(await describeImpact(context, agent, candidates, published)));
  }
  return {
    nextVersion,
    similarNames: similar.filter(isInSight).map(({ name }) => name),
    agents: impacts.sort((left, right) => Number(right.changes) - Number(left.changes)),
  };
}

type DraftFacts = Extract<Resolution, { kind: "draft" }>;
type Published = {
  skillId: string;
  nextVersion: number;
  labels: readonly string[];
  draft: DraftFacts;
  needs: SkillNeeds;
};
type AgentHead = { slug: string; name: string; dialect: string; mode: string };

async function readDraftFacts({ db, workspace }: Context, skillId: string): Promise<DraftFacts> {
  const draft = await db.draft.findFirstOrThrow({
    where: { skillId, workspaceId: workspace.id },
    select: {
      revision: true,
      digest: true,
      description: true,
      metadataTokens: true,
      instructionTokens: true,
      resourceTokens: true,
      modelInvocable: true,
      userInvocable: true,
      whenToUse: true,
    },
  });
  return { kind: "draft", ...draft };
}

async function describeImpact(
  context: Context,
  agent: AgentHead,
  { candidates, ...asked }: AgentCandidates,
  published: Published,
): Promise<AgentImpact[]> {
  const skills = withChoices(asked, candidates);
  const own = skills.find(({ skillId }) => skillId === published.skillId);
  if (!own) return [];
  const moves = followsNext(own, published.labels);
  // The draft's own resolution stands for the version it would become: same bytes, same facts, same needs, and its name.
  const after = moves ? withChoices(asked, candidates.map(asPublished(published))) : skills;
  const ownAfter = after.find(({ skillId }) => skillId === published.skillId) ?? own;
  // What the rule keeps out of an agent that finds its skills is nothing of that agent's, before and after.
  if (!concernsAgent(own) && !concernsAgent(ownAfter)) return [];
  const presentation = await presentAgent(context, agent);
  const told = await describeCatalogue(context, { ...presentation, skills });
  const wouldTell = moves ? await describeCatalogue(context, { ...presentation, skills: after }) : told;
  const versionBefore = getsVersion(own) && own.resolved.kind === "version" ? own.resolved.number : null;
  const isIn = own.choice.in || ownAfter.choice.in;
  return [
    {
      agent: { slug: agent.slug, name: agent.name },
      enabled: own.enabled,
      assigned: own.assigned,
      choice: { before: sayOf(own.choice), after: sayOf(ownAfter.choice) },
      follows: own.follows,
      label: own.label,
      versionBefore,
      versionAfter: moves ? (getsVersion(ownAfter) ? published.nextVersion : null) : versionBefore,
      changes: moves && isIn && !own.archived,
      before: measured(told),
      after: measured(wouldTell),
      budgetCharacters: wouldTell.budgetCharacters,
      own: { before: fareOf(told, own), after: fareOf(wouldTell, ownAfter) },
      ...changedCuts(told, wouldTell, own.name),
      collisions:
        ownAfter.choice.in && moves ? await findImpactCollisions(context, own, after, published) : [],
    },
  ];
}

const asPublished =
  ({ skillId, draft, needs }: Published) =>
  <One extends AgentCandidates["candidates"][number]>(item: One): One =>
    item.skillId === skillId ? { ...item, folder: item.name, resolved: unlessUntold(draft), needs } : item;

/** One that is switched off keeps its version, for when it is on again. */
const getsVersion = ({ choice }: AgentSkill): boolean => choice.in || choice.reason === "off";

const sayOf = (choice: SkillChoice) => ({ in: choice.in, why: sayChoice(choice) });

const measured = ({ characters, tokens }: AgentCatalogue) => ({ characters, tokens });

type Fare = AgentCatalogue["skills"][number];

const isCut = (fare: Fare | undefined): boolean => fare?.overBudget ?? false;

function fareOf({ skills, mode }: AgentCatalogue, own: AgentSkill): SkillFare {
  const fare = skills.find(({ skill }) => skill === own.name);
  const isTold =
    own.choice.in && !own.archived && own.resolved.kind !== "none" && own.resolved.modelInvocable;
  if (!fare || !isTold) return { state: "none", keptCharacters: null };
  if (fare.omitted) return { state: "omitted", keptCharacters: null };
  if (mode === "search") return { state: "searched", keptCharacters: null };
  return { state: fare.truncated ? "cut" : "whole", keptCharacters: fare.keptCharacters };
}

function changedCuts(
  before: AgentCatalogue,
  after: AgentCatalogue,
  own: string,
): Pick<AgentImpact, "cut" | "freed" | "othersStayCut"> {
  const fares = new Map(before.skills.map((fare) => [fare.skill, fare]));
  const worse = after.skills.filter(
    (fare) =>
      isCut(fare) && (!isCut(fares.get(fare.skill)) || (fare.omitted && !fares.get(fare.skill)?.omitted)),
  );
  const freed = after.skills.filter((fare) => !isCut(fare) && isCut(fares.get(fare.skill)));
  const stay = after.skills.filter(
    (fare) => fare.skill !== own && isCut(fare) && isCut(fares.get(fare.skill)) && !worse.includes(fare),
  );
  return {
    othersStayCut: stay.length,
    cut: worse.map(({ skill, omitted, reason }) => ({ skill, omitted, reason: reason ?? "" })),
    freed: freed.map(({ skill }) => skill),
  };
}
