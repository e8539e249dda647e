import "server-only";
import type { Context } from "@/lib/access/context";
import type { Delivery } from "@/lib/delivery/delivered";
import { AppError } from "@/lib/kernel/app-error";
import type { SessionEvent, ToolCall } from "@/lib/runtime/events";
import { startOf } from "../begin-turn";
import { type OfSession, requireProgram } from "../internal/require-program";
import { openRuntime, readOffer } from "../open-runtime";
import { pinnedSchema } from "../pinned";
import { requireDelivered } from "../require-delivered";
import { type CallServed, callServedSchema, type ServedAnswer } from "../schema";
import type { ServedLog } from "../served-log";
import { toAnswer } from "../to-answer";
import { askSession } from "./ask-session";

/**
 * What the runtime answers to a model's call, as in a rehearsal of the same agent; what the model got wrong is an answer
 * too. Each call is a step of its turn. CONFLICT for the id of another call, GONE for a session that is over. One that
 * several conversations share says what is `delivered` now: GONE as `requireDelivered` has it.
 */
export async function callServedTool(
  context: Context,
  input: OfSession & CallServed,
  delivered?: Delivery,
): Promise<ServedAnswer> {
  await requireProgram(context, input.agent);
  const { tool, arguments: given = {}, id } = callServedSchema.parse(input);
  const adds = { calls: 1, isShared: delivered !== undefined };
  const { told } = await askSession(context, input, adds, async (row, log) => {
    const known = id === undefined ? undefined : findCall(log, id);
    if (known) return again(known, { tool, given }, log);
    const { dialect, mode, model } = startOf(log);
    const pinned = pinnedSchema.parse(row.pinned);
    const offer = await readOffer(context, { dialect, mode, pinned });
    const session = openRuntime(context, offer, { log, windowTokens: model.windowTokens });
    const call = { id: id ?? freeId(log), toolName: tool, input: given, step: nextStep(log) };
    const answer = toAnswer(await session.answerCall(call), log.events());
    // Nothing of it is written yet.
    if (delivered) requireDelivered(log, pinned, delivered);
    return answer;
  });
  return told;
}

type Answered = { event: SessionEvent; call: ToolCall };

/** Of the newest turn. */
function callsOf(log: ServedLog): Answered[] {
  const events = log.events();
  const turn = events.at(-1)?.turn;
  return events.flatMap((event) =>
    event.turn === turn && "call" in event.payload && event.payload.call
      ? [{ event, call: event.payload.call }]
      : [],
  );
}

const findCall = (log: ServedLog, id: string) => callsOf(log).find(({ call }) => call.id === id);

/** The answer that this very call was given. */
function again(
  { event, call }: Answered,
  { tool, given }: { tool: string; given: unknown },
  log: ServedLog,
): ServedAnswer {
  const written = JSON.stringify(given);
  const cut = JSON.stringify({ omitted: `${new TextEncoder().encode(written).length} bytes` });
  if (call.toolName === tool && [written, cut].includes(JSON.stringify(call.input)))
    return toAnswer(event, log.events());
  throw new AppError(
    "CONFLICT",
    `The id “${call.id}” is that of another call of this turn. Give each call its own.`,
  );
}

const nextStep = (log: ServedLog): number => 1 + Math.max(0, ...callsOf(log).map(({ call }) => call.step));

/** A name for a call that has none. */
function freeId(log: ServedLog): string {
  const taken = new Set(callsOf(log).map(({ call }) => call.id));
  let number = taken.size + 1;
  while (taken.has(`call-${number}`)) number += 1;
  return `call-${number}`;
}
