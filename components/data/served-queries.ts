import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { SessionEvent } from "@/lib/runtime/events";
import { moduleKey, type SessionPart } from "./query-keys";

const served = (api: Clients["served"]) => api.workspaces[":workspace"]["served-sessions"];

/** Told of with the conversations of live hosts, and so asked again with them. */
const sessionKey = (workspace: string, part: SessionPart, session: string) =>
  [...moduleKey("gateway", workspace), part, session, "served"] as const;

/** Sessions of agents' own programs, the last used first. */
export const servedSessionsQuery = (api: Clients["served"], workspace: string) =>
  infiniteQueryOptions({
    queryKey: [...moduleKey("gateway", workspace), "served-sessions"],
    queryFn: ({ pageParam }) =>
      unwrap(
        served(api).$get({ param: { workspace }, query: pageParam === "" ? {} : { cursor: pageParam } }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

export const servedSessionQuery = (api: Clients["served"], workspace: string, session: string) =>
  queryOptions({
    queryKey: sessionKey(workspace, "session", session),
    queryFn: () => unwrap(served(api)[":served"].$get({ param: { workspace, served: session } })),
  });

/** The log of one session, page by page to its end. */
export const servedEventsQuery = (api: Clients["served"], workspace: string, session: string) =>
  queryOptions({
    queryKey: sessionKey(workspace, "events", session),
    queryFn: async ({ signal }) => {
      const items: SessionEvent[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: { items: SessionEvent[]; nextAfter: number | null } = await unwrap(
          served(api)[":served"].events.$get(
            { param: { workspace, served: session }, query: { after: String(after), limit: "2000" } },
            { init: { signal } },
          ),
        );
        items.push(...page.items);
        after = page.nextAfter;
      }
      return { items };
    },
  });
