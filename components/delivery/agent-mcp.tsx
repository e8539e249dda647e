"use client";

import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { mcpStateQuery } from "@/components/data/agent-queries";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CodeWords } from "@/components/ui/code-words";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { client } from "@/lib/api/client";
import { dialectHeads, isDialectId } from "@/lib/dialects/dialect-heads";
import type { McpState } from "@/lib/mcp/schema";

const McpDialog = dynamic(() => import("./mcp-dialog").then((module) => module.McpDialog), { ssr: false });

/** Where an agent's MCP server is, what it offers, and which skills no list of it names and why. */
export function AgentMcp({ workspace, agent }: { workspace: string; agent: string }) {
  const query = useQuery(mcpStateQuery(client.delivery, workspace, agent));
  const { data } = query;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="border-line border-b px-4 py-3">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <h3 className="font-medium">MCP</h3>
        {data ? <span className="text-ink-3">{offerWords(data)}</span> : null}
        <Button
          className="ml-auto"
          icon={Plug}
          onClick={() => setOpen(true)}
          blockedReason={data ? undefined : "The address is being loaded."}
        >
          Lines for clients
        </Button>
      </div>
      {data ? (
        <>
          <CodeBlock label="the MCP address" text={data.url} />
          <Unlisted state={data} />
        </>
      ) : (
        <NotLoaded
          query={query}
          rows={1}
          loading="Loading the MCP address"
          failed="The MCP address could not be read"
        />
      )}
      {isOpen && data ? <McpDialog url={data.url} agent={agent} close={() => setOpen(false)} /> : null}
    </div>
  );
}

function Unlisted({ state: { unlisted } }: { state: McpState }) {
  if (unlisted.length === 0) return null;
  return (
    <>
      <h4 className="mt-2 text-12 text-ink-3">Not in the list of skills over MCP</h4>
      <ul className="grid gap-1">
        {unlisted.map(({ skillId, detail }) => (
          <li key={skillId} className="text-ink-2 [overflow-wrap:anywhere]">
            <CodeWords text={detail} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** "3 skills, 2 prompts, the tools of Claude Code" */
function offerWords({ listed, prompts, dialect }: McpState): string {
  const skills = formatCount(listed, "skill", "skills");
  const host = isDialectId(dialect) ? dialectHeads[dialect].title : dialect;
  return `${skills}, ${formatCount(prompts, "prompt", "prompts")}, the tools of ${host}`;
}
