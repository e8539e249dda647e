import { redirect } from "next/navigation";
import { instancePath } from "@/components/data/settings-paths";

type InstancePageProps = { params: Promise<{ workspace: string }> };

export default async function InstancePage({ params }: InstancePageProps) {
  const { workspace } = await params;
  redirect(instancePath(workspace, "workspaces"));
}
