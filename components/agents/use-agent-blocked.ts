"use client";

import { useBlockedFor } from "@/components/layout/use-blocked-for";
import type { AgentSummary } from "@/lib/agents/schema";
import { whyDeclared } from "@/lib/kernel/require-undeclared";

/** Why an agent is not the person's to change here, for `blockedReason`: by role, or as a configuration file keeps it. */
export function useAgentBlocked({
  name,
  declaredIn,
}: Pick<AgentSummary, "name" | "declaredIn">): string | undefined {
  const byRole = useBlockedFor("agents.edit");
  return byRole ?? (declaredIn === null ? undefined : whyDeclared(name, declaredIn));
}
