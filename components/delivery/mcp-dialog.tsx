"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogFooter } from "@/components/ui/dialog";
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
        <div className="-mx-4 -mb-4">
          <DialogFooter>
            <Button onClick={close}>Done</Button>
          </DialogFooter>
        </div>
      </div>
    </Dialog>
  );
}
