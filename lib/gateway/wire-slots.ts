import "server-only";
import { ConcurrencySlots, type SlotLimits } from "@/lib/platform/concurrency-slots";
import { WireError } from "./wire-error";

/** On each server. A host with helpers of its own has a dozen requests under way; a long body is held several times over. */
const limits = {
  request: { each: 16, all: 200, waiting: 32, waitMs: 30_000 },
  long: { each: 2, all: 4, waiting: 8, waitMs: 60_000 },
} as const satisfies Record<string, SlotLimits>;
type SlotKind = keyof typeof limits;

/** Bodies of this length or of none that is told take a slot for long ones too. Bytes. */
const longBody = 8 * 1024 * 1024;

declare global {
  var greenroomWireSlots: Map<SlotKind, ConcurrencySlots> | undefined;
}
function slotsFor(kind: SlotKind): ConcurrencySlots {
  globalThis.greenroomWireSlots ??= new Map();
  const known = globalThis.greenroomWireSlots.get(kind) ?? new ConcurrencySlots(limits[kind]);
  globalThis.greenroomWireSlots.set(kind, known);
  return known;
}

/** Waits for a turn of this key's; what it answers gives it back. Throws WireError `busy`. */
export async function takeWireSlots(keyId: string, request: Request): Promise<() => void> {
  const length = request.headers.get("content-length");
  const isLong = request.method === "POST" && (length === null || Number(length) >= longBody);
  const taken: (() => void)[] = [];
  for (const kind of isLong ? (["request", "long"] as const) : (["request"] as const)) {
    const slot = await slotsFor(kind).take(keyId, request.signal);
    if (!slot.ok) {
      for (const end of taken) end();
      throw new WireError("busy", "This key has as much under way as it may. Try again in a few seconds.", 5);
    }
    taken.push(slot.end);
  }
  return () => {
    for (const end of taken) end();
  };
}
