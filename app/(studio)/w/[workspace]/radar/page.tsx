import type { Metadata } from "next";
import { prefetchRadar, shownRadarRun } from "@/components/data/radar-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { RadarPage } from "@/components/proof/radar/radar-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type RadarRouteProps = {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: "Model radar" };

export default async function RadarRoute({ params, searchParams }: RadarRouteProps) {
  const { workspace } = await params;
  const run = shownRadarRun((await searchParams).run);
  return (
    <Hydrated prefetch={(cache) => [requireFound(prefetchRadar(cache, serverClient, { workspace, run }))]}>
      <RadarPage workspace={workspace} />
    </Hydrated>
  );
}
