import "server-only";
import type { Context } from "@/lib/access/context";
import { requirePermission } from "@/lib/access/permissions";
import { AppError } from "@/lib/kernel/app-error";

/** What an address gives, by ids: the newest versions of a selection. */
export type AddressTarget =
  | { kind: "agent"; agentId: string }
  | { kind: "label"; label: string }
  | { kind: "selection"; skillIds: readonly string[]; label: null };

type TargetRow = { agentId: string | null; label: string | null; skillIds: readonly string[] };

export function targetOf({ agentId, label, skillIds }: TargetRow): AddressTarget {
  if (agentId !== null) return { kind: "agent", agentId };
  return label !== null ? { kind: "label", label } : { kind: "selection", skillIds, label: null };
}

/** What an address gives, open or not. NOT_FOUND for one of elsewhere. */
export async function getAddressTarget(
  context: Context,
  { address }: { address: string },
): Promise<AddressTarget> {
  requirePermission(context, "addresses.read");
  const row = await context.db.deliveryAddress.findFirst({
    where: { id: address, workspaceId: context.workspace.id },
    select: { agentId: true, label: true, skills: { select: { skillId: true } } },
  });
  if (!row) throw new AppError("NOT_FOUND", "There is no such address.");
  return targetOf({ ...row, skillIds: row.skills.map(({ skillId }) => skillId) });
}
