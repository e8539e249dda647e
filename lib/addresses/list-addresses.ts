import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { addressColumns, toAddresses } from "./address-rows";
import { type Address, type ListAddresses, listAddressesSchema } from "./schema";

/** The workspace's addresses without their secrets, or those of one agent. The newest first, ended ones included. */
export async function listAddresses(context: Context, input: ListAddresses = {}): Promise<Address[]> {
  requirePermission(context, "addresses.read");
  const { agent } = listAddressesSchema.parse(input);
  const rows = await context.db.deliveryAddress.findMany({
    where: {
      workspaceId: context.workspace.id,
      ...(agent === undefined ? {} : { agent: { slug: agent } }),
    },
    select: addressColumns,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 500,
  });
  return toAddresses(context, rows);
}
