"use client";

import { useState } from "react";
import type { Agent, EditAgent } from "@/lib/agents/schema";
import { ApiError } from "@/lib/api/client";
import { useEditAgent } from "./use-edit-agent";

/**
 * Edits an agent as it was when a dialog opened, so that a refetch behind it cannot hide a conflict. `theirs` is what
 * somebody who was first made of it; saving again replaces that.
 */
export function useContestedEdit(workspace: string, agent: Agent, onSaved: () => void) {
  const [base, setBase] = useState(agent);
  const [theirs, setTheirs] = useState<Agent | null>(null);
  const edit = useEditAgent(workspace, base);
  const save = (changes: Omit<EditAgent, "baseRevision">) =>
    edit.mutate(changes, {
      onSuccess: onSaved,
      onError: async (error) => {
        const { agentSchema } = await import("@/lib/agents/schema");
        const current = agentSchema.safeParse(error instanceof ApiError ? error.details.agent : null);
        if (!current.success) return;
        setTheirs(current.data);
        setBase(current.data);
      },
    });
  return { save, isPending: edit.isPending, error: edit.error, theirs, forgetTheirs: () => setTheirs(null) };
}
