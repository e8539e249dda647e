"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { catalogueQuery } from "@/components/data/agent-queries";
import { Button } from "@/components/ui/button";
import type { AgentSummary } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { type AgentForm, exportAgent } from "./export-agent";

const ExportAgentDialog = dynamic(
  () => import("./export-agent-dialog").then((module) => module.ExportAgentDialog),
  { ssr: false },
);
const ExportRefusalDialog = dynamic(
  () => import("./export-refusal-dialog").then((module) => module.ExportRefusalDialog),
  { ssr: false },
);

/** Asks in which form, then downloads an agent's set; the dialog says why when that is refused. */
export function useAgentExport(workspace: string, agent: AgentSummary) {
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  const download = useMutation({
    meta: { silent: true },
    mutationFn: (form: AgentForm) => exportAgent(workspace, agent.slug, form),
    onSettled: close,
  });
  const catalogue = useQuery({
    ...catalogueQuery(client.agents, workspace, agent.slug),
    enabled: isAsked,
  });
  const leftOut = catalogue.data?.skills.filter(({ refusal }) => refusal !== null) ?? [];
  const dialog = isAsked ? (
    <ExportAgentDialog
      workspace={workspace}
      agent={agent}
      isPending={download.isPending}
      leftOut={leftOut}
      onDownload={download.mutate}
      close={close}
    />
  ) : null;
  return {
    start: () => setIsAsked(true),
    dialog: download.error ? <ExportRefusalDialog error={download.error} onClose={download.reset} /> : dialog,
  };
}

/** On wide screens; on narrow ones the menu has it. */
export function AgentExportButton({ workspace, agent }: { workspace: string; agent: AgentSummary }) {
  const { start, dialog } = useAgentExport(workspace, agent);
  return (
    <>
      <Button variant="ghost" icon={Download} onClick={start} className="narrow:hidden">
        Export
      </Button>
      {dialog}
    </>
  );
}
