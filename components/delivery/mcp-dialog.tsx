"use client";

import { Dialog } from "@/components/ui/dialog";
import { DoneFooter } from "./done-footer";
import { McpView } from "./mcp-view";

/** Shows what to paste on the machine whose agent is to have these skills over MCP. */
export function McpDialog({ url, agent, close }: { url: string; agent: string; close: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Connect over MCP"
      description="With a key to deliver of this agent, made under Settings, API keys. One for each machine."
    >
      <div className="grid gap-3">
        <McpView url={url} agent={agent} />
        <DoneFooter close={close} />
      </div>
    </Dialog>
  );
}
