import type { Metadata } from "next";
import { prefetchRadar } from "@/components/data/radar-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { RadarPage } from "@/components/proof/radar/radar-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type RadarRouteProps = { params: Promise<{ workspace: string }> };

export const metadata: Metadata = { title: "Model radar" };

export default async function RadarRoute({ params }: RadarRouteProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [requireFound(prefetchRadar(cache, serverClient, { workspace, run: null }))]}
    >
      <RadarPage workspace={workspace} number={null} />
    </Hydrated>
  );
}
