import "server-only";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { findAgentById } from "@/lib/agents/list-agent-skills";
import { AppError } from "@/lib/kernel/app-error";
import { latestVersion } from "@/lib/library/follow/latest-version";
import { findModelId } from "@/lib/models/find-model-id";
import { figuresSchema } from "./figures-schema";
import { listNeighbours, type Neighbour } from "./list-neighbours";
import type { NeighbourRuns } from "./neighbour-run-schema";
import type { StartSuiteRun } from "./schema";

/** A run of a neighbour's suite that is wanted. */
type NeighbourRun = {
  skill: string;
  beside: "draft" | "published";
  input: StartSuiteRun;
};

type NeighbourPlan = {
  runs: NeighbourRun[];
  /** What is under way already. */
  refused: { skill: string; reason: string }[];
};

type Changed = {
  id: string;
  name: string;
  draftDigest: string;
  published: { number: number; digest: string } | null;
};

/**
 * Which runs say what the draft of a skill does to those beside it in an agent's catalogue: each neighbour's suite beside
 * the draft, and beside what is published of it (or without it, where nothing is), unless there is such a run already.
 * NOT_FOUND for a skill or agent of elsewhere; UNPROCESSABLE where no neighbour has cases.
 */
export async function planNeighbourRuns(
  context: Context,
  { skill, agent, ...settings }: NeighbourRuns & { skill: string },
): Promise<NeighbourPlan> {
  const changed = await readChanged(context, skill);
  const neighbours = await listNeighbours(context, { skillId: changed.id, agent });
  const [first] = neighbours;
  if (!first)
    throw new AppError(
      "UNPROCESSABLE",
      `No skill that “${agent}” offers beside ${skill} has cases of its own: there is nothing to lose.`,
    );
  const settled = await findAgentById(context, first.agent.id);
  if (!settled) throw new AppError("NOT_FOUND", "This agent is gone.");
  const modelId = await findModelId(context, settings.model ?? settled.model);
  const dialects = settings.dialects ?? [settled.dialect];
  const runs: NeighbourRun[] = [];
  const refused: NeighbourPlan["refused"] = [];
  for (const neighbour of neighbours) {
    const common = { ...settings, agent, model: modelId, dialects, source: sourceOf(neighbour) };
    const known = await readKnown(context, { neighbour, changed, modelId, dialects });
    if (known.isGoingOn) refused.push({ skill: neighbour.skill, reason: "Its run for this draft goes on." });
    else
      runs.push({
        skill: neighbour.skill,
        beside: "draft",
        input: { ...common, beside: { skill, follows: "draft" } },
      });
    if (!known.hasBefore)
      runs.push({
        skill: neighbour.skill,
        beside: "published",
        input: { ...common, beside: besidePublished(skill, changed) },
      });
  }
  return { runs, refused };
}

const sourceOf = ({ version }: Neighbour): NonNullable<StartSuiteRun["source"]> =>
  version === null ? { follows: "draft" } : { follows: "version", version };

const besidePublished = (skill: string, { published }: Changed): NonNullable<StartSuiteRun["beside"]> =>
  published === null ? { skill, follows: "none" } : { skill, follows: "version", version: published.number };

async function readChanged({ db, workspace }: Context, name: string): Promise<Changed> {
  const row = await db.skill.findFirst({
    where: { workspaceId: workspace.id, name },
    select: {
      id: true,
      name: true,
      draft: { select: { digest: true } },
      versions: {
        where: latestVersion.where,
        orderBy: latestVersion.orderBy,
        take: 1,
        select: { number: true, digest: true },
      },
    },
  });
  if (!row?.draft) throw new AppError("NOT_FOUND", `There is no skill “${name}” here.`);
  return { id: row.id, name: row.name, draftDigest: row.draft.digest, published: row.versions[0] ?? null };
}

type Asked = { neighbour: Neighbour; changed: Changed; modelId: string; dialects: readonly string[] };

async function readKnown({ db, workspace }: Context, { neighbour, changed, modelId, dialects }: Asked) {
  const rows = await db.suiteRun.findMany({
    where: {
      workspaceId: workspace.id,
      removedAt: null,
      skillId: neighbour.skillId,
      digest: neighbour.digest,
      agentId: neighbour.agent.id,
      modelId,
      besideSkillId: changed.id,
      state: { in: ["queued", "running", "done"] },
    },
    select: { state: true, besideDigest: true, dialects: true, figures: true },
  });
  const publishedDigest = changed.published?.digest ?? null;
  const covers = (stored: unknown): boolean => {
    const text = JSON.stringify(stored);
    return dialects.every((dialect) => text.includes(JSON.stringify(dialect)));
  };
  return {
    isGoingOn: rows.some((row) => row.besideDigest === changed.draftDigest && row.state !== "done"),
    hasBefore: rows.some(
      (row) =>
        row.besideDigest === publishedDigest && covers(row.dialects) && !isBroken(row.figures, dialects),
    ),
  };
}

/** A run that measured nothing in one of these hosts is none to compare with. */
const isBroken = (figures: unknown, dialects: readonly string[]): boolean =>
  (z.array(figuresSchema).nullable().parse(figures) ?? []).some(
    ({ dialect, verdict }) => dialects.includes(dialect) && verdict.word === "invalid",
  );
