"use client";

import { can, leastRole, type Permission } from "@/lib/access/permissions";
import { useWorkspace } from "./current-workspace";

/** Why the person's role does not allow something, for `blockedReason`; undefined when it does. */
export function useBlockedFor(permission: Permission): string | undefined {
  const { role } = useWorkspace();
  return can(role, permission)
    ? undefined
    : `Your role here is ${role}; this needs ${leastRole[permission]} or above.`;
}
