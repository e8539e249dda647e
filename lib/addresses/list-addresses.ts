import "server-only";
import type { Context } from "@/lib/access/context";
import { holdsAt } from "@/lib/access/key-state";
import { requirePermission } from "@/lib/access/permissions";
import { addressColumns, toAddresses } from "./address-rows";
import { type Address, type ListAddresses, listAddressesSchema } from "./schema";

/** Of the ended ones; open ones are all listed, and are bounded by how many there may be. */
const mostEnded = 300;

/** The workspace's addresses without their secrets, or those of one agent: every open one, then the ended; newest first. */
export async function listAddresses(context: Context, input: ListAddresses = {}): Promise<Address[]> {
  requirePermission(context, "addresses.read");
  const { agent } = listAddressesSchema.parse(input);
  const where = {
    workspaceId: context.workspace.id,
    ...(agent === undefined ? {} : { agent: { slug: agent } }),
  };
  const shown = {
    select: addressColumns,
    orderBy: [{ createdAt: "desc" as const }, { id: "desc" as const }],
  };
  const isOpen = holdsAt(context.now());
  const { deliveryAddress } = context.db;
  const open = await deliveryAddress.findMany({ where: { ...where, ...isOpen }, ...shown });
  const ended = await deliveryAddress.findMany({
    where: { ...where, NOT: isOpen },
    ...shown,
    take: mostEnded,
  });
  return toAddresses(context, [...open, ...ended]);
}
