"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { agentPath, agentsPath } from "@/components/data/agent-paths";
import { agentKeys } from "@/components/data/agent-queries";
import { libraryKeys } from "@/components/data/library-queries";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatCount } from "@/components/ui/format";
import { toast } from "@/components/ui/toaster";
import type { AgentSummary } from "@/lib/agents/schema";
import { client, unwrap } from "@/lib/api/client";

type DeleteAgentDialogProps = { workspace: string; agent: AgentSummary; close: () => void };

/** Deletes an agent and its conversations for good, after its name was typed. Its skills stay. */
export function DeleteAgentDialog({ workspace, agent, close }: DeleteAgentDialogProps) {
  const router = useRouter();
  const pathname = usePathname();
  const cache = useQueryClient();
  const remove = useMutation({
    meta: { silent: true },
    mutationFn: () =>
      unwrap(
        client.agents.workspaces[":workspace"].agents[":agent"].$delete({
          param: { workspace, agent: agent.slug },
          json: { confirmName: agent.name },
        }),
      ),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={`Delete ${agent.name}?`}
      description={`Its instructions, assignments and ${formatCount(agent.conversationCount, "conversation")} go for good. Its skills stay in the library.`}
      confirmLabel="Delete agent"
      danger
      typeToConfirm={agent.name}
      onConfirm={async () => {
        await remove.mutateAsync();
        toast(`Deleted ${agent.name}.`);
        if (pathname.startsWith(agentPath(workspace, agent.slug))) router.push(agentsPath(workspace));
        void cache.invalidateQueries({ queryKey: agentKeys.list(workspace) });
        void cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
      }}
    />
  );
}
