import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { prefetchSuiteRun } from "@/components/data/effect-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { SuiteRunPage } from "@/components/proof/suite-run-page";
import { requireFound } from "@/components/skill/require-found";
import { serverClient } from "@/lib/api/server-client";

type RunRouteProps = { params: Promise<{ workspace: string; name: string; number: string }> };

export async function generateMetadata({ params }: RunRouteProps): Promise<Metadata> {
  const { name, number } = await params;
  return { title: `Run ${number} of ${decodeURIComponent(name)}` };
}

export default async function RunRoute({ params }: RunRouteProps) {
  const { workspace, name, number } = await params;
  if (!/^[1-9]\d{0,8}$/.test(number)) notFound();
  const skill = decodeURIComponent(name);
  const run = Number(number);
  return (
    <Hydrated
      prefetch={(cache) => [requireFound(prefetchSuiteRun(cache, serverClient, { workspace, skill, run }))]}
    >
      <SuiteRunPage key={run} workspace={workspace} skill={skill} number={run} />
    </Hydrated>
  );
}
