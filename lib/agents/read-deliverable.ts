import "server-only";
import type { Context, WorkspaceContext } from "@/lib/access/context";
import { readSight } from "@/lib/access/skill-sight";
import { askHostOf } from "./ask-host-of";
import { concernsAgent, sayChoice } from "./choose-skills";
import { type DecidedDelivery, decideDeliverable } from "./decide-deliverable";
import { readChosen } from "./internal/chosen-skills";

type DeliveredAgent = {
  id: string;
  /** Whose host takes them as they are stored; null where they go out in another form than that. */
  dialect: string | null;
};

/**
 * What an agent's skills that are on come to, in order of priority, then what it finds by its rule; of what the rule
 * passes over in the library there is no word. Asks nobody for permission; reads SKILL.md once for each digest where a
 * host is asked, and else no file unless the rule looks at what skills need. Nothing for an agent of elsewhere.
 */
export async function readDeliverable(
  context: WorkspaceContext,
  { id, dialect }: DeliveredAgent,
): Promise<DecidedDelivery> {
  const skills = await readChosen(context, id);
  const candidates = skills
    .filter((one) => one.enabled && concernsAgent(one))
    .map(({ name: skill, choice, ...rest }) => ({
      ...rest,
      skill,
      keptOut: choice.in ? null : sayChoice(choice),
    }));
  return decideDeliverable(candidates, dialect === null ? {} : { askHost: askHostOf(context, dialect) });
}

/** The same for a person: what is not open to them is nothing of theirs to take. */
export async function readSeenDeliverable(context: Context, agent: DeliveredAgent): Promise<DecidedDelivery> {
  const [decided, isInSight] = await Promise.all([readDeliverable(context, agent), readSight(context)]);
  return { skills: decided.skills.filter(isInSight), leftOut: decided.leftOut.filter(isInSight) };
}
