import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import type { EventList } from "@/lib/sessions/schema";
import { moduleKey } from "./query-keys";

const conversations = (api: Clients["sessions"]) => api.workspaces[":workspace"].conversations;

export const sessionKeys = {
  all: (workspace: string) => moduleKey("sessions", workspace),
  list: (workspace: string) => [...moduleKey("sessions", workspace), "list"] as const,
  one: (workspace: string, conversation: string) =>
    [...moduleKey("sessions", workspace), "one", conversation] as const,
  events: (workspace: string, conversation: string) =>
    [...moduleKey("sessions", workspace), "events", conversation] as const,
  feedback: (workspace: string, conversation: string) =>
    [...moduleKey("sessions", workspace), "feedback", conversation] as const,
};

const pageSize = 50;

export const conversationsQuery = (
  api: Clients["sessions"],
  workspace: string,
  filters: { query: string; agent: string },
) =>
  infiniteQueryOptions({
    queryKey: [...sessionKeys.list(workspace), filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        conversations(api).$get({
          param: { workspace },
          query: {
            limit: String(pageSize),
            ...(filters.query === "" ? {} : { query: filters.query }),
            ...(filters.agent === "" ? {} : { agent: filters.agent }),
            ...(pageParam === "" ? {} : { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });

export const conversationQuery = (api: Clients["sessions"], workspace: string, conversation: string) =>
  queryOptions({
    queryKey: sessionKeys.one(workspace, conversation),
    queryFn: () => unwrap(conversations(api)[":conversation"].$get({ param: { workspace, conversation } })),
  });

/** One line's log, of the line used last without a `branch`, as far as one answer goes; the event stream brings the rest, so it is never fetched twice. */
export const eventsQuery = (
  api: Clients["sessions"],
  workspace: string,
  conversation: string,
  branch: string | null = null,
) =>
  queryOptions({
    queryKey: [...sessionKeys.events(workspace, conversation), branch],
    queryFn: async (): Promise<EventList> => {
      const list = await unwrap(
        conversations(api)[":conversation"].events.$get({
          param: { workspace, conversation },
          query: branch === null ? {} : { branch },
        }),
      );
      if (typeof list === "string") throw new Error("The log was asked for as a list and came as a stream.");
      return list;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What one step sent and got: the same for ever, once the step is over. */
export const exchangeQuery = (
  api: Clients["runs"],
  workspace: string,
  place: { conversation: string; run: string; step: number },
) =>
  queryOptions({
    queryKey: [...moduleKey("sessions", workspace), "exchange", place],
    queryFn: () =>
      unwrap(
        api.workspaces[":workspace"].conversations[":conversation"].runs[":run"].steps[":step"].exchange.$get(
          {
            param: { workspace, conversation: place.conversation, run: place.run, step: String(place.step) },
          },
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Thumbs on the runs, the newest first. */
export const feedbackQuery = (api: Clients["sessions"], workspace: string, conversation: string) =>
  queryOptions({
    queryKey: sessionKeys.feedback(workspace, conversation),
    queryFn: () =>
      unwrap(conversations(api)[":conversation"].feedback.$get({ param: { workspace, conversation } })),
  });
