import type { Metadata } from "next";
import { agentsQuery } from "@/components/data/agent-queries";
import { skillsQuery } from "@/components/data/library-queries";
import { readSkillFilters } from "@/components/data/skill-filters";
import { Hydrated } from "@/components/layout/hydrated";
import { LibraryPage } from "@/components/library/table/library-page";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Skills" };

type Props = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function SkillsPage({ params, searchParams }: Props) {
  const { workspace } = await params;
  const filters = readSkillFilters(await searchParams);
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchInfiniteQuery(skillsQuery(serverClient.library, workspace, filters)),
        cache.prefetchQuery(agentsQuery(serverClient.agents, workspace)),
      ]}
    >
      <LibraryPage />
    </Hydrated>
  );
}
