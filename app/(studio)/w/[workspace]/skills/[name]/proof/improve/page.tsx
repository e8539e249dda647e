import type { Metadata } from "next";
import { improvementsQuery } from "@/components/data/improvement-queries";
import { triggerSuiteQuery } from "@/components/data/proof-queries";
import { skillQuery } from "@/components/data/skill-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ImprovePage } from "@/components/proof/improve/improve-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type ImproveRouteProps = { params: Promise<{ workspace: string; name: string }> };

export async function generateMetadata({ params }: ImproveRouteProps): Promise<Metadata> {
  const { name } = await params;
  return { title: `Improve ${decodeURIComponent(name)}` };
}

export default async function ImproveRoute({ params }: ImproveRouteProps) {
  const { workspace, name } = await params;
  const skill = decodeURIComponent(name);
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(cache.fetchQuery(skillQuery(serverClient.library, workspace, skill))),
        cache.prefetchQuery(triggerSuiteQuery(serverClient.proof, workspace, skill)),
        cache.prefetchQuery(improvementsQuery(serverClient.improvements, workspace, { skill })),
      ]}
    >
      <ImprovePage workspace={workspace} skill={skill} />
    </Hydrated>
  );
}
