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
/** What was held last and everything that was made of it goes once nobody has asked for so long. */
const longestUnusedMs = 5 * 60_000;
/** About what a file and a skill take, in bytes. */
const [eachFile, eachSkill] = [400, 2_000];

/**
 * A delivery as one reading found it: another object for each reading, also where the delivery is the same one. What is
 * made of more than a delivery tells is only as good as the moment.
 */
export type Moment = { delivery: Delivery };

/** One under way, and the one after it for all who ask once something has changed since it began. */
type Reading = { read: Promise<Moment>; isStale: boolean; next: Promise<Moment> | null };

/** Drafts, which never go out, are not among them. */
const topics = ["library", "agents", "members"] as const;

type Last = { delivery: Delivery; text: string };
type Store = {
  held: LRUCache<string, Moment>;
  /** What was held last, with its text: what reads the same once more is the same, with all that was made of it. */
  last: LRUCache<string, Last>;
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
    held: new LRUCache({ maxSize: 64 * MiB, ttl: longestMs, ttlAutopurge: true }),
    last: new LRUCache({
      maxSize: 128 * MiB,
      sizeCalculation: weightOf,
      ttl: longestUnusedMs,
      updateAgeOnGet: true,
      ttlAutopurge: true,
    }),
    reading: new Map(),
  };
  const forgetOf = (prefix: string) => {
    for (const key of opened.held.keys()) if (key.startsWith(prefix)) opened.held.delete(key);
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
export const heldDelivery = async (context: WorkspaceContext, source: DeliverySource): Promise<Delivery> =>
  (await heldMoment(context, source)).delivery;

/** The same with the reading that it is of: after any change of the library it is another. */
export async function heldMoment(context: WorkspaceContext, source: DeliverySource): Promise<Moment> {
  const { held, reading } = store();
  if (!hearsOthers()) return { delivery: await readDelivery(context, source) };
  const key = `${context.workspace.id} ${sourceKey(source)}`;
  // What this server has changed itself may be there before it hears of it.
  const isMoving = () => isTelling(topics, context.workspace.id);
  const known = isMoving() ? undefined : held.get(key);
  if (known) return known;
  const underWay = reading.get(key);
  if (underWay && (underWay.isStale || isMoving())) {
    underWay.next ??= underWay.read.then(ignore, ignore).then(() => heldMoment(context, source));
    return underWay.next;
  }
  if (underWay) return underWay.read;
  const read = readDelivery(context, source).then((delivery) => ({ delivery: sameAsLast(key, delivery) }));
  const begun: Reading = { read, isStale: false, next: null };
  reading.set(key, begun);
  try {
    const moment = await begun.read;
    // After a change that came meanwhile it may be older than that.
    if (!begun.isStale && !isMoving()) held.set(key, moment, { size: sizeOf(moment.delivery) });
    return moment;
  } finally {
    reading.delete(key);
  }
}

/**
 * In bytes, about: with the text, the manifest and up to four indexes in their forms (each as string, bytes and gzip), and
 * with the skills what MCP's clients find of them and the trees of a repository with its newest commits.
 */
const weightOf = ({ delivery, text }: Last): number => (text.length + sizeOf(delivery)) * 8;

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
