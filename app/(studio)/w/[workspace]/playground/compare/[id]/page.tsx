import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { ComparisonPage } from "@/components/compare/comparison-page";
import { comparisonQuery } from "@/components/data/comparison-queries";
import { eventsQuery } from "@/components/data/session-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { notFoundFor404 } from "@/components/layout/not-found-for-404";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Comparison" };

type Props = { params: Promise<{ workspace: string; id: string }> };

export default async function Page({ params }: Props) {
  const { workspace, id } = await params;
  if (!z.uuid().safeParse(id).success) notFound();
  return (
    <Hydrated
      prefetch={(cache) => [
        cache
          .fetchQuery(comparisonQuery(serverClient.comparisons, workspace, id))
          .then(({ columns }) =>
            Promise.all(
              columns.map((column) =>
                cache.prefetchQuery(eventsQuery(serverClient.sessions, workspace, column.id)),
              ),
            ),
          )
          .catch(notFoundFor404),
      ]}
    >
      <ComparisonPage key={id} id={id} />
    </Hydrated>
  );
}
