/** A list that is read page by page: what an infinite query of TanStack Query gives. */
export type PagedQuery<Item> = {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined;
  error: Error | null;
  isSuccess: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** All that was read so far, in order. */
export const itemsOf = <Item>({ data }: Pick<PagedQuery<Item>, "data">): Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];
