import type { Metadata } from "next";
import { policyQuery } from "@/components/data/review-queries";
import { membersQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { PolicySettings } from "@/components/settings/policy/policy-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Reviews" };

type Props = { params: Promise<{ workspace: string }> };

export default async function PolicyRoute({ params }: Props) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(policyQuery(serverClient.reviews, workspace)),
        cache.prefetchQuery(membersQuery(serverClient.workspaces, workspace)),
      ]}
    >
      <PolicySettings />
    </Hydrated>
  );
}
