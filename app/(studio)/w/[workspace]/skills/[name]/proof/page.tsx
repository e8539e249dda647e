import type { Metadata } from "next";
import { prefetchProof } from "@/components/data/proof-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { ProofPage } from "@/components/proof/proof-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type ProofRouteProps = { params: Promise<{ workspace: string; name: string }> };

export async function generateMetadata({ params }: ProofRouteProps): Promise<Metadata> {
  const { name } = await params;
  return { title: `Trigger suite of ${decodeURIComponent(name)}` };
}

export default async function ProofRoute({ params }: ProofRouteProps) {
  const { workspace, name } = await params;
  const skill = decodeURIComponent(name);
  return (
    <Hydrated
      prefetch={(cache) => [
        requireFound(prefetchProof(cache, serverClient, { workspace, skill, run: null })),
      ]}
    >
      <ProofPage workspace={workspace} skill={skill} number={null} />
    </Hydrated>
  );
}
