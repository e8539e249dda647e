import "server-only";
import { watchDrafts } from "@/lib/library/draft-watchers";
import { tellStaleApprovals } from "@/lib/reviews/commands/tell-stale-approvals";

/** What modules do when something happens in one that they build on, and which so cannot call them itself. */
export function connectModules(): void {
  watchDrafts("stale-approvals", async (tx, context, { skillId, digestBefore }) => {
    await tellStaleApprovals(tx, context, { skillId, before: { digest: digestBefore } });
  });
}
