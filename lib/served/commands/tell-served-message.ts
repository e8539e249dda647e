import "server-only";
import type { Context } from "@/lib/access/context";
import type { Delivery } from "@/lib/delivery/delivered";
import { AppError } from "@/lib/kernel/app-error";
import { formatNumber } from "@/lib/kernel/format-count";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { beginTurn, startOf } from "../begin-turn";
import { type OfSession, requireProgram } from "../internal/require-program";
import { servedAgentColumns } from "../open-runtime";
import { pinnedSchema } from "../pinned";
import { requireDelivered } from "../require-delivered";
import { type ServedTurn, type TellServed, tellServedSchema } from "../schema";
import { servedLimits } from "../served-options";
import { toTurn } from "../to-answer";
import { askSession } from "./ask-session";

/**
 * Tells a session the person's next message, and so begins a turn: the catalogue as the model is to have it now, and what
 * the message itself activates. Versions stay those of the opening; the agent's instructions are those of this moment. One
 * that several conversations share says what is `delivered` now: GONE as `requireDelivered` has it.
 */
export async function tellServedMessage(
  context: Context,
  input: OfSession & TellServed,
  delivered?: Delivery,
): Promise<ServedTurn> {
  await requireProgram(context, input.agent);
  const { message } = tellServedSchema.parse(input);
  const adds = { turns: 1, isOnce: true, isShared: delivered !== undefined } as const;
  const { told, session } = await askSession(context, input, adds, async (row, log) => {
    if (row.turns >= servedLimits.turns)
      throw new AppError(
        "GONE",
        `A session has at most ${formatNumber(servedLimits.turns)} turns. Open another.`,
      );
    const agent = await context.db.agent.findFirst({
      where: { id: row.agentId, workspaceId: context.workspace.id },
      select: servedAgentColumns,
    });
    if (!agent) throw new AppError("NOT_FOUND", "There is no such session of this agent here. Open one.");
    const { windowTokens } = startOf(log).model;
    const { client, dialect } = row;
    const mode = catalogueModes.find((known) => known === row.mode) ?? "inline";
    const pinned = pinnedSchema.parse(row.pinned);
    await beginTurn(context, { agent, client, dialect, mode, pinned, windowTokens, message }, log);
    if (delivered) requireDelivered(log, pinned, delivered);
    return toTurn(log.events());
  });
  return { session, ...told };
}
