import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { judgeEndedRuns } from "@/lib/proof/commands/judge-ended-runs";
import type { OpenModel } from "@/lib/proof/models/open-model";
import { aColleague } from "../contexts";
import { skillText } from "../sessions/rehearsals";
import { aScriptedModel, aSuite, aWorker, someCases } from "./suite-runs";

export const greedy = "Merges PDF files, and whatever else is on paper.";

/** The neighbour's second case goes to whoever promises everything. */
export const choosesGreedy = () =>
  aScriptedModel((query, told) =>
    query.startsWith("Merge")
      ? {
          call:
            told?.includes("whatever else is on paper") && query.endsWith(" 2") ? "docx-tools" : "pdf-tools",
        }
      : { text: "No." },
  );

export const describeAs = (context: Context, skill: string, baseRevision: number, description: string) =>
  changeDraft(context, {
    skill,
    baseRevision,
    changes: [
      { op: "write", path: "SKILL.md", text: skillText({ name: skill, description, body: "# Word\n" }) },
    ],
  });

/** The skill that changes, and the one with a suite beside it, which Rex maintains. */
export async function aNeighbourhood(context: Context) {
  const {
    skill: neighbour,
    sibling: skill,
    agent,
    skillId: neighbourId,
  } = await aSuite(context, someCases(3, 1));
  const rex = await aColleague(context, "author", "Rex");
  await context.db.skillMaintainer.create({
    data: {
      skillId: neighbourId,
      workspaceId: context.workspace.id,
      userId: rex.actor.userId,
      addedById: context.actor.userId,
    },
  });
  await describeAs(context, skill, 1, greedy);
  return { skill, neighbour, agent, rex };
}

/** Until no trial of theirs is left, and what they lost is told. */
export async function carryOutNeighbours(context: Context, open: OpenModel): Promise<void> {
  const worker = aWorker(context, open);
  await worker.takeMore();
  await worker.settled();
  await judgeEndedRuns({ db: context.db });
}

/** Of a draft, and of the version that is published beside it. */
export async function bytesOf(name: string, context: Context) {
  const row = await context.db.skill.findFirstOrThrow({
    where: { name, workspaceId: context.workspace.id },
    include: { draft: true, versions: { orderBy: { number: "desc" } } },
  });
  return {
    skillId: row.id,
    digest: row.draft?.digest ?? "",
    publishedDigest: row.versions[0]?.digest ?? null,
  };
}
