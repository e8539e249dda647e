import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Clients, unwrap } from "@/lib/api/client";
import { moduleKey } from "./query-keys";
import type { ReviewFilter } from "./review-filters";

const pageSize = 50;
const reviews = (api: Clients["reviews"]) => api.workspaces[":workspace"].reviews;

export const reviewKeys = {
  all: (workspace: string) => moduleKey("reviews", workspace),
  one: (workspace: string, number: number) => [...moduleKey("reviews", workspace), "one", number] as const,
  proof: (workspace: string, number: number) =>
    [...moduleKey("reviews", workspace), "proof", number] as const,
};

/** Reviews of one kind, the most recently changed first, page after page. */
export const reviewsQuery = (api: Clients["reviews"], workspace: string, filter: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: [...reviewKeys.all(workspace), "list", filter],
    queryFn: ({ pageParam }) =>
      unwrap(
        reviews(api).$get({
          param: { workspace },
          query: { filter, limit: String(pageSize), ...(pageParam === "" ? {} : { cursor: pageParam }) },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** As many open reviews as the API gives at once: enough to mark the skills they are of, and to count those asked of one. */
const mostAtOnce = 100;

export const openReviewsQuery = (
  api: Clients["reviews"],
  workspace: string,
  filter: "open" | "asked-of-me",
) =>
  queryOptions({
    queryKey: [...reviewKeys.all(workspace), "all", filter],
    queryFn: () =>
      unwrap(reviews(api).$get({ param: { workspace }, query: { filter, limit: String(mostAtOnce) } })),
  });

/** The open review of a skill: there is one at most. */
export const skillReviewQuery = (api: Clients["reviews"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...reviewKeys.all(workspace), "of-skill", skill],
    queryFn: async () => {
      const query = { filter: "open", skill, limit: "1" } as const;
      const { items } = await unwrap(reviews(api).$get({ param: { workspace }, query }));
      return items[0] ?? null;
    },
  });

export const reviewQuery = (api: Clients["reviews"], workspace: string, number: number) =>
  queryOptions({
    queryKey: reviewKeys.one(workspace, number),
    queryFn: () => unwrap(reviews(api)[":number"].$get({ param: { workspace, number: String(number) } })),
  });

/** What a draft still needs before it is published; asked for anew whenever a dialog opens. */
export const publicationQuery = (api: Clients["reviews"], workspace: string, skill: string) =>
  queryOptions({
    queryKey: [...reviewKeys.all(workspace), "publication", skill],
    queryFn: () =>
      unwrap(api.workspaces[":workspace"].skills[":skill"].publication.$get({ param: { workspace, skill } })),
    staleTime: 0,
  });

export const policyQuery = (api: Clients["reviews"], workspace: string) =>
  queryOptions({
    queryKey: [...reviewKeys.all(workspace), "policy"],
    queryFn: () => unwrap(api.workspaces[":workspace"].policy.$get({ param: { workspace } })),
  });

/** What suites say of the bytes under review. */
export const reviewProofQuery = (api: Clients["reviews"], workspace: string, number: number) =>
  queryOptions({
    queryKey: reviewKeys.proof(workspace, number),
    queryFn: () =>
      unwrap(reviews(api)[":number"].proof.$get({ param: { workspace, number: String(number) } })),
  });
