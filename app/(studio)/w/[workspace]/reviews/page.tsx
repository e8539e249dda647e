import type { Metadata } from "next";
import { readReviewFilter } from "@/components/data/review-filters";
import { reviewsQuery } from "@/components/data/review-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ReviewsPage } from "@/components/review/reviews-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Reviews" };

type Props = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<{ filter?: string | string[] }>;
};

export default async function ReviewsRoute({ params, searchParams }: Props) {
  const [{ workspace }, { filter }] = await Promise.all([params, searchParams]);
  const shown = readReviewFilter(filter);
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchInfiniteQuery(reviewsQuery(serverClient.reviews, workspace, shown)),
      ]}
    >
      <ReviewsPage initialFilter={shown} />
    </Hydrated>
  );
}
