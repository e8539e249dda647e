import type { Metadata } from "next";
import { everybody, peopleQuery } from "@/components/data/instance-queries";
import { PeoplePage } from "@/components/instance/people-page";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "People" };

export default function InstancePeoplePage() {
  return (
    <Hydrated
      prefetch={(cache) => [cache.prefetchInfiniteQuery(peopleQuery(serverClient.accounts, everybody))]}
    >
      <PeoplePage />
    </Hydrated>
  );
}
