"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import type { AgentSummary } from "@/lib/agents/schema";
import { exportAgent } from "./export-agent";

const ExportRefusalDialog = dynamic(() =>
  import("./export-refusal-dialog").then((module) => module.ExportRefusalDialog),
);

/** Downloads an agent's set; the dialog says why when that is refused. */
export function useAgentExport(workspace: string, agent: AgentSummary) {
  const download = useMutation({
    meta: { silent: true },
    mutationFn: () => exportAgent(workspace, agent.slug),
  });
  return {
    start: () => download.mutate(),
    isPending: download.isPending,
    dialog: download.error ? <ExportRefusalDialog error={download.error} onClose={download.reset} /> : null,
  };
}

/** On wide screens; on narrow ones the menu has it. */
export function AgentExportButton({ workspace, agent }: { workspace: string; agent: AgentSummary }) {
  const { start, isPending, dialog } = useAgentExport(workspace, agent);
  return (
    <>
      <Button variant="ghost" icon={Download} pending={isPending} onClick={start} className="narrow:hidden">
        Export
      </Button>
      {dialog}
    </>
  );
}
