import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";

export type InboxFilter = "all" | "unread";

const pageSize = 50;
const inbox = (api: Clients["inbox"]) => api.workspaces[":workspace"].inbox;

export const inboxKeys = {
  all: (workspace: string) => moduleKey("inbox", workspace),
  lists: (workspace: string) => [...moduleKey("inbox", workspace), "list"] as const,
  unread: (workspace: string) => [...moduleKey("inbox", workspace), "unread"] as const,
};

/** Answers one's own inbox, the newest first, page after page. */
export const inboxQuery = (api: Clients["inbox"], workspace: string, filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...inboxKeys.lists(workspace), filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        inbox(api).$get({
          param: { workspace },
          query: {
            unread: filter === "unread" ? "true" : "false",
            limit: String(pageSize),
            ...(pageParam === "" ? {} : { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

/** How many wait to be read, for the rail. */
export const unreadQuery = (api: Clients["inbox"], workspace: string) =>
  queryOptions({
    queryKey: inboxKeys.unread(workspace),
    queryFn: () => unwrap(inbox(api).unread.$get({ param: { workspace } })),
  });
