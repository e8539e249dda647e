import type { Role } from "@/lib/access/permissions";

/**
 * Whether the policy lets somebody go past it with a reason; undefined is nobody who belongs there. Never a machine: a
 * person answers for it. What else an act asks for is its own permission.
 */
export const mayBypassPolicy = (
  { bypassRoles }: { bypassRoles: readonly Role[] },
  somebody: { role: Role; isMachine: boolean } | undefined,
): boolean => somebody !== undefined && !somebody.isMachine && bypassRoles.includes(somebody.role);
