import type { Metadata } from "next";
import { WorkspacesPage } from "@/components/instance/workspaces-page";

export const metadata: Metadata = { title: "Workspaces" };

export default function InstanceWorkspacesPage() {
  return <WorkspacesPage />;
}
