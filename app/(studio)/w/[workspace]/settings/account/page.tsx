import type { Metadata } from "next";
import { signedInQuery, signInMethodsQuery } from "@/components/data/settings-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { AccountSettings } from "@/components/settings/account/account-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Your account" };

export default function AccountSettingsPage() {
  return (
    <Hydrated
      prefetch={(cache) => [
        cache.prefetchQuery(signInMethodsQuery(serverClient.person)),
        cache.prefetchQuery(signedInQuery(serverClient.person)),
      ]}
    >
      <AccountSettings />
    </Hydrated>
  );
}
