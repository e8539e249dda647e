import "server-only";
import type { Context } from "@/lib/access/context";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { AppError } from "@/lib/kernel/app-error";
import { previewFirstTurn } from "@/lib/served/begin-first-turn";
import { callServedTool } from "@/lib/served/commands/call-served-tool";
import { endConnection } from "@/lib/served/commands/end-connection";
import { endServedSession } from "@/lib/served/commands/end-served-session";
import { openServedSession } from "@/lib/served/commands/open-served-session";
import { tellServedMessage } from "@/lib/served/commands/tell-served-message";
import { findServedByReference } from "@/lib/served/find-served-by-reference";
import { getServedCatalogue } from "@/lib/served/get-served-catalogue";
import { connectionEnded, refuseEnded } from "@/lib/served/is-ended-connection";
import { isDelivered } from "@/lib/served/require-delivered";
import type { OpenedServed, ServedAnswer, ServedTurn } from "@/lib/served/schema";
import type { NamedSession } from "./name-session";
import { getPresentation } from "./queries";

/** An agent's conversation as one request finds it. */
export type AgentSession = {
  context: Context;
  opened: AgentDelivery;
  named: NamedSession;
};

type Catalogue = ServedTurn["catalogue"];

/**
 * What the conversation's model is told and offered. Of one in which nothing was asked yet it is what it would be told:
 * a client that only looks leaves no trace. So it is where several share what began with other versions than those of
 * now: whoever asks begins there.
 */
export async function readCatalogue(session: AgentSession): Promise<Catalogue> {
  const { context, opened, named } = session;
  const agent = opened.agent.id;
  const found = await findServedByReference(context, { agent, reference: named.reference });
  const goesOn = found?.state === "open" && (named.isOne || isDelivered(found.pinned, opened.delivery));
  const kept = found && goesOn ? await findCatalogue(context, { agent, session: found.id }) : null;
  if (kept) return kept;
  const presentation = await getPresentation(context, agent);
  return (await previewFirstTurn(context, opened, presentation)).catalogue;
}

/** Null for a session that was removed, or ended, since it was found. */
async function findCatalogue(
  context: Context,
  ofSession: { agent: string; session: string },
): Promise<Catalogue | null> {
  try {
    return (await getServedCatalogue(context, ofSession)).catalogue;
  } catch (error) {
    if (error instanceof AppError && (error.code === "NOT_FOUND" || error.code === "GONE")) return null;
    throw error;
  }
}

/**
 * NOT_FOUND for a session that its client has ended, or somebody removed, as the protocol of 2025 wants it. What nobody
 * asked in for long begins anew under its name.
 */
export async function requireNotEnded({ context, opened, named }: AgentSession): Promise<void> {
  if (named.id === null) return;
  const { reference } = named;
  const agent = opened.agent.id;
  await refuseEnded(context, { agent, reference });
  const found = await findServedByReference(context, { agent, reference });
  if (found?.state === "ended") throw connectionEnded();
}

/** The runtime's answer to a call. */
export async function callTool(
  session: AgentSession,
  { tool, given }: { tool: string; given: unknown },
): Promise<ServedAnswer> {
  const { context, opened } = session;
  const agent = opened.agent.id;
  return inOpen(session, undefined, ({ session: { id } }) =>
    callServedTool(context, { agent, session: id, tool, arguments: given }, sharedBy(session)),
  );
}

/** What a person's message activates: a prompt. It begins a turn. */
export async function tellMessage(session: AgentSession, message: string): Promise<readonly ServedAnswer[]> {
  const { context, opened } = session;
  const agent = opened.agent.id;
  return inOpen(session, message, async (found) => {
    if (!found.resumed) return found.injected;
    const input = { agent, session: found.session.id, message };
    return (await tellServedMessage(context, input, sharedBy(session))).injected;
  });
}

/** Where nobody tells a client's conversations apart: what is delivered now. */
const sharedBy = ({ named, opened }: AgentSession): AgentDelivery["delivery"] | undefined =>
  named.isOne ? undefined : opened.delivery;

const attempts = 3;

/** Asks in the session that is open, or in another one where that is over, used up or out of date. */
async function inOpen<T>(
  session: AgentSession,
  message: string | undefined,
  ask: (found: OpenedServed) => Promise<T>,
): Promise<T> {
  const { context, opened } = session;
  for (let attempt = 1; ; attempt += 1) {
    const found = await open(session, message);
    try {
      return await ask(found);
    } catch (error) {
      if (!(error instanceof AppError && error.code === "GONE") || attempt === attempts) throw error;
      await endServedSession(context, { agent: opened.agent.id, session: found.session.id });
    }
  }
}

/** Ends what `Mcp-Session-Id` names, whether anything was asked in it or not. First that nothing more is opened in it. */
export async function endSession({ context, opened, named: { reference } }: AgentSession): Promise<void> {
  const agent = opened.agent.id;
  await endConnection(context, { agent, reference });
  const found = await findServedByReference(context, { agent, reference });
  if (found) await endServedSession(context, { agent, session: found.id });
}

async function open({ context, opened, named }: AgentSession, message?: string): Promise<OpenedServed> {
  const { reference, client } = named;
  return openServedSession(context, {
    agent: opened.agent.id,
    via: "mcp",
    reference,
    isConnection: named.id !== null,
    ...(await getPresentation(context, opened.agent.id)),
    ...(client === null ? {} : { client }),
    ...(message === undefined ? {} : { message }),
  });
}
