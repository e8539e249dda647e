import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { InvitePage } from "@/components/onboarding/invite-page";
import { unwrap } from "@/lib/api/client";
import { findCurrentSession } from "@/lib/api/current-session";
import { serverClient } from "@/lib/api/server-client";
import { version } from "@/package.json";

export const metadata: Metadata = { title: "Join a workspace" };

export default async function InvitationPage() {
  const { claimed } = await unwrap(serverClient.workspaces.setup.$get());
  if (!claimed) redirect("/");
  const session = await findCurrentSession();
  return (
    <InvitePage
      version={version}
      person={session && { name: session.user.name, email: session.user.email }}
    />
  );
}
