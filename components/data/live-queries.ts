import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { SessionEvent } from "@/lib/runtime/events";
import { moduleKey, type SessionPart } from "./query-keys";

const gateway = (api: Clients["gateway"]) => api.workspaces[":workspace"].gateway;

const keyOf = (workspace: string, ...rest: readonly string[]) =>
  [...moduleKey("gateway", workspace), ...rest] as const;

const sessionKey = (workspace: string, part: SessionPart, session: string) => keyOf(workspace, part, session);

/** The keys that hosts were given, the newest first. */
export const gatewayKeysQuery = (api: Clients["gateway"], workspace: string) =>
  queryOptions({
    queryKey: keyOf(workspace, "keys"),
    queryFn: () => unwrap(gateway(api).keys.$get({ param: { workspace } })),
  });

/** What is kept of live hosts, and for how long. */
export const gatewaySettingsQuery = (api: Clients["gateway"], workspace: string) =>
  queryOptions({
    queryKey: keyOf(workspace, "settings"),
    queryFn: () => unwrap(gateway(api).settings.$get({ param: { workspace } })),
  });

/** Conversations of live hosts, the last used first; asked again whenever a host was answered. */
export const liveSessionsQuery = (api: Clients["gateway"], workspace: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(workspace, "sessions"),
    queryFn: ({ pageParam }) =>
      unwrap(
        gateway(api).sessions.$get({
          param: { workspace },
          query: pageParam === "" ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

export const liveSessionQuery = (api: Clients["gateway"], workspace: string, session: string) =>
  queryOptions({
    queryKey: sessionKey(workspace, "session", session),
    queryFn: () => unwrap(gateway(api).sessions[":session"].$get({ param: { workspace, session } })),
  });

/** Turns at the end that are asked for again: the newest exchanges may not have been read yet when they came. */
const turnsAgain = 3;

/** The log of one conversation, page by page to its end. What was there before is not asked for again. */
export const liveEventsQuery = (api: Clients["live"], workspace: string, session: string) => {
  const queryKey = sessionKey(workspace, "events", session);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = settledEvents(client.getQueryData<{ items: SessionEvent[] }>(queryKey)?.items ?? []);
      const items = [...known];
      for (let after: number | null = items.length; after !== null; ) {
        const page: { items: SessionEvent[]; nextAfter: number | null } = await unwrap(
          api.workspaces[":workspace"].gateway.sessions[":session"].events.$get(
            { param: { workspace, session }, query: { after: String(after), limit: "2000" } },
            { init: { signal } },
          ),
        );
        for (const event of page.items) items.push(event);
        after = page.nextAfter;
      }
      return { items };
    },
  });
};

/** A log without its last turns; seq counts from 1 without gaps. */
function settledEvents(events: readonly SessionEvent[]): readonly SessionEvent[] {
  let turns = 0;
  for (let at = events.length - 1; at >= 0; at -= 1) {
    if (events[at]?.type === "run-started") turns += 1;
    if (turns === turnsAgain) return events.slice(0, at);
  }
  return [];
}

export const hostComparisonQuery = (api: Clients["live"], workspace: string, session: string) =>
  queryOptions({
    queryKey: sessionKey(workspace, "comparison", session),
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].gateway.sessions[":session"].comparison.$get({
          param: { workspace, session },
        }),
      ),
  });

/** Which sentences of the host its dialect could speak. */
export const wordingPreviewQuery = (api: Clients["live"], workspace: string, session: string) =>
  queryOptions({
    queryKey: sessionKey(workspace, "wording", session),
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].gateway.sessions[":session"].wording.$get({
          param: { workspace, session },
        }),
      ),
  });

/** Which dialects speak in their host's own sentences: it changes what agents are told. */
export const wordingsQuery = (api: Clients["live"], workspace: string) =>
  queryOptions({
    queryKey: [...moduleKey("agents", workspace), "wordings"],
    queryFn: () => unwrap(api.workspaces[":workspace"].wordings.$get({ param: { workspace } })),
  });
