import type { Metadata } from "next";
import { instanceWorkspacesQuery } from "@/components/data/instance-queries";
import { WorkspacesPage } from "@/components/instance/workspaces-page";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Workspaces" };

export default function InstanceWorkspacesPage() {
  return (
    <Hydrated prefetch={(cache) => [cache.prefetchQuery(instanceWorkspacesQuery(serverClient.accounts))]}>
      <WorkspacesPage />
    </Hydrated>
  );
}
