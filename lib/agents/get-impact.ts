import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { listSiblings, readDraft } from "@/lib/library/drafts/read-draft";
import { unlessUntold } from "@/lib/library/follow/resolve-follow";
import { findCollisions } from "@/lib/runtime/find-collisions";
import { describeCatalogue } from "./get-catalogue";
import {
  type AgentImpact,
  type Impact,
  type ImpactQuery,
  impactQuerySchema,
  type SkillFare,
} from "./impact-schema";
import { readAssignments } from "./internal/assignment-rows";
import { presentAgent } from "./present-agent";
import type { AgentCatalogue, Assignment, Resolution } from "./schema";

/**
 * What publishing a skill's draft would change for every agent that has it: from the very functions that tell an agent
 * its catalogue. Followers of a label change when the label would be moved as well. Reads instructions for agents in
 * eager mode alone.
 */
export async function getImpact(context: Context, input: { skill: string } & ImpactQuery): Promise<Impact> {
  requirePermission(context, "agents.read");
  const { labels } = impactQuerySchema.parse(input);

  const draft = await readDraft(context, input.skill);
  const { skillId } = draft;
  const workspaceId = context.workspace.id;
  const [agents, newest, similar] = await Promise.all([
    context.db.agent.findMany({
      where: { workspaceId, assignments: { some: { skillId } } },
      select: { id: true, slug: true, name: true, dialect: true, mode: true },
      orderBy: { name: "asc" },
    }),
    context.db.version.findFirst({
      where: { skillId, workspaceId },
      orderBy: { number: "desc" },
      select: { number: true },
    }),
    listSiblings(context, draft),
  ]);
  const nextVersion = (newest?.number ?? 0) + 1;
  const published: Published = {
    skillId,
    nextVersion,
    labels,
    draft: await readDraftFacts(context, skillId),
  };
  const impacts: AgentImpact[] = [];
  for (const agent of agents) {
    const assignments = await readAssignments(context, agent.id);
    impacts.push(...(await describeImpact(context, agent, assignments, published)));
  }
  return {
    nextVersion,
    similarNames: similar.map(({ name }) => name),
    agents: impacts.sort((left, right) => Number(right.changes) - Number(left.changes)),
  };
}

type DraftFacts = Extract<Resolution, { kind: "draft" }>;
type Published = { skillId: string; nextVersion: number; labels: readonly string[]; draft: DraftFacts };
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
  assignments: readonly Assignment[],
  published: Published,
): Promise<AgentImpact[]> {
  const own = assignments.find(({ skillId }) => skillId === published.skillId);
  if (!own) return [];
  const moves =
    own.follows === "latest" || (own.follows === "label" && published.labels.includes(own.label ?? ""));
  // The draft's own resolution stands for the version it would become: same bytes, same facts.
  const after = moves
    ? assignments.map((item) =>
        item === own
          ? { ...item, description: published.draft.description, resolved: unlessUntold(published.draft) }
          : item,
      )
    : assignments;
  const presentation = await presentAgent(context, agent);
  const told = await describeCatalogue(context, { ...presentation, assignments });
  const wouldTell = moves ? await describeCatalogue(context, { ...presentation, assignments: after }) : told;
  const versionBefore = own.resolved.kind === "version" ? own.resolved.number : null;
  return [
    {
      agent: { slug: agent.slug, name: agent.name },
      enabled: own.enabled,
      follows: own.follows,
      label: own.label,
      versionBefore,
      versionAfter: moves ? published.nextVersion : versionBefore,
      changes: moves && own.enabled && !own.archived,
      before: measured(told),
      after: measured(wouldTell),
      budgetCharacters: wouldTell.budgetCharacters,
      own: { before: fareOf(told, own), after: fareOf(wouldTell, own) },
      ...changedCuts(told, wouldTell, own.skill),
      collisions: own.enabled && moves ? collisionsOf(own, after, published) : [],
    },
  ];
}

const measured = ({ characters, tokens }: AgentCatalogue) => ({ characters, tokens });

type Fare = AgentCatalogue["skills"][number];

const isCut = (fare: Fare | undefined): boolean => fare?.overBudget ?? false;

function fareOf({ skills, mode }: AgentCatalogue, own: Assignment): SkillFare {
  const fare = skills.find(({ skill }) => skill === own.skill);
  const isTold = own.enabled && !own.archived && own.resolved.kind !== "none" && own.resolved.modelInvocable;
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

function collisionsOf(
  own: Assignment,
  after: readonly Assignment[],
  { skillId, draft }: Published,
): AgentImpact["collisions"] {
  const siblings = after.filter(
    ({ enabled, archived, resolved }) => enabled && !archived && resolved.kind !== "none",
  );
  const described = siblings.map((item) => ({
    skillId: item.skillId,
    name: item.skill,
    description: item.description,
  }));
  const skill = { skillId, name: own.skill, description: draft.description };
  const now =
    own.resolved.kind === "none" ? [] : findCollisions({ ...skill, description: own.description }, described);
  const known = new Set(now.map((collision) => collision.skillId));
  return findCollisions(skill, described).map(({ skillId: id, name, share, words }) => ({
    skill: name,
    share,
    words,
    before: known.has(id),
  }));
}
