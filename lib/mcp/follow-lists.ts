import "server-only";
import { followDelivery } from "@/lib/delivery/follow-delivery";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { AppError } from "@/lib/kernel/app-error";
import { type AgentSession, readCatalogue, requireNotEnded } from "./agent-session";
import { promptsOf } from "./prompts-of";

/** What a client has lists of, and hears of when one is another. */
const listKinds = ["tools", "prompts", "resources"] as const;
export type ListKind = (typeof listKinds)[number];

type Lists = Readonly<Record<ListKind, string>>;

/**
 * Which lists of a client have changed since the session was opened for it, as they are for it: a publication, a withdrawal or an assignment changes those of
 * prompts and resources for all, and that of tools where the conversation does not stay with what it began with. None
 * after `idleMs` of silence. Ends on `signal`, with the key and with the connection.
 */
export async function* followLists(
  session: AgentSession,
  { idleMs }: { idleMs: number },
  signal: AbortSignal,
): AsyncGenerator<readonly ListKind[]> {
  const agent = session.opened.agent.id;
  const following = followDelivery(session.context, { agent, idleMs }, signal);
  let known = await listsOf(session);
  for await (const { opened, hasMoved } of following) {
    if (!(await isGoingOn(session))) return;
    if (!hasMoved) {
      yield [];
      continue;
    }
    const before = known;
    known = await listsOf({ ...session, opened });
    const changed = listKinds.filter((kind) => known[kind] !== before[kind]);
    if (changed.length > 0) yield changed;
  }
}

async function listsOf(session: AgentSession): Promise<Lists> {
  const { delivery } = session.opened;
  return {
    tools: JSON.stringify((await readCatalogue(session)).tools),
    prompts: promptText(delivery),
    resources: delivery.digest,
  };
}

const promptText = (delivery: AgentDelivery["delivery"]): string =>
  JSON.stringify(promptsOf(delivery).map(({ skill, description }) => [skill, description]));

async function isGoingOn(session: AgentSession): Promise<boolean> {
  try {
    await requireNotEnded(session);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return false;
    throw error;
  }
}
