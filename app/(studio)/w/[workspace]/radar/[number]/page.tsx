import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { prefetchRadar } from "@/components/data/radar-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { RadarPage } from "@/components/proof/radar/radar-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";
import { rowNumberInAddress } from "@/lib/kernel/row-number";

type RadarRunRouteProps = { params: Promise<{ workspace: string; number: string }> };

export const metadata: Metadata = { title: "Model radar" };

export default async function RadarRunRoute({ params }: RadarRunRouteProps) {
  const { workspace, number } = await params;
  const run = rowNumberInAddress.safeParse(number);
  if (!run.success) notFound();
  return (
    <Hydrated
      prefetch={(cache) => [requireFound(prefetchRadar(cache, serverClient, { workspace, run: run.data }))]}
    >
      <RadarPage workspace={workspace} number={run.data} />
    </Hydrated>
  );
}
