import "server-only";
import type { Context } from "@/lib/access/context";
import { standsOut } from "@/lib/runtime/fuse-by-rank";
import { type Likeness, standingOut } from "@/lib/runtime/likeness";
import { readDraftLikeness } from "../likeness/read-likeness";
import { findCandidates } from "./find-candidates";

type FoundByQuery = {
  /** Ids, what holds all of the query first; before them, the few that are found by meaning. */
  candidates: readonly string[];
  likeness: Likeness | null;
};

/**
 * What a query finds in the library: by words and, where the workspace has an endpoint for embeddings that answers in
 * time, by meaning. Both at once: a search takes no longer than the slower of them.
 */
export async function findByQuery(context: Context, query: string): Promise<FoundByQuery> {
  const [byWords, likeness] = await Promise.all([
    findCandidates(context, query),
    readDraftLikeness(context, query),
  ]);
  const alike = likeness ? standingOut(likeness, standsOut).map(({ skillId }) => skillId) : [];
  return { candidates: [...new Set([...alike, ...byWords])], likeness };
}
