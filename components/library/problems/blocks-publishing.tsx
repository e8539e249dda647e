"use client";

import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "@/components/data/review-queries";
import { client } from "@/lib/api/client";
import type { Problem } from "./problems";

type BlocksPublishingProps = { workspace: string; problem: Problem };

/** Says what a problem does to a publication. What breaks the format always stops it; a finding does by the policy. */
export function BlocksPublishing({ workspace, problem }: BlocksPublishingProps) {
  const { data: policy } = useQuery(policyQuery(client.reviews, workspace));
  if (!problem.blocking)
    return policy?.specificationBlocks && problem.breaksSpecification ? (
      <span>blocks publishing, by this workspace's policy</span>
    ) : null;
  const letThrough = problem.finding !== undefined && policy?.findingsBlock === false;
  return <span>{letThrough ? "serious; this workspace's policy lets it through" : "blocks publishing"}</span>;
}
