import type { Metadata } from "next";
import { WorkspaceActivityPage } from "@/components/activity/workspace-activity-page";
import { workspaceActivityQuery } from "@/components/data/activity-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { serverClient } from "@/lib/api/server-client";

type ActivityRouteProps = { params: Promise<{ workspace: string }> };

export const metadata: Metadata = { title: "Activity of all skills" };

export default async function ActivityRoute({ params }: ActivityRouteProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(workspaceActivityQuery(serverClient.activity, workspace, 30)),
      ]}
    >
      <WorkspaceActivityPage workspace={workspace} />
    </Hydrated>
  );
}
