import "server-only";
import type { Context } from "@/lib/access/context";
import { presentAgent } from "@/lib/agents/present-agent";
import type { AgentDelivery } from "@/lib/delivery/open-delivery";
import { AppError } from "@/lib/kernel/app-error";
import type { CatalogueMode } from "@/lib/runtime/dialect";
import { rehearsalWindowTokens } from "@/lib/runtime/limits";
import { formatBytes } from "@/lib/skills/limits";
import { beginTurn } from "./begin-turn";
import { findWindow, servedAgentColumns } from "./open-runtime";
import { pinDelivery } from "./pin-delivery";
import type { Pinned } from "./pinned";
import { type OpenServed, openServedSchema, type ServedTurn } from "./schema";
import { type LogRoom, ServedLog } from "./served-log";
import { servedLimits } from "./served-options";
import { toTurn } from "./to-answer";

export type FirstTurn = { log: ServedLog; pinned: Pinned; dialect: string; mode: CatalogueMode };

const room: LogRoom = {
  bytes: servedLimits.bytes,
  full: () =>
    new AppError(
      "UNPROCESSABLE",
      `A session holds at most ${formatBytes(servedLimits.bytes)}, and its first turn would be larger. Name fewer skills in the message, or give the agent fewer in eager mode.`,
    ),
};

/** The first turn of a session with the versions that its agent is delivered now, in a log that is not yet kept. */
export async function beginFirstTurn(
  context: Context,
  { agent: { id: agentId }, delivery }: AgentDelivery,
  { asked, sessionId }: { asked: OpenServed; sessionId: string },
): Promise<FirstTurn> {
  const { message = "", client = null } = asked;
  const agent = await context.db.agent.findFirst({
    where: { id: agentId, workspaceId: context.workspace.id },
    select: servedAgentColumns,
  });
  if (!agent) throw new AppError("NOT_FOUND", "There is no such agent here.");
  const { dialect, mode } = await presentAgent(context, agent, asked);
  const pinned = await pinDelivery(context, agentId, delivery);
  const windowTokens =
    asked.windowTokens ?? (await findWindow(context, agent.model)) ?? rehearsalWindowTokens;
  const log = new ServedLog([], { sessionId, traceId: context.traceId, now: context.now, room });
  await beginTurn(context, { agent, client, dialect: dialect.id, mode, pinned, windowTokens, message }, log);
  return { log, pinned, dialect: dialect.id, mode };
}

const nobody = "00000000-0000-0000-0000-000000000000";

/** What a session that was opened now would tell its model before the first call; nothing is kept of it. */
export async function previewFirstTurn(
  context: Context,
  opened: AgentDelivery,
  asked: Pick<OpenServed, "dialect" | "mode">,
): Promise<Omit<ServedTurn, "session">> {
  const { log } = await beginFirstTurn(context, opened, {
    asked: openServedSchema.parse(asked),
    sessionId: nobody,
  });
  return toTurn(log.events());
}
