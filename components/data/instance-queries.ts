import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";

/** All that operators see of the installation. */
export const instanceKey = ["instance"];

/** Which people are shown. */
export type PeopleFilter = { query: string; filter: "all" | "operators" | "deactivated" };
export const everybody: PeopleFilter = { query: "", filter: "all" };

/** The people of the installation, by name, page after page. */
export const peopleQuery = (api: Clients["accounts"], { query, filter }: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: [...instanceKey, "people", query, filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.instance.people.$get({
          query: {
            filter,
            ...(query === "" ? {} : { query }),
            ...(pageParam === "" ? {} : { cursor: pageParam }),
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** One account with what deactivating it would touch; asked for when somebody is about to. */
export const accountQuery = (api: Clients["accounts"], person: string) =>
  queryOptions({
    queryKey: [...instanceKey, "people", "one", person],
    queryFn: () => unwrap(api.instance.people[":person"].$get({ param: { person } })),
    staleTime: 0,
  });

export const instanceWorkspacesQuery = (api: Clients["accounts"]) =>
  queryOptions({
    queryKey: [...instanceKey, "workspaces"],
    queryFn: () => unwrap(api.instance.workspaces.$get()),
  });
