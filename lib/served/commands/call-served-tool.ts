import "server-only";
import type { Context } from "@/lib/access/context";
import type { Delivery } from "@/lib/delivery/delivered";
import { privateDigest } from "@/lib/gateway/private-digest";
import { AppError } from "@/lib/kernel/app-error";
import type { SessionEvent, ToolCall } from "@/lib/runtime/events";
import { startOf } from "../begin-turn";
import { type OfSession, requireProgram } from "../internal/require-program";
import type { ServedRow } from "../internal/served-rows";
import { unkeptInput } from "../kept-words";
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
    if (known) {
      if (isKeptWhole(known.call, { tool, given })) return toAnswer(known.event, log.events());
      // What it was told is not kept: the same call at the same place is told the same.
      return answer(context, row, log.before(known.event.seq), { ...known.call, input: given });
    }
    const call = { id: id ?? freeId(log), toolName: tool, input: given, step: nextStep(log) };
    const told = await answer(context, row, log, call);
    // Nothing of it is written yet.
    if (delivered) requireDelivered(log, pinnedSchema.parse(row.pinned), delivered);
    return told;
  });
  return told;
}

async function answer(
  context: Context,
  { pinned }: Pick<ServedRow, "pinned">,
  log: ServedLog,
  call: ToolCall,
): Promise<ServedAnswer> {
  const { dialect, mode, model } = startOf(log);
  const offer = await readOffer(context, { dialect, mode, pinned: pinnedSchema.parse(pinned) });
  const session = openRuntime(context, offer, { log, windowTokens: model.windowTokens });
  return toAnswer(await session.answerCall(call), log.events());
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

/** Whether words are kept of it. CONFLICT for another call than the one that was answered under this id. */
function isKeptWhole(call: ToolCall, { tool, given }: { tool: string; given: unknown }): boolean {
  const cut = { omitted: `${new TextEncoder().encode(JSON.stringify(given)).length} bytes` };
  const stored = JSON.stringify(call.input);
  const isStored = (input: unknown) => call.toolName === tool && JSON.stringify(input) === stored;
  if ([given, cut].some(isStored)) return true;
  if ([given, cut].some((input) => isStored(unkeptInput(input, privateDigest)))) return false;
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
