"use client";

import { Download, Ellipsis, Play, Scissors, TextCursorInput, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { rehearseAgentPath } from "@/components/data/agent-paths";
import { shortenPath } from "@/components/data/proof-paths";
import { focusSoon } from "@/components/library/focus-soon";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { AgentSummary } from "@/lib/agents/schema";
import { useAgentExport } from "./agent-export";
import { useAgentBlocked } from "./use-agent-blocked";

const DeleteAgentDialog = dynamic(
  () => import("./delete-agent-dialog").then((module) => module.DeleteAgentDialog),
  { ssr: false },
);
const RenameAgentDialog = dynamic(
  () => import("./rename-agent-dialog").then((module) => module.RenameAgentDialog),
  { ssr: false },
);

type AgentMenuProps = { workspace: string; agent: AgentSummary; className?: string };

/** Everything that can be done with one agent. */
export function AgentMenu({ workspace, agent, className }: AgentMenuProps) {
  const router = useRouter();
  const blocked = useAgentBlocked(agent);
  const [asked, setAsked] = useState<"rename" | "delete" | null>(null);
  const close = () => {
    setAsked(null);
    focusSoon(`[data-agent-menu="${agent.id}"]`);
  };
  const download = useAgentExport(workspace, agent);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            side="left"
            label={`Actions for ${agent.name}`}
            data-agent-menu={agent.id}
            size="icon-small"
            {...(className === undefined ? {} : { className })}
          />
        }
      >
        <MenuItem icon={Play} onSelect={() => router.push(rehearseAgentPath(workspace, agent.slug))}>
          Rehearse
        </MenuItem>
        <MenuItem icon={Scissors} onSelect={() => router.push(shortenPath(workspace, agent.slug))}>
          Shorten the catalogue
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => download.start()}>
          Export
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={TextCursorInput} blockedReason={blocked} onSelect={() => setAsked("rename")}>
          Rename
        </MenuItem>
        <MenuItem icon={Trash2} danger blockedReason={blocked} onSelect={() => setAsked("delete")}>
          Delete
        </MenuItem>
      </Menu>
      {asked === "rename" ? <RenameAgentDialog workspace={workspace} agent={agent} close={close} /> : null}
      {asked === "delete" ? <DeleteAgentDialog workspace={workspace} agent={agent} close={close} /> : null}
      {download.dialog}
    </>
  );
}
