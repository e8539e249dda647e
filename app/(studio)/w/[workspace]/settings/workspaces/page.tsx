import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WorkspacesSettings } from "@/components/settings/workspaces-settings";
import { findCurrentSession } from "@/lib/api/current-session";

export const metadata: Metadata = { title: "Workspaces" };

export default async function WorkspacesPage() {
  const session = await findCurrentSession();
  if (!session?.user.isOperator) notFound();
  return <WorkspacesSettings />;
}
