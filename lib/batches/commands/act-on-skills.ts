import "server-only";
import type { Context } from "@/lib/access/context";
import { assignSkills } from "@/lib/agents/commands/assign-skills";
import { actOnSkill } from "../internal/act-on-skill";
import { allOf } from "../internal/act-outcome";
import { isAssignmentAct, toActOutcome, toAssignSkill } from "../internal/assignment-acts";
import { countOutcomes } from "../internal/count-outcomes";
import type { Chosen } from "../internal/find-chosen";
import { findTargets, requireTarget } from "../internal/find-target";
import { itemOf, refusedItem } from "../internal/item-of";
import { endsBatch, type Problem, problemOf } from "../internal/problem-of";
import type { Act, BatchItem, BatchReport } from "../schema";
import { runApart } from "./run-apart";

/** One skill and what shall be done with it, in order. */
export type Asked = Chosen & { acts: readonly Act[] };
type Asking = { asked: readonly Asked[]; preview: boolean; signal?: AbortSignal | undefined };

/** Each skill apart; what agents have changes once for all skills, so that an agent gets one revision. */
export async function actOnSkills(context: Context, asking: Asking): Promise<BatchReport> {
  const { asked, preview } = asking;
  const isOfAgents = ({ acts }: Asked) => acts.every(isAssignmentAct);
  const done = [
    ...(await assignAll(context, { ...asking, asked: asked.filter(isOfAgents) })),
    ...(await actOnEach(context, { ...asking, asked: asked.filter((one) => !isOfAgents(one)) })),
  ];
  const byName = new Map(done.map((item) => [item.skill.name, item]));
  const items = asked.flatMap(({ name }) => byName.get(name) ?? []);
  return { preview, items, counts: countOutcomes(items), traceId: context.traceId };
}

async function actOnEach(context: Context, { asked, preview, signal }: Asking): Promise<BatchItem[]> {
  const items: BatchItem[] = [];
  let busy = 0;
  let end: Problem | null = null;
  for (const one of asked) {
    if (signal?.aborted) break;
    if (end) {
      items.push(refusedItem(one, { ...end, message: `Not tried. ${end.message}` }));
      continue;
    }
    const item = await actOnOne(context, one, preview);
    items.push(item);
    busy = item.problem?.code === "UNAVAILABLE" ? busy + 1 : 0;
    if (item.problem && endsBatch(item.problem, busy)) end = item.problem;
  }
  return items;
}

async function actOnOne(context: Context, asked: Asked, preview: boolean): Promise<BatchItem> {
  try {
    return await runApart(context, {
      preview,
      work: async (apart) => {
        const found = await findTargets(apart, [asked.name]);
        const target = requireTarget(asked, found);
        const deeds = [];
        for (const act of asked.acts)
          if (!isAssignmentAct(act)) deeds.push(await actOnSkill(apart, target, act));
        return itemOf(target, allOf(deeds));
      },
    });
  } catch (error) {
    return refusedItem(asked, problemOf(context, error));
  }
}

/** All in one transaction: what one skill is refused is answered, not thrown. */
async function assignAll(context: Context, { asked, preview }: Asking): Promise<BatchItem[]> {
  if (asked.length === 0) return [];
  const work = async (apart: Context): Promise<BatchItem[]> => {
    const found = await findTargets(
      apart,
      asked.map(({ name }) => name),
    );
    const here = asked.filter(({ name }) => found.has(name));
    const skills = here.map(({ name, acts }) => toAssignSkill(name, acts.filter(isAssignmentAct)));
    const results = new Map((await assignSkills(apart, { skills })).map((result) => [result.skill, result]));
    return asked.map((one) => {
      try {
        const target = requireTarget(one, found);
        const result = results.get(one.name);
        if (!result || "refusal" in result) throw result?.refusal ?? new Error(`${one.name} has no result`);
        return itemOf(target, toActOutcome(result.changes));
      } catch (error) {
        return refusedItem(one, problemOf(context, error));
      }
    });
  };
  return runApart(context, { preview, work });
}
