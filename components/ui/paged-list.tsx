"use client";

import type { ReactNode } from "react";
import { NotLoaded } from "./not-loaded";
import { itemsOf, type PagedQuery } from "./paged-query";
import { ShowMore } from "./show-more";

type PagedListProps<Item> = {
  list: PagedQuery<Item>;
  /** Said while the first page is read: "Loading reviews". */
  loading: string;
  /** Said when it failed: "The reviews could not be read". */
  failed: string;
  /** In the place of a list without items. */
  empty: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A list as far as it was read and the way to more of it; or why there is nothing to see. */
export function PagedList<Item>({ list, loading, failed, empty, children }: PagedListProps<Item>) {
  const items = itemsOf(list);
  if (items.length === 0 && !list.hasNextPage)
    return list.isSuccess ? empty : <NotLoaded query={list} loading={loading} failed={failed} />;
  return (
    <>
      {items.length === 0 ? null : children(items)}
      <ShowMore list={list} />
    </>
  );
}
