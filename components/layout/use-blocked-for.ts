"use client";

import { type Permission, whyNotByRole } from "@/lib/access/permissions";
import { useWorkspace } from "./current-workspace";

/** Why the person's role does not allow something, for `blockedReason`; undefined when it does. */
export function useBlockedFor(permission: Permission): string | undefined {
  const { role } = useWorkspace();
  return whyNotByRole(role, permission) ?? undefined;
}
