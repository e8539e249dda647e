"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextButton } from "@/components/ui/text-link";
import type { Agent } from "@/lib/agents/schema";
import { client } from "@/lib/api/client";
import { agentRevisionsQuery } from "./agent-queries";

type AgentRevisionsProps = { workspace: string; agent: Agent };

/** "Revision 12, Ines Kovač, 2 d ago", which opens the list of all changes. */
export function AgentRevisions({ workspace, agent }: AgentRevisionsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton onClick={() => setOpen(true)} className="text-ink-3 no-underline hover:underline">
        Revision {agent.revision}
        <span className="narrow:hidden">
          , {agent.updatedBy.name}, <RelativeTime at={agent.updatedAt} ago />
        </span>
      </TextButton>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Revisions of ${agent.name}`}
        description="Every change of instructions, settings and skills. Runs name the revision they used."
      >
        <RevisionList workspace={workspace} slug={agent.slug} />
      </Dialog>
    </>
  );
}

function RevisionList({ workspace, slug }: { workspace: string; slug: string }) {
  const { data, error } = useQuery(agentRevisionsQuery(client.agents, workspace, slug));
  if (error !== null && data === undefined) return <p className="text-danger">{error.message}</p>;
  if (data === undefined) return <SkeletonRows rows={4} label="Loading revisions" />;
  return (
    <ol className="-m-4">
      {data.items.map(({ number, summary, author, createdAt }) => (
        <li
          key={number}
          className="grid min-h-row grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b px-4 py-2 last:border-b-0"
        >
          <span className="text-right font-medium">{number}</span>
          <span className="text-ink-2 [overflow-wrap:anywhere]">{summary}</span>
          <span className="text-ink-3">
            {author.name}, <RelativeTime at={createdAt} ago />
          </span>
        </li>
      ))}
    </ol>
  );
}
