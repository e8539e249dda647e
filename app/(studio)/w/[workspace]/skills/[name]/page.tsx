import type { Metadata } from "next";
import { draftQuery, skillQuery } from "@/components/data/skill-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { requireFound } from "@/components/skill/require-found";
import { SkillPage } from "@/components/skill/skill-page";
import { toSkillView } from "@/components/skill/skill-view";
import { serverClient } from "@/lib/api/server-client";

type SkillRouteProps = {
  params: Promise<{ workspace: string; name: string }>;
  searchParams: Promise<{ view?: string | string[]; file?: string | string[] }>;
};

export async function generateMetadata({ params }: SkillRouteProps): Promise<Metadata> {
  const { name } = await params;
  return { title: decodeURIComponent(name) };
}

export default async function SkillRoute({ params, searchParams }: SkillRouteProps) {
  const { workspace, name } = await params;
  const { view, file } = await searchParams;
  const skill = decodeURIComponent(name);
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(cache.fetchQuery(skillQuery(serverClient.library, workspace, skill))),
        cache.prefetchQuery(draftQuery(serverClient.library, workspace, skill)),
      ]}
    >
      <SkillPage
        workspace={workspace}
        skill={skill}
        initialView={toSkillView(typeof view === "string" ? view : null)}
        initialPath={typeof file === "string" ? file : null}
      />
    </Hydrated>
  );
}
