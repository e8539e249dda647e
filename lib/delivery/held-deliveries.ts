import "server-only";
import { LRUCache } from "lru-cache";
import type { WorkspaceContext } from "@/lib/access/context";
import { hearsOthers, subscribe } from "@/lib/db/bus";
import type { Delivery } from "./delivered";
import { type DeliverySource, sourceKey } from "./delivery-source";
import { readDelivery } from "./read-delivery";

const MiB = 1024 * 1024;
/** Beside the notices of changes, for the case that one is lost without anybody's knowing. */
const longestMs = 5_000;
/** About what a file and a skill take, in bytes. */
const [eachFile, eachSkill] = [400, 2_000];

type Store = {
  held: LRUCache<string, Delivery>;
  /** Under way, and nothing has changed in its workspace since it began. */
  reading: Map<string, Promise<Delivery>>;
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
    reading: new Map(),
  };
  const forgetAll = () => {
    opened.held.clear();
    opened.reading.clear();
  };
  const forget = ({ workspaceId }: { workspaceId: string }) => {
    for (const keys of [opened.held, opened.reading])
      for (const key of [...keys.keys()]) if (key.startsWith(workspaceId)) keys.delete(key);
  };
  for (const topic of ["library", "agents", "members"] as const) subscribe(topic, forget, forgetAll);
  subscribe("clear-caches", forgetAll);
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
  const known = held.get(key) ?? reading.get(key);
  if (known) return known;
  const read = readDelivery(context, source);
  reading.set(key, read);
  try {
    const delivery = await read;
    // A change that came meanwhile has taken it out: then it may be older than that.
    if (reading.get(key) === read) held.set(key, delivery, { size: sizeOf(delivery) });
    return delivery;
  } finally {
    if (reading.get(key) === read) reading.delete(key);
  }
}

const sizeOf = ({ skills, leftOut }: Delivery): number =>
  skills.reduce(
    (sum, { files }) => sum + eachSkill + files.length * eachFile,
    eachSkill * (1 + leftOut.length),
  );
