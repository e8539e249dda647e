"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { agentPath, agentRevisionsPath, agentsPath } from "@/components/data/agent-paths";
import { agentQuery, agentRevisionsQuery } from "@/components/data/agent-queries";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useShortcut } from "@/components/layout/keyboard";
import { Page } from "@/components/layout/page";
import { TopLine } from "@/components/layout/top-line";
import { client } from "@/lib/api/client";
import { RestoreRevision } from "./restore-revision";
import { RevisionChanges } from "./revision-changes";
import { RevisionList } from "./revision-list";

type AgentRevisionsPageProps = {
  slug: string;
  /** The one that is looked at; the newest when it is not there. */
  revision: number | null;
};

/** Every change of an agent: who, when, exactly what; and back to any of them. */
export function AgentRevisionsPage({ slug, revision }: AgentRevisionsPageProps) {
  const { slug: workspace } = useWorkspace();
  const router = useRouter();
  const { data: agent } = useSuspenseQuery(agentQuery(client.agents, workspace, slug));
  const { data } = useSuspenseQuery(agentRevisionsQuery(client.agents, workspace, slug));
  const at = Math.max(
    0,
    data.items.findIndex(({ number }) => number === revision),
  );
  const shown = data.items[at];
  const go = (index: number) => {
    const next = data.items[index];
    if (next) router.replace(agentRevisionsPath(workspace, slug, next.number), { scroll: false });
  };
  useShortcut("j", "Older revision", () => go(at + 1));
  useShortcut("k", "Newer revision", () => go(at - 1));
  return (
    <Page
      top={
        <TopLine
          crumbs={[
            { label: "Agents", href: agentsPath(workspace) },
            { label: agent.name, href: agentPath(workspace, slug) },
          ]}
          title="Revisions"
          chips={at === 0 ? <span>The newest one is how the agent is now</span> : null}
          primary={
            shown ? <RestoreRevision workspace={workspace} agent={agent} number={shown.number} /> : null
          }
        />
      }
    >
      <div className="grid min-h-0 flex-1 grid-cols-[360px_minmax(0,1fr)] narrow:grid-cols-[288px_minmax(0,1fr)] compact:block">
        <div className="min-h-0 overflow-auto border-line border-r compact:border-r-0 compact:border-b">
          <RevisionList workspace={workspace} slug={slug} items={data.items} shown={shown?.number ?? null} />
        </div>
        <div className="min-h-0 min-w-0 overflow-auto">
          {shown ? <RevisionChanges workspace={workspace} slug={slug} revision={shown} /> : null}
        </div>
      </div>
    </Page>
  );
}
