import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { readSight } from "@/lib/access/skill-sight";
import { findAgentById } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { getSkillId } from "@/lib/library/get-skill-id";
import { findModelId } from "@/lib/models/find-model-id";
import type { OpenModel } from "../models/open-model";
import { openToolsOnce } from "../models/open-tools";
import { kindOfRun } from "../plans/kind-of-run";
import { planSuiteRun } from "../plans/plan-suite-run";
import { type AlikeRow, findCatalogueChanges, isAnsweredAlike } from "../proven/alike-runs";
import { dialectsOf } from "../proven/run-facts";
import { figuresSchema } from "../reports/figures-schema";
import { estimateSuiteRunSchema, type StartSuiteRun, settle } from "../schema";
import { findPublished, type PublishedBytes } from "./find-published";
import { listNeighbours, type Neighbour } from "./list-neighbours";
import type { NeighbourRuns } from "./neighbour-run-schema";

/** A run of a neighbour's suite that is wanted. */
type NeighbourRun = {
  skill: string;
  beside: "draft" | "published";
  input: StartSuiteRun;
};

type NeighbourPlan = {
  runs: NeighbourRun[];
  /** What is under way already, and what nothing can be taken from. */
  refused: { skill: string; reason: string }[];
};

type Changed = {
  id: string;
  name: string;
  draftDigest: string;
  published: PublishedBytes | null;
};

/**
 * Which runs say what the draft of a skill does to those beside it in an agent's catalogue: each neighbour's suite beside
 * the draft, and beside what is published of it (or without it, where nothing is), unless there is such a run already. Of
 * neighbours that are not open to the asker nothing is run or said.
 * NOT_FOUND for a skill or agent of elsewhere; UNPROCESSABLE where no neighbour has cases.
 */
export async function planNeighbourRuns(
  context: Context,
  { skill, agent, ...settings }: NeighbourRuns & { skill: string },
  open: OpenModel,
): Promise<NeighbourPlan> {
  const changed = await readChanged(context, skill);
  const all = await listNeighbours(context, { skillId: changed.id, agent });
  const neighbours = all.filter(await readSight(context));
  const refused = neighbours.flatMap(({ skill, unmeasurable }) =>
    unmeasurable === null ? [] : [{ skill, reason: unmeasurable }],
  );
  const [any] = neighbours;
  const measurable = neighbours.filter(({ unmeasurable }) => unmeasurable === null);
  if (!any)
    throw new AppError(
      "UNPROCESSABLE",
      all.length > 0
        ? `What “${agent}” offers beside ${skill} and has cases is not open to you: an admin, or somebody to whom it is open, can run it.`
        : `No skill that “${agent}” offers beside ${skill} has cases of its own: there is nothing to lose.`,
    );
  const [first] = measurable;
  if (!first) return { runs: [], refused };
  const settled = await findAgentById(context, first.agent.id);
  if (!settled) throw new AppError("NOT_FOUND", "This agent is gone.");
  const modelId = await findModelId(context, settings.model ?? settled.model);
  const dialects = settings.dialects ?? [settled.dialect];
  const inputOf = (neighbour: Neighbour): StartSuiteRun => ({
    ...settings,
    agent,
    model: modelId,
    dialects,
    source: sourceOf(neighbour),
    beside: { skill, follows: "draft" },
  });
  const offered = await readOffered(context, { skill: first.skill, input: inputOf(first), open });
  const runs: NeighbourRun[] = [];
  for (const neighbour of measurable) {
    const input = inputOf(neighbour);
    const known = await readKnown(context, { neighbour, changed, modelId, dialects, offered });
    if (known.isGoingOn) refused.push({ skill: neighbour.skill, reason: "Its run for this draft goes on." });
    else runs.push({ skill: neighbour.skill, beside: "draft", input });
    if (!known.hasBefore)
      runs.push({
        skill: neighbour.skill,
        beside: "published",
        input: { ...input, beside: besidePublished(skill, changed) },
      });
  }
  return { runs, refused };
}

const sourceOf = ({ version }: Neighbour): NonNullable<StartSuiteRun["source"]> =>
  version === null ? { follows: "draft" } : { follows: "version", version };

const besidePublished = (skill: string, { published }: Changed): NonNullable<StartSuiteRun["beside"]> =>
  published === null ? { skill, follows: "none" } : { skill, follows: "version", version: published.number };

async function readChanged(context: Context, name: string): Promise<Changed> {
  const { db, workspace } = context;
  const row = await db.skill.findFirst({
    where: { workspaceId: workspace.id, name },
    select: { id: true, name: true, draft: { select: { digest: true } } },
  });
  if (!row?.draft) throw new AppError("NOT_FOUND", `There is no skill “${name}” here.`);
  const { id, draft } = row;
  const published = await findPublished(context, { skillId: id, digest: draft.digest });
  return { id, name: row.name, draftDigest: draft.digest, published };
}

type Offered = Pick<AlikeRow, "modelKind" | "offer" | "suite">;

/**
 * What the agent offers now beside the draft, and which model would answer: what a run before it has to be alike. Null where
 * no run can start; each then says why.
 */
async function readOffered(
  context: Context,
  { skill, input, open }: { skill: string; input: StartSuiteRun; open: OpenModel },
): Promise<Offered | null> {
  try {
    const plan = await planSuiteRun(context, {
      skill,
      skillId: await getSkillId(context, skill),
      settings: settle(estimateSuiteRunSchema.parse(input)),
      openModel: open,
      openTools: openToolsOnce,
    });
    return { modelKind: kindOfRun(plan), offer: plan.offer, suite: "trigger" };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

type Asked = {
  neighbour: Neighbour;
  changed: Changed;
  modelId: string;
  dialects: readonly string[];
  offered: Offered | null;
};

async function readKnown(
  { db, workspace }: Context,
  { neighbour, changed, modelId, dialects, offered }: Asked,
) {
  const rows = await db.suiteRun.findMany({
    where: {
      workspaceId: workspace.id,
      removedAt: null,
      skillId: neighbour.skillId,
      digest: neighbour.digest,
      agentId: neighbour.agent.id,
      besideSkillId: changed.id,
      state: { in: ["queued", "running", "done"] },
    },
    orderBy: { number: "desc" },
  });
  const publishedDigest = changed.published?.digest ?? null;
  const ofDraft = rows.filter((row) => row.besideDigest === changed.draftDigest);
  // What the model called itself last: one of another name is another model.
  const { answeredAs = [] } = ofDraft.find((row) => row.state === "done") ?? {};
  const isAlike = (row: (typeof rows)[number]): boolean =>
    offered !== null &&
    isAnsweredAlike({ ...offered, answeredAs }, row) &&
    findCatalogueChanges(offered, row, changed.id).length === 0;
  const covers = (row: (typeof rows)[number]): boolean =>
    dialects.every((dialect) => dialectsOf([row]).has(dialect));
  return {
    isGoingOn: ofDraft.some((row) => row.modelId === modelId && row.state !== "done"),
    hasBefore: rows.some(
      (row) =>
        row.besideDigest === publishedDigest &&
        covers(row) &&
        !isBroken(row.figures, dialects) &&
        isAlike(row),
    ),
  };
}

/** A run that measured nothing in one of these hosts is none to compare with. */
const isBroken = (figures: unknown, dialects: readonly string[]): boolean =>
  (z.array(figuresSchema).nullable().parse(figures) ?? []).some(
    ({ dialect, verdict }) => dialects.includes(dialect) && verdict.word === "invalid",
  );
