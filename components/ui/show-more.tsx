"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import type { PagedQuery } from "./paged-query";

type ShowMoreProps = {
  list: Pick<PagedQuery<unknown>, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  className?: string;
  children?: ReactNode;
};

/** The way to the next page of a list, while there is one. */
export function ShowMore({ list, className = "p-3", children = "Show more" }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={className}>
      <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
