import type { Query, QueryClient } from "@tanstack/react-query";
import { proofPartsBesideRuns } from "@/components/data/proof-parts";
import { byProof, ownPaceParts, type QueryModule, sessionParts } from "@/components/data/query-keys";
import type { ChangeTopic } from "@/lib/notifications/change-options";

/** Whose answers a topic changes: agents' catalogues, a review's standing, a thread's lines and a suite's cases follow from the skills, and who approves from the members. */
const modulesOf: Record<ChangeTopic, readonly QueryModule[]> = {
  library: ["library", "agents", "reviews", "threads", "proof"],
  agents: ["agents", "library"],
  reviews: ["reviews", "threads", "library"],
  members: ["workspaces", "keys", "reviews"],
  inbox: ["inbox"],
  live: ["gateway"],
  proof: ["proof"],
};

const ownPace: ReadonlySet<unknown> = new Set(ownPaceParts);
/** Of the gateway's: what is about one conversation, which the key names behind it. */
const ofSession: ReadonlySet<unknown> = new Set(sessionParts);

const besideRuns: ReadonlySet<unknown> = new Set(proofPartsBesideRuns);

export type MovedParts = {
  /** With how old an answer has to be, at least, to be asked for again. Milliseconds. */
  topics: ReadonlyMap<ChangeTopic, number>;
  /** Conversations of live hosts; any of them when null. */
  sessions: ReadonlySet<unknown> | null;
};

/**
 * Asks again for what the topics have changed and is shown now; the rest when it is shown next. What somebody has
 * taken over to edit, and what never changes, are read for good (`staleTime: Infinity`) and left alone.
 */
export function askAgain(
  cache: QueryClient,
  workspace: string,
  { topics, sessions }: MovedParts,
): Promise<void> {
  const now = Date.now();
  return cache.invalidateQueries({
    predicate: (query) => {
      const [module, of, part, session] = query.queryKey;
      if (of !== workspace || ownPace.has(part) || isKept(query)) return false;
      if (module === "gateway" && ofSession.has(part) && sessions?.has(session) === false) return false;
      const ageMs = now - query.state.dataUpdatedAt;
      return [...topics].some(
        ([topic, olderThanMs]) =>
          ageMs >= olderThanMs &&
          (modulesOf[topic].some((changed) => changed === module)
            ? !(topic === "proof" && besideRuns.has(part))
            : topic === "proof" && query.queryKey.at(-1) === byProof),
      );
    },
  });
}

/** The same for all that belongs to a workspace, when what somebody may see and do there has changed. */
export function askEverythingAgain(cache: QueryClient, workspace: string): Promise<void> {
  return cache.invalidateQueries({
    predicate: (query) => query.queryKey[1] === workspace && !isKept(query),
  });
}

const isKept = (query: Query): boolean =>
  query.observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);
