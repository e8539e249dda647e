import type { Metadata } from "next";
import { agentsQuery } from "@/components/agents/agent-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { LibraryPage } from "@/components/library/library-page";
import { skillsQuery } from "@/components/library/library-queries";
import { readSkillFilters } from "@/components/library/skill-filters";
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
