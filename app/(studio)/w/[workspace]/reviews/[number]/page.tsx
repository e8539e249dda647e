import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { reviewQuery } from "@/components/data/review-queries";
import { threadsQuery } from "@/components/data/thread-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { ReviewPage } from "@/components/review/review-page";
import { readPlace } from "@/components/review/review-tabs";
import { serverClient } from "@/lib/api/server-client";
import { rowNumberInAddress } from "@/lib/kernel/row-number";

type Props = {
  params: Promise<{ workspace: string; number: string }>;
  searchParams: Promise<{ tab?: string | string[]; thread?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number } = await params;
  return { title: `Review ${number}` };
}

export default async function ReviewRoute({ params, searchParams }: Props) {
  const [{ workspace, number: inAddress }, { tab, thread }] = await Promise.all([params, searchParams]);
  const number = rowNumberInAddress.safeParse(inAddress).data;
  if (number === undefined) notFound();
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.fetchQuery(reviewQuery(serverClient.reviews, workspace, number)).catch(notFoundFor404),
        cache.prefetchQuery(threadsQuery(serverClient.reviews, workspace, { review: number })),
      ]}
    >
      <ReviewPage key={`${number} ${thread}`} number={number} {...readPlace({ tab, thread })} />
    </Hydrated>
  );
}
