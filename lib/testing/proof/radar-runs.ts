import type { Context } from "@/lib/access/context";
import { openModel } from "@/lib/proof/models/open-model";
import { advanceRadarRuns } from "@/lib/radar/commands/advance-radar-run";
import { getRadarRunDetail } from "@/lib/radar/queries";
import { aModel } from "../models";
import type { Received, Reply } from "../servers/model-server";
import { anAgentWith, aStoredSkill } from "../sessions/rehearsals";
import { aWorker, someCases } from "./suite-runs";

/** What a skill does for its tasks, as a test plants it in a model. */
export type Planted = "obsolete" | "useful" | "harmful" | "unread";

const markOf = (skill: string) => `The mark of ${skill} stands here.`;

type PlantedSkill = { name: string; tasks?: number; messages?: number };

/** A skill with so many tasks that one word passes, and so many messages that ask for it. */
export async function aPlantedSkill(
  context: Context,
  { name, tasks = 0, messages = 0 }: PlantedSkill,
): Promise<string> {
  const evals = Array.from({ length: tasks }, (_, at) => ({
    id: at + 1,
    prompt: `Question ${at + 1} [${name.replace("-", "_")}]: which ink?`,
    graders: [{ kind: "contains", text: "RIGHT" }],
  }));
  const cases = someCases(messages, 2).map((one) => ({
    ...one,
    query: `${one.query} [${name.replace("-", "_")}]`,
  }));
  return aStoredSkill(context, {
    name,
    description: `Knows what is what about ${name.replace("-", " ")}.`,
    body: `# ${name}\n\n${markOf(name)}\n`,
    files: {
      ...(tasks > 0 ? { "evals/evals.json": JSON.stringify({ skill_name: name, evals }) } : {}),
      ...(messages > 0 ? { "evals/trigger-eval.json": JSON.stringify(cases) } : {}),
    },
  });
}

export const anAgentWithPlanted = (context: Context, skills: readonly string[]) =>
  anAgentWith(context, skills, "Ink desk");

const says = (text: string): Reply => ({ kind: "answer", text: [text] });

/**
 * A provider on this machine that answers by what it is sent: tasks as they are planted by the skill's name, messages by loading
 * the skill of the first `finds` of them.
 */
export const plantedReply =
  (planted: Readonly<Record<string, Planted>>, finds: number) =>
  ({ body }: Pick<Received, "body">): Reply => {
    const request = JSON.stringify(body);
    const skill = /\[(\w+)\]/.exec(request)?.[1]?.replace("_", "-") ?? "";
    const isRead = request.includes(markOf(skill));
    const isOffered = isRead || request.includes(skill);
    const load: Reply = { kind: "answer", calls: [{ name: "activate_skill", input: { name: skill } }] };
    const message = /Merge PDF (\d+)/.exec(request)?.[1];
    if (message !== undefined) return isOffered && !isRead && Number(message) <= finds ? load : says("Done.");
    const loads = isOffered && !isRead;
    switch (planted[skill]) {
      case "obsolete":
        return loads ? load : says("It is RIGHT.");
      case "useful":
        return loads ? load : says(isRead ? "It is RIGHT." : "No idea.");
      case "harmful":
        return loads ? load : says(isRead ? "No idea." : "It is RIGHT.");
      default:
        return says("No idea.");
    }
  };

/** Connected, with prices; what it was asked can be looked at. */
export const aPlantedModel = (
  context: Context,
  name: string,
  planted: Readonly<Record<string, Planted>>,
  finds = 0,
) =>
  aModel(context, {
    name,
    modelId: name.toLowerCase(),
    replies: [plantedReply(planted, finds)],
    inputPrice: 3,
    outputPrice: 15,
    cachedInputPrice: 3,
  });

export const radarSetup = ({ db }: Pick<Context, "db">) => ({ db, openModel, now: () => new Date() });

/** Carries a radar run out to its end, as a server does, and reads what it came to. */
export async function untilRadarEnds(context: Context, number: number) {
  const worker = aWorker(context, openModel);
  const { id: workspaceId } = context.workspace;
  for (;;) {
    await advanceRadarRuns(radarSetup(context));
    const row = await context.db.radarRun.findFirstOrThrow({ where: { workspaceId, number } });
    if (row.outcome !== null) return getRadarRunDetail(context, { number });
    await worker.takeMore();
    await worker.settled();
    await worker.renew();
  }
}
