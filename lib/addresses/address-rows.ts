import "server-only";
import type { Context } from "@/lib/access/context";
import { lifeState } from "@/lib/access/key-state";
import type { Prisma } from "@/lib/db/generated/client";
import { findPeople } from "@/lib/people/find-people";
import { compareUtf8 } from "@/lib/skills/digest";
import { addressUrl, gitUrl } from "./address-secret";
import type { Address, ShownAddress } from "./schema";

/** What is said of an address, without its secret. */
export const addressColumns = {
  id: true,
  name: true,
  label: true,
  createdById: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastFetchedAt: true,
  agent: { select: { slug: true, name: true } },
  skills: { select: { skill: { select: { name: true } } } },
} as const satisfies Prisma.DeliveryAddressSelect;

export type AddressRow = Prisma.DeliveryAddressGetPayload<{ select: typeof addressColumns }>;

export async function toAddresses(context: Context, rows: readonly AddressRow[]): Promise<Address[]> {
  const personOf = await findPeople(
    context,
    rows.map(({ createdById }) => createdById),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    gives: givenBy(row),
    state: lifeState(row, context.now()),
    createdBy: personOf(row.createdById),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastFetchedAt: row.lastFetchedAt?.toISOString() ?? null,
  }));
}

function givenBy({ agent, label, skills }: AddressRow): Address["gives"] {
  if (agent) return { kind: "agent", agent };
  if (label !== null) return { kind: "label", label };
  return { kind: "selection", skills: skills.map(({ skill }) => skill.name).sort(compareUtf8) };
}

/** With where it stands: for whoever may hand it out. */
export async function showAddressRow(
  context: Context,
  row: AddressRow,
  token: string,
): Promise<ShownAddress> {
  const [address] = await toAddresses(context, [row]);
  if (!address) throw new Error(`The address ${row.id} was lost while it was shown.`);
  const title = row.agent?.slug ?? row.label ?? row.name;
  return { ...address, url: addressUrl(token), gitUrl: gitUrl(token, title) };
}
