"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { suiteRunQuery } from "@/components/data/proof-queries";
import { SkeletonRows } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import { ProofPage } from "./proof-page";

const EffectPage = dynamic(() => import("./effect/effect-page").then((module) => module.EffectPage), {
  loading: () => <SkeletonRows label="Loading the run" />,
});

type SuiteRunPageProps = { workspace: string; skill: string; number: number };

/** One run, by what it is a run of. */
export function SuiteRunPage(props: SuiteRunPageProps) {
  const { workspace, skill, number } = props;
  const run = useQuery(suiteRunQuery(client.proof, workspace, skill, number));
  return run.data?.suite === "effect" ? <EffectPage {...props} /> : <ProofPage {...props} />;
}
