import "server-only";
import type { Context } from "@/lib/access/context";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { AppError } from "@/lib/kernel/app-error";
import { previewFirstTurn } from "@/lib/served/begin-first-turn";
import { callServedTool } from "@/lib/served/commands/call-served-tool";
import { endServedSession } from "@/lib/served/commands/end-served-session";
import { openServedSession } from "@/lib/served/commands/open-served-session";
import { tellServedMessage } from "@/lib/served/commands/tell-served-message";
import { findServedByReference } from "@/lib/served/find-served-by-reference";
import { getServedCatalogue } from "@/lib/served/get-served-catalogue";
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
 * a client that only looks leaves no trace.
 */
export async function readCatalogue(session: AgentSession): Promise<Catalogue> {
  const { context, opened, named } = session;
  const agent = opened.agent.id;
  const found = await findServedByReference(context, { agent, reference: named.reference });
  if (found?.state === "open")
    return (await getServedCatalogue(context, { agent, session: found.id })).catalogue;
  const presentation = await getPresentation(context, agent);
  return (await previewFirstTurn(context, opened, presentation)).catalogue;
}

/** NOT_FOUND for a session that its client has ended. What nobody asked in for long begins anew under its name. */
export async function requireNotEnded({ context, opened, named }: AgentSession): Promise<void> {
  if (named.id === null) return;
  const { reference } = named;
  const found = await findServedByReference(context, { agent: opened.agent.id, reference });
  if (found?.state === "ended")
    throw new AppError("NOT_FOUND", "This session has ended. Begin another one with initialize.");
}

/** The runtime's answer to a call. */
export async function callTool(
  session: AgentSession,
  { tool, given }: { tool: string; given: unknown },
): Promise<ServedAnswer> {
  const { context, opened, named } = session;
  const agent = opened.agent.id;
  const call = (id: string, isFresh: boolean) =>
    callServedTool(
      context,
      { agent, session: id, tool, arguments: given },
      named.isOne || isFresh ? undefined : isOfAnother,
    );
  const first = await open(session);
  try {
    return await call(first.session.id, !first.resumed);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "GONE")) throw error;
    return call((await openAnother(session, first)).session.id, true);
  }
}

/**
 * What a call says of a client whose conversations nobody tells apart: whoever asks again for what it has is another
 * one, as is one that would be told it has taken too much.
 */
const isOfAnother = ({ kind, rule }: ServedAnswer): boolean =>
  kind === "skill-already-active" || kind === "skill-reactivated" || rule === "too-large";

/** What a person's message activates: a prompt. It begins a turn. */
export async function tellMessage(session: AgentSession, message: string): Promise<readonly ServedAnswer[]> {
  const { context, opened, named } = session;
  const first = await open(session, message);
  if (!first.resumed) return first.injected;
  if (!named.isOne) return (await openAnother(session, first, message)).injected;
  const id = { agent: opened.agent.id, session: first.session.id };
  return (await tellServedMessage(context, { ...id, message })).injected;
}

/** Ends what `Mcp-Session-Id` names. Nothing where nothing was asked in it. */
export async function endSession({ context, opened, named: { reference } }: AgentSession): Promise<void> {
  const agent = opened.agent.id;
  const found = await findServedByReference(context, { agent, reference });
  if (found) await endServedSession(context, { agent, session: found.id });
}

async function open({ context, opened, named }: AgentSession, message?: string): Promise<OpenedServed> {
  const { reference, client } = named;
  return openServedSession(context, {
    ...{ agent: opened.agent.id, via: "mcp", reference },
    ...(await getPresentation(context, opened.agent.id)),
    ...(client === null ? {} : { client }),
    ...(message === undefined ? {} : { message }),
  });
}

async function openAnother(
  session: AgentSession,
  { session: { id } }: OpenedServed,
  message?: string,
): Promise<OpenedServed> {
  await endServedSession(session.context, { agent: session.opened.agent.id, session: id });
  return open(session, message);
}
