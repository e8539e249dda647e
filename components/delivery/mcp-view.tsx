"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { RadioGroup } from "@/components/ui/radio-group";
import { type McpClient, mcpClients, mcpLines } from "./mcp-lines";

/** What to paste for each client of an agent's MCP server. */
export function McpView({ url, agent }: { url: string; agent: string }) {
  const [client, setClient] = useState<McpClient>("claude-code");
  const { where, text, note } = mcpLines(client, { url, name: agent });
  return (
    <div className="grid gap-3">
      <RadioGroup
        legend="Client"
        options={mcpClients}
        value={client}
        onValueChange={setClient}
        orientation="horizontal"
        className="[&>div]:flex-wrap"
      />
      <div className="grid gap-1">
        <p className="text-12 text-ink-3">{where}:</p>
        <CodeBlock text={text} label="what to paste" />
      </div>
      <p className="text-12 text-ink-3">{note}</p>
    </div>
  );
}
