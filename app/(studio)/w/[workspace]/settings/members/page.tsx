import type { Metadata } from "next";
import { invitationsQuery, membersQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { MembersSettings } from "@/components/settings/members/members-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Members" };

type MembersPageProps = { params: Promise<{ workspace: string }> };

export default async function MembersPage({ params }: MembersPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(membersQuery(serverClient.workspaces, workspace)),
        cache.prefetchQuery(invitationsQuery(serverClient.invitations, workspace)),
      ]}
    >
      <MembersSettings />
    </Hydrated>
  );
}
