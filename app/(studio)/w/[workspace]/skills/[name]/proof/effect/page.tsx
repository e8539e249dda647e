import type { Metadata } from "next";
import { prefetchEffect } from "@/components/data/effect-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { EffectPage } from "@/components/proof/effect/effect-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type EffectRouteProps = { params: Promise<{ workspace: string; name: string }> };

export async function generateMetadata({ params }: EffectRouteProps): Promise<Metadata> {
  const { name } = await params;
  return { title: `Tasks of ${decodeURIComponent(name)}` };
}

export default async function EffectRoute({ params }: EffectRouteProps) {
  const { workspace, name } = await params;
  const skill = decodeURIComponent(name);
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(prefetchEffect(cache, serverClient, { workspace, skill, run: null })),
      ]}
    >
      <EffectPage workspace={workspace} skill={skill} number={null} />
    </Hydrated>
  );
}
