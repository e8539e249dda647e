import type { Metadata } from "next";
import { addressesQuery } from "@/components/data/address-queries";
import { Hydrated } from "@/components/layout/hydrated";
import { AddressesSettings } from "@/components/settings/addresses-settings";
import { serverClient } from "@/lib/api/server-client";

export const metadata: Metadata = { title: "Delivery addresses" };

type AddressesPageProps = { params: Promise<{ workspace: string }> };

export default async function AddressesPage({ params }: AddressesPageProps) {
  const { workspace } = await params;
  return (
    <Hydrated
      prefetch={(cache) => [cache.prefetchQuery(addressesQuery(serverClient.addresses, workspace, null))]}
    >
      <AddressesSettings />
    </Hydrated>
  );
}
