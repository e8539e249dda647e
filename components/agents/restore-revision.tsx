"use client";

import { useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { agentRevisionsPath } from "@/components/data/agent-paths";
import { agentKeys, agentQuery } from "@/components/data/agent-queries";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { Agent } from "@/lib/agents/schema";
import { client, unwrap } from "@/lib/api/client";
import { useAgentBlocked } from "./use-agent-blocked";

type RestoreRevisionProps = { workspace: string; agent: Agent; number: number };

/** Makes the agent what it was then, as a new revision; says what could not be brought back. */
export function RestoreRevision({ workspace, agent, number }: RestoreRevisionProps) {
  const [open, setOpen] = useState(false);
  const mayNot = useAgentBlocked(agent);
  const needless = number === agent.revision ? "The agent is this revision." : undefined;
  const restore = useRestore(workspace, agent, number);
  return (
    <>
      <Button
        variant="primary"
        icon={History}
        missingRight={mayNot}
        blockedReason={needless}
        onClick={() => setOpen(true)}
      >
        Restore revision {number}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Restore revision ${number}`}
        description={`Instructions, settings, tools and skills of ${agent.name} become what they were. It is a new revision: nothing is lost, and its name stays.`}
        confirmLabel={`Restore revision ${number}`}
        onConfirm={restore}
      />
    </>
  );
}

function useRestore(workspace: string, agent: Agent, number: number) {
  const cache = useQueryClient();
  const router = useRouter();
  return async () => {
    const revision = client.agents.workspaces[":workspace"].agents[":agent"].revisions[":number"];
    const param = { workspace, agent: agent.slug, number: String(number) };
    try {
      const { agent: restored, left } = await unwrap(
        revision.restore.$post({ param, json: { baseRevision: agent.revision } }),
      );
      cache.setQueryData(agentQuery(client.agents, workspace, agent.slug).queryKey, restored);
      toast(
        left.length === 0
          ? `${restored.name} is what it was at revision ${number}`
          : `Restored, except: ${left.join("; ")}`,
      );
      router.replace(agentRevisionsPath(workspace, agent.slug, restored.revision), { scroll: false });
    } finally {
      await cache.invalidateQueries({ queryKey: agentKeys.all(workspace) });
    }
  };
}
