import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import { hearsOthers, isTelling, subscribe } from "@/lib/db/bus";
import type { Delivery } from "./delivered";
import { type DeliverySource, sourceKey } from "./delivery-source";
import { readDelivery } from "./read-delivery";

const MiB = 1024 * 1024;
/** Beside the notices of changes, for the case that one is lost without anybody's knowing. */
const longestMs = 5_000;
/** About what a file and a skill take, in bytes. */
const [eachFile, eachSkill] = [400, 2_000];

/** One under way, and the one after it for all who ask once something has changed since it began. */
type Reading = { read: Promise<Delivery>; isStale: boolean; next: Promise<Delivery> | null };

/** Drafts, which never go out, are not among them. */
const topics = ["library", "agents", "members"] as const;

type Store = {
  held: LRUCache<string, Delivery>;
  /** What was held last, with its text: what reads the same once more is the same, with all that was made of it. */
  last: LRUCache<string, { delivery: Delivery; text: string }>;
  reading: Map<string, Reading>;
};

declare global {
  var greenroomDeliveries: Store | undefined;
}

/** Of this process. Pages and routes are separate bundles of it: they share what is held through the global object. */
function store(): Store {
  globalThis.greenroomDeliveries ??= openStore();
  return globalThis.greenroomDeliveries;
}

function openStore(): Store {
  const opened: Store = {
    held: new LRUCache({ maxSize: 64 * MiB, ttl: longestMs }),
    last: new LRUCache({ maxSize: 64 * MiB, sizeCalculation: ({ text }) => text.length * 2 + 500 }),
    reading: new Map(),
  };
  const forgetOf = (prefix: string) => {
    for (const key of [...opened.held.keys()]) if (key.startsWith(prefix)) opened.held.delete(key);
    for (const [key, reading] of opened.reading) if (key.startsWith(prefix)) reading.isStale = true;
  };
  const forgetAll = () => forgetOf("");
  const forget = ({ workspaceId }: { workspaceId: string }) => forgetOf(workspaceId);
  // Drafts are saved every few seconds, and never go out.
  subscribe("library", (moved) => moved.draftOnly !== true && forget(moved), forgetAll);
  for (const topic of ["agents", "members"] as const) subscribe(topic, forget);
  subscribe("clear-caches", () => {
    forgetAll();
    opened.last.clear();
  });
  return opened;
}

/**
 * The same as `readDelivery`, from memory while nothing of it has changed: servers tell each other of changes, and one
 * that cannot hear the others keeps nothing. Not for use within a transaction.
 */
export async function heldDelivery(context: WorkspaceContext, source: DeliverySource): Promise<Delivery> {
  const { held, reading } = store();
  if (!hearsOthers()) return readDelivery(context, source);
  const key = `${context.workspace.id} ${sourceKey(source)}`;
  // What this server has changed itself may be there before it hears of it.
  const isMoving = () => isTelling(topics, context.workspace.id);
  const known = isMoving() ? undefined : held.get(key);
  if (known) return known;
  const underWay = reading.get(key);
  if (underWay && (underWay.isStale || isMoving())) {
    underWay.next ??= underWay.read.then(ignore, ignore).then(() => heldDelivery(context, source));
    return underWay.next;
  }
  if (underWay) return underWay.read;
  const begun: Reading = { read: readDelivery(context, source), isStale: false, next: null };
  reading.set(key, begun);
  try {
    const delivery = sameAsLast(key, await begun.read);
    // After a change that came meanwhile it may be older than that.
    if (!begun.isStale && !isMoving()) held.set(key, delivery, { size: sizeOf(delivery) });
    return delivery;
  } finally {
    reading.delete(key);
  }
}

function sameAsLast(key: string, delivery: Delivery): Delivery {
  const { last } = store();
  const text = JSON.stringify(delivery);
  const known = last.get(key);
  if (known?.text === text) return known.delivery;
  last.set(key, { delivery, text });
  return delivery;
}

const ignore = (): void => {};

const sizeOf = ({ skills, leftOut }: Delivery): number =>
  skills.reduce(
    (sum, { files }) => sum + eachSkill + files.length * eachFile,
    eachSkill * (1 + leftOut.length),
  );
