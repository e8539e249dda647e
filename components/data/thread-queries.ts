import { queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

/** Where threads are seen: in one review, or in one conversation. */
export type ThreadScope = { review: number } | { conversation: string };

export const threadKeys = {
  all: (workspace: string) => moduleKey("threads", workspace),
  of: (workspace: string, scope: ThreadScope) => [...moduleKey("threads", workspace), scope] as const,
};

/** The threads of one place, the oldest first. */
export const threadsQuery = (api: Clients["reviews"], workspace: string, scope: ThreadScope) =>
  queryOptions({
    queryKey: threadKeys.of(workspace, scope),
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].threads.$get({
          param: { workspace },
          query: "review" in scope ? { review: String(scope.review) } : { conversation: scope.conversation },
        }),
      ),
  });
