"use client";

import { type Permission, whyNotAllowed } from "@/lib/access/permissions";
import { useWorkspace } from "./current-workspace";

/** Why the person's role does not allow something, for `blockedReason`; undefined when it does. */
export function useBlockedFor(permission: Permission): string | undefined {
  const { role } = useWorkspace();
  return whyNotAllowed({ workspace: { role } }, permission) ?? undefined;
}
