import type { Metadata } from "next";
import { skillQuery, versionsQuery } from "@/components/data/skill-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { requireFound } from "@/components/skill/require-found";
import { VersionsPage } from "@/components/skill/versions-page";
import { serverClient } from "@/lib/api/server-client";

type VersionsRouteProps = { params: Promise<{ workspace: string; name: string }> };

export async function generateMetadata({ params }: VersionsRouteProps): Promise<Metadata> {
  const { name } = await params;
  return { title: `Versions of ${decodeURIComponent(name)}` };
}

export default async function VersionsRoute({ params }: VersionsRouteProps) {
  const { workspace, name } = await params;
  const skill = decodeURIComponent(name);
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(cache.fetchQuery(skillQuery(serverClient.library, workspace, skill))),
        cache.prefetchInfiniteQuery(versionsQuery(serverClient.library, workspace, skill)),
      ]}
    >
      <VersionsPage workspace={workspace} skill={skill} />
    </Hydrated>
  );
}
