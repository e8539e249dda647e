import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ClaimPage } from "@/components/onboarding/claim-page";
import { unwrap } from "@/lib/api/client";
import { serverClient } from "@/lib/api/server-client";
import { version } from "@/package.json";

export const metadata: Metadata = { title: "Set up" };

export default async function SetupPage() {
  const { claimed } = await unwrap(serverClient.workspaces.setup.$get());
  if (claimed) redirect("/sign-in");
  return <ClaimPage version={version} />;
}
