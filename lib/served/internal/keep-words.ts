import "server-only";
import type { Context } from "@/lib/access/context";
import { keptParts } from "@/lib/gateway/gateway-options";
import { holdGatewaySettings } from "@/lib/gateway/gateway-settings";
import { privateDigest } from "@/lib/gateway/private-digest";
import { sha256 } from "@/lib/platform/crypto";
import { textWithoutArguments } from "@/lib/runtime/activate-skill";
import type { EventOf, SessionEvent } from "@/lib/runtime/events";
import { startOf } from "../begin-turn";
import { notKept, withoutWords } from "../kept-words";
import { readOffer, runtimeSetup } from "../open-runtime";
import type { Pinned } from "../pinned";
import type { ServedLog } from "../served-log";

export type Kept = { events: readonly SessionEvent[]; hasWords: boolean };

/**
 * What of a log's new events is written, as the workspace chooses at the end of this transaction: all of it, or no words
 * of people and models.
 */
export async function keepWords(
  context: Context,
  { log, pinned }: { log: ServedLog; pinned: Pinned },
): Promise<Kept> {
  const { keeps } = await holdGatewaySettings(context);
  if (keptParts[keeps].texts) return { events: log.added, hasWords: true };
  const { offered, unavailable } = startOf(log);
  const names = new Set([...offered, ...unavailable, ...pinned.skills].map(({ name }) => name));
  const unfilled = await readUnfilled(context, { log, pinned });
  const unkept = { digest: privateDigest, unfilled, names };
  return { events: log.added.map((event) => withoutWords(event, unkept)), hasWords: false };
}

/** Of activations whose text is another than the skill's own: by arguments, or because a command showed a part of it. */
async function readUnfilled(
  context: Context,
  { log, pinned }: { log: ServedLog; pinned: Pinned },
): Promise<ReadonlyMap<number, string>> {
  const filled = log.added.filter(isFilled);
  if (filled.length === 0) return new Map();
  const { dialect, mode, model } = startOf(log);
  const offer = await readOffer(context, { dialect, mode, pinned });
  const setup = runtimeSetup(context, offer, { log, windowTokens: model.windowTokens });
  const texts = new Map<number, string>();
  for (const { seq, payload } of filled) {
    const text = await textWithoutArguments(setup, payload.skill);
    texts.set(seq, text ?? notKept);
  }
  return texts;
}

type Activated = EventOf<"skill-activated" | "skill-reactivated">;

const isFilled = (event: SessionEvent): event is Activated =>
  (event.type === "skill-activated" || event.type === "skill-reactivated") &&
  (event.payload.arguments !== "" || sha256(event.payload.result) !== event.payload.textSha256);
