import type { Metadata } from "next";
import { z } from "zod";
import { NewComparisonPage } from "@/components/compare/new-comparison-page";
import { agentsQuery } from "@/components/data/agent-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "New comparison" };

const word = z.string().catch("");
const searchSchema = z.object({ agent: word, skill: word, message: word, without: word });

type Props = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Props) {
  const { workspace } = await params;
  const { without, ...search } = searchSchema.parse(await searchParams);
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(agentsQuery(serverClient.agents, workspace))]}>
      <NewComparisonPage {...search} without={without !== ""} />
    </Hydrated>
  );
}
