import "server-only";
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

type HydratedProps = { prefetch: (cache: QueryClient) => Promise<unknown>[]; children: ReactNode };

/** Fetches a page's queries on the server and hands them to the browser, so that the first paint has its data. */
export async function Hydrated({ prefetch, children }: HydratedProps) {
  const cache = new QueryClient();
  await Promise.all(prefetch(cache));
  return <HydrationBoundary state={dehydrate(cache)}>{children}</HydrationBoundary>;
}
