import "server-only";
import { ConcurrencySlots, type SlotLimits } from "@/lib/platform/concurrency-slots";
import { WireError } from "./wire-error";

/** Whose turn it is: keys do not count, as one person may have many. */
export type SlotOwner = { userId: string; workspaceId: string };

/**
 * On each server. A host with helpers of its own has a dozen requests under way; a long body is held several times over.
 * One workspace never takes all, and one person never all of the workspace's.
 */
const limits = {
  person: { each: 16, all: Number.POSITIVE_INFINITY, waiting: 32, waitMs: 30_000 },
  workspace: { each: 64, all: 200, waiting: 64, waitMs: 30_000 },
  "person-middle": { each: 8, all: Number.POSITIVE_INFINITY, waiting: 16, waitMs: 30_000 },
  "workspace-middle": { each: 12, all: 24, waiting: 32, waitMs: 30_000 },
  "person-long": { each: 2, all: Number.POSITIVE_INFINITY, waiting: 8, waitMs: 60_000 },
  "workspace-long": { each: 3, all: 4, waiting: 8, waitMs: 60_000 },
} as const satisfies Record<string, SlotLimits>;
type SlotKind = keyof typeof limits;

/** Bodies from this length on take a slot for middling ones too. Bytes. */
const middlingBody = 1024 * 1024;
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

/** Waits for a turn of this person's; what it answers gives it back. Throws WireError `busy`. */
export async function takeWireSlots(owner: SlotOwner, request: Request): Promise<() => void> {
  const taken: (() => void)[] = [];
  for (const kind of kindsOf(request)) {
    const whose = kind.startsWith("person") ? `${owner.workspaceId} ${owner.userId}` : owner.workspaceId;
    const slot = await slotsFor(kind).take(whose, request.signal);
    if (!slot.ok) {
      for (const end of taken) end();
      const most = "This key's person or workspace has as much under way as may be.";
      throw new WireError("busy", `${most} Try again in a few seconds.`, 5);
    }
    taken.push(slot.end);
  }
  return () => {
    for (const end of taken) end();
  };
}

/** A person's own come first: who waits for one of the workspace's holds nothing that others need. */
function kindsOf(request: Request): SlotKind[] {
  const told = request.headers.get("content-length");
  const length = told === null ? Number.POSITIVE_INFINITY : Number(told);
  if (request.method !== "POST" || length < middlingBody) return ["person", "workspace"];
  return length < longBody
    ? ["person", "person-middle", "workspace-middle", "workspace"]
    : ["person", "person-long", "workspace-long", "workspace"];
}
