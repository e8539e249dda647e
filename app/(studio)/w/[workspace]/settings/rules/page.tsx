import type { Metadata } from "next";
import { RulesSettings } from "@/components/settings/policy/rules-settings";
import { unwrap } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Rules" };

type RulesPageProps = { params: Promise<{ workspace: string }> };

export default async function RulesPage({ params }: RulesPageProps) {
  const { workspace } = await params;
  const { items } = await unwrap(
    serverClient.library.workspaces[":workspace"].rules.$get({ param: { workspace } }),
  );
  return <RulesSettings rules={items} />;
}
