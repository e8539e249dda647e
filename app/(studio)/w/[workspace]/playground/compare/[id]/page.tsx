import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { ComparisonPage } from "@/components/compare/comparison-page";
import { comparisonQuery } from "@/components/compare/comparison-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { eventsQuery } from "@/components/playground/session-queries";
import { ApiError } from "@/lib/api/client";
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

function notFoundFor404(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) notFound();
  throw error;
}
